from heapq import heapify, heappop


def merged(spans):
    heap, whole = [list(span) for span in spans], []
    heapify(heap)
    while heap:
        start, end = heappop(heap)
        while heap and heap[0][0] <= end:
            end = max(end, heappop(heap)[1])
        whole.append([start, end])
    return whole
