from dataclasses import astuple, dataclass, field


@dataclass
class Ask:
    query: str
    roles: list = field(default_factory=lambda: ["underwriter"])
    tenant: str = "marrow-quill"
    environment: str = "prod"

    def parts(self):
        query, roles, tenant, environment = astuple(self)
        return query, tenant, environment, roles


leak_d = Ask("x) OR (pumphouse").parts()
starved = Ask("premium", ["claims_handler"]).parts()
