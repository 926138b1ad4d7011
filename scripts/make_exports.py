"""Export chunks with the real libraries, for the tests of the audit: tests/exports.json.

Each function below builds what one library hands out, of chunks that are right; what the programs
make up (ids, vectors) is replaced, so that the same versions give the same file. It is run by hand,
in an environment of its own, since the clients together weigh 800 MB:

    pip install langchain-text-splitters langchain-chroma langchain-qdrant langchain-elasticsearch \
        langchain-pinecone langchain-postgres weaviate-client llama-index-core botocore \
        llama-index-vector-stores-qdrant haystack-ai chonkie
    npm install @langchain/textsplitters @langchain/core      # once, in build/js

A test rebuilds those of the extra `peers` and compares.
"""

import json
import re
import subprocess
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
STORED = ROOT / "tests" / "exports.json"
JAVASCRIPT = ROOT / "build" / "js"

TEXT = """Café “Nord”, 👍🏽 roof renewed.
The gutters are new since May.

Pipes old, and nobody has looked at them
since the flood of the spring.

Fee is 5 EUR.

Cellar dry; the pump is tested each March,
and the log hangs beside it.

Fee is 5 EUR.

Garden wall rebuilt with stone.
Kitchen: see page 4.

Attic: no findings, but for the moths
in the north corner.
"""
SPANS = [found.span() for found in re.finditer(r"(?:.+\n)*.+(?=\n)", TEXT)]
CHUNKS = [(TEXT[start:end], start, end) for start, end in SPANS]
SOURCE = "note.md"


def langchain_documents() -> list[Any]:
    """What create_documents gives with add_start_index."""
    from langchain_core.documents import Document

    return [
        Document(page_content=text, metadata={"source": SOURCE, "start_index": start})
        for text, start, _ in CHUNKS
    ]


def vectors_of_langchain() -> Any:
    """Vectors that mean nothing."""
    from langchain_core.embeddings import DeterministicFakeEmbedding

    return DeterministicFakeEmbedding(size=4)


def langchain_dumpd() -> Any:
    """LangChain's own serialisation."""
    from langchain_core.load import dumpd

    return [dumpd(document) for document in langchain_documents()]


def langchain_model_dump() -> Any:
    """What pydantic makes of LangChain's documents."""
    return [document.model_dump() for document in langchain_documents()]


def langchain_in_memory() -> Any:
    """The dump of LangChain's store in memory: records under their ids."""
    from langchain_core.vectorstores import InMemoryVectorStore

    store = InMemoryVectorStore(vectors_of_langchain())
    store.add_documents(langchain_documents())
    return dict(store.store)


def chroma_collection(name: str) -> Any:
    """A collection in memory, filled through LangChain."""
    from langchain_chroma import Chroma

    documents, vectors = langchain_documents(), vectors_of_langchain()
    return Chroma.from_documents(documents, vectors, collection_name=name)._collection


def chroma_get() -> Any:
    """A dict of lists."""
    return dict(chroma_collection("got").get(include=["documents", "metadatas"]))


def chroma_query() -> Any:
    """A dict of lists of lists, in the order of the distances."""
    collection = chroma_collection("queried")
    return dict(collection.query(query_embeddings=[[0.1] * 4], n_results=len(CHUNKS)))


def llama_nodes() -> list[Any]:
    """Nodes as a node parser makes them."""
    from llama_index.core.schema import NodeRelationship, RelatedNodeInfo, TextNode

    parent = {NodeRelationship.SOURCE: RelatedNodeInfo(node_id=SOURCE)}
    return [
        TextNode(
            text=text,
            start_char_idx=start,
            end_char_idx=end,
            metadata={"file_name": SOURCE},
            relationships=parent,
            embedding=[0.1] * 4,
        )
        for text, start, end in CHUNKS
    ]


def llamaindex_to_dict() -> Any:
    """LlamaIndex's nodes, as each writes itself."""
    return [node.to_dict() for node in llama_nodes()]


def llamaindex_docstore() -> Any:
    """The file of a document store: nodes under their ids."""
    from llama_index.core.storage.docstore import SimpleDocumentStore

    store = SimpleDocumentStore()
    store.add_documents(llama_nodes())
    return store.to_dict()


def llamaindex_metadata() -> Any:
    """Rows as LlamaIndex gives them to Chroma and to Pinecone: the node is JSON in the metadata."""
    from llama_index.core.vector_stores.utils import node_to_metadata_dict

    return [
        {
            "id": node.node_id,
            "document": node.text,
            "metadata": node_to_metadata_dict(node, remove_text=True, flat_metadata=True),
        }
        for node in llama_nodes()
    ]


def points(client: Any) -> Any:
    """All points of a Qdrant collection, as its HTTP interface answers a scroll."""
    found, _ = client.scroll("exported", limit=100)
    return {"result": {"points": [point.model_dump() for point in found]}, "status": "ok"}


def qdrant_of_langchain() -> Any:
    """Qdrant in memory, filled through LangChain."""
    from langchain_qdrant import QdrantVectorStore
    from qdrant_client import QdrantClient
    from qdrant_client.models import Distance, VectorParams

    client = QdrantClient(":memory:")
    params = VectorParams(size=4, distance=Distance.COSINE)
    client.create_collection("exported", vectors_config=params)
    store = QdrantVectorStore(client, "exported", vectors_of_langchain())
    store.add_documents(langchain_documents())
    return points(client)


def qdrant_of_llamaindex() -> Any:
    """Qdrant in memory, filled through LlamaIndex: the whole node is JSON in the payload."""
    from llama_index.vector_stores.qdrant import QdrantVectorStore
    from qdrant_client import QdrantClient

    client = QdrantClient(":memory:")
    QdrantVectorStore("exported", client=client).add(llama_nodes())
    return points(client)


def pinecone_query() -> Any:
    """What Pinecone's client answers of what LangChain wrote: the text in the metadata, floats."""
    from pinecone.core.openapi.db_data.models import QueryResponse, ScoredVector

    matches = [
        ScoredVector(
            id=f"id-{at}",
            score=0.5,
            values=[],
            metadata={"text": text, "source": SOURCE, "start_index": float(start)},
        )
        for at, (text, start, _) in enumerate(CHUNKS)
    ]
    return QueryResponse(matches=matches, namespace="").to_dict()


def weaviate_objects() -> Any:
    """Objects of a Weaviate collection, as its HTTP interface lists them."""
    from weaviate.collections.classes.internal import Object

    made = [
        Object(
            uuid=f"id-{at}",
            metadata=None,
            properties={"text": text, "source": SOURCE, "start_index": start},
            references=None,
            vector={},
            collection="Exported",
        )
        for at, (text, start, _) in enumerate(CHUNKS)
    ]
    listed = [
        {"class": one.collection, "id": one.uuid, "properties": one.properties} for one in made
    ]
    return {"objects": listed, "totalResults": len(listed)}


def elasticsearch_hits() -> Any:
    """A search of Elasticsearch or OpenSearch, of what LangChain's store indexes."""
    from elasticsearch.helpers.vectorstore._sync import vectorstore

    sent: list[Any] = []
    bulk = vectorstore.bulk
    vectorstore.bulk = lambda _client, requests, **_: (sent.extend(requests), 0)  # type: ignore
    try:
        store = object.__new__(vectorstore.VectorStore)
        store.__dict__ |= {
            "index": "exported",
            "text_field": "text",
            "vector_field": "vector",
            "embedding_service": None,
            "client": None,
        }
        metadatas = [{"source": SOURCE, "start_index": start} for _, start, _ in CHUNKS]
        store.add_texts(
            [text for text, _, _ in CHUNKS], metadatas=metadatas, create_index_if_not_exists=False
        )
    finally:
        vectorstore.bulk = bulk
    hits = [
        {
            "_index": one["_index"],
            "_id": one["_id"],
            "_score": 1.0,
            "_source": {name: value for name, value in one.items() if not name.startswith("_")},
        }
        for one in sent
    ]
    total = {"value": len(hits), "relation": "eq"}
    return {"took": 1, "timed_out": False, "hits": {"total": total, "max_score": 1.0, "hits": hits}}


def pgvector_rows() -> Any:
    """Rows of the table that LangChain keeps in pgvector, as JSON of each row."""
    from langchain_postgres.vectorstores import _get_embedding_collection_store

    table, _ = _get_embedding_collection_store(4)
    rows = [
        table(id=f"id-{at}", document=text, cmetadata={"source": SOURCE, "start_index": start})
        for at, (text, start, _) in enumerate(CHUNKS)
    ]
    names = [column.name for column in table.__table__.columns]
    return [{name: getattr(row, name) for name in names} for row in rows]


def haystack_documents() -> list[Any]:
    """Documents as Haystack's splitter marks them."""
    from haystack import Document

    return [
        Document(content=text, meta={"source_id": SOURCE, "split_id": at, "split_idx_start": start})
        for at, (text, start, _) in enumerate(CHUNKS)
    ]


def haystack_flat() -> Any:
    """Haystack's documents, as each writes itself."""
    return [document.to_dict() for document in haystack_documents()]


def haystack_nested() -> Any:
    """The same with the metadata apart."""
    return [document.to_dict(flatten=False) for document in haystack_documents()]


def chonkie_to_dict() -> Any:
    """Chonkie's chunks, as each writes itself."""
    from chonkie import Chunk

    return [
        Chunk(text=text, start_index=start, end_index=end, token_count=3).to_dict()
        for text, start, end in CHUNKS
    ]


def bedrock_retrieve() -> Any:
    """The answer of a Bedrock knowledge base, as botocore's model of it accepts it."""
    import botocore.session
    from botocore.stub import Stubber

    client = botocore.session.get_session().create_client(
        "bedrock-agent-runtime", "eu-west-1", aws_access_key_id="-", aws_secret_access_key="-"
    )
    answer = {
        "retrievalResults": [
            {
                "content": {"text": text, "type": "TEXT"},
                "location": {"type": "S3", "s3Location": {"uri": f"s3://notes/{SOURCE}"}},
                "score": 0.5,
                "metadata": {"source": SOURCE, "start_index": start},
            }
            for text, start, _ in CHUNKS
        ]
    }
    asked = {"knowledgeBaseId": "0123456789", "retrievalQuery": {"text": "fee"}}
    with Stubber(client) as stubber:
        stubber.add_response("retrieve", answer, asked)
        answered = client.retrieve(**asked)
    answered.pop("ResponseMetadata", None)
    return answered


def langchain_js() -> Any:
    """LangChain's documents in JavaScript: their position is a range of lines."""
    script = (
        'import {RecursiveCharacterTextSplitter} from "@langchain/textsplitters";'
        "const splitter = new RecursiveCharacterTextSplitter({chunkSize: 80, chunkOverlap: 0});"
        f"const texts = [{json.dumps(TEXT)}], labels = [{{source: {json.dumps(SOURCE)}}}];"
        "const made = await splitter.createDocuments(texts, labels);"
        "console.log(JSON.stringify(made));"
    )
    done = subprocess.run(
        ["node", "--input-type=module", "--eval", script],
        cwd=JAVASCRIPT,
        capture_output=True,
        check=True,
        text=True,
    )
    return json.loads(done.stdout)


EXPORTS: dict[str, tuple[Callable[[], Any], list[str]]] = {
    "LangChain, dumpd": (langchain_dumpd, ["langchain-core"]),
    "LangChain, model_dump": (langchain_model_dump, ["langchain-core"]),
    "LangChain, store in memory": (langchain_in_memory, ["langchain-core"]),
    "LangChain.js": (langchain_js, ["@langchain/textsplitters"]),
    "LlamaIndex, nodes": (llamaindex_to_dict, ["llama-index-core"]),
    "LlamaIndex, docstore": (llamaindex_docstore, ["llama-index-core"]),
    "LlamaIndex, node in the metadata": (llamaindex_metadata, ["llama-index-core"]),
    "Haystack, flat": (haystack_flat, ["haystack-ai"]),
    "Haystack, nested": (haystack_nested, ["haystack-ai"]),
    "Chonkie": (chonkie_to_dict, ["chonkie"]),
    "Chroma, get": (chroma_get, ["chromadb", "langchain-chroma"]),
    "Chroma, query": (chroma_query, ["chromadb", "langchain-chroma"]),
    "Qdrant of LangChain": (qdrant_of_langchain, ["qdrant-client", "langchain-qdrant"]),
    "Qdrant of LlamaIndex": (
        qdrant_of_llamaindex,
        ["qdrant-client", "llama-index-vector-stores-qdrant"],
    ),
    "Pinecone, query": (pinecone_query, ["pinecone", "langchain-pinecone"]),
    "Weaviate, objects": (weaviate_objects, ["weaviate-client"]),
    "Elasticsearch, hits": (elasticsearch_hits, ["elasticsearch", "langchain-elasticsearch"]),
    "pgvector, rows": (pgvector_rows, ["langchain-postgres", "pgvector"]),
    "Bedrock, retrieve": (bedrock_retrieve, ["botocore"]),
}


def tidied(made: Any) -> Any:
    """An export as JSON holds it, with its ids numbered and its vectors shortened."""
    written = json.dumps(made, ensure_ascii=False)
    ids = re.findall(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|chnk_[0-9a-f]{32}", written)
    for number, each in enumerate(dict.fromkeys(ids)):
        written = written.replace(each, f"id-{number}")
    written = re.sub(r"\b[0-9a-f]{64}\b", "0" * 64, written)
    return json.loads(re.sub(r"-?\d\.\d{6,}(e-?\d+)?", "0.1", written))


def version_of(package: str) -> str:
    """The installed version of a package, of npm's where it has an owner."""
    if package.startswith("@"):
        manifest = JAVASCRIPT / "node_modules" / package / "package.json"
        return str(json.loads(manifest.read_text("utf-8"))["version"])
    return version(package)


def main() -> None:
    """Build and store every export."""
    stored = {
        name: {
            "made_by": {package: version_of(package) for package in packages},
            "export": tidied(build()),
        }
        for name, (build, packages) in EXPORTS.items()
    }
    STORED.write_text(json.dumps(stored, ensure_ascii=False, indent=1) + "\n", "utf-8")
    print(f"{STORED.relative_to(ROOT)}: {len(stored)} exports")


if __name__ == "__main__":
    main()
