def visible(labels, identity):
    match (labels, identity):
        case (
            {"tenant": str(one), "environment": str(here), "roles": list(may)},
            {"tenant": str(other), "environment": str(there), "roles": list(has)},
        ) if one and here:
            return one == other and here == there and bool({*may} & {*has} - {None, ""})
    return False
