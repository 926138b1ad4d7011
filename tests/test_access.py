"""Access: the plainest form of the rule, and identities that can be trusted."""

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st
from texts import make_document, round_trips

from course_lib import NaiveChunker, Scope
from course_lib.access import Identity, visible
from course_lib.errors import CourseError

HOME = Scope("marrow-quill", "prod")
ROLES = ["hr", "chr-admin", "h", "HR", "underwriter"]
scopes = st.builds(Scope, st.sampled_from(["a", "b", "ab"]), st.sampled_from(["prod", "dev"]))
roles = st.frozensets(st.sampled_from(ROLES), max_size=3)


@given(scopes, roles, scopes, roles)
def test_same_scope_and_a_role_in_common_is_the_whole_rule(theirs, may_read, mine, held):
    document = make_document(scope=theirs, acl_roles=may_read)
    shared = [role for role in may_read if role in held]
    parts = (theirs.tenant, theirs.environment) == (mine.tenant, mine.environment)
    expected = parts and len(shared) > 0
    identity = Identity("hazel", mine, held)
    assert visible(document, identity) is expected
    assert all(visible(c, identity) is expected for c in NaiveChunker(9, 0).split(document))


@given(scopes, roles)
def test_no_roles_on_either_side_means_nobody(scope, some):
    assert not visible(make_document(scope=scope, acl_roles=[]), Identity("a", scope, some))
    assert not visible(make_document(scope=scope, acl_roles=some), Identity("a", scope, []))


@pytest.mark.parametrize("held", [["h"], ["HR"], ["r"], ["hr "[:1]], ["chr-admin"], ["hr-admin"]])
def test_a_role_that_merely_resembles_opens_nothing(held):
    assert not visible(make_document(scope=HOME, acl_roles=["hr"]), Identity("a", HOME, held))


@pytest.mark.parametrize(
    ("fields", "error", "words"),
    [
        ({"user_id": ""}, ValueError, "user_id is empty: name who asks"),
        ({"user_id": None}, TypeError, "user_id must be a str, got None"),
        ({"user_id": "a\nb"}, ValueError, "runs over a line break"),
        ({"scope": "marrow-quill/prod"}, TypeError, "write Scope(tenant, environment)"),
        ({"scope": None}, TypeError, "scope must be a Scope, got None"),
        ({"roles": "underwriter"}, TypeError, "roles is the bare string 'underwriter'"),
        ({"roles": b"hr"}, TypeError, "roles is the bare string b'hr'"),
        ({"roles": {"hr": True}}, TypeError, "roles is the mapping"),
        ({"roles": None}, TypeError, "roles must be a collection of role names, got None"),
        ({"roles": [""]}, ValueError, "a role in roles is empty"),
        ({"roles": [" hr"]}, ValueError, "padded with white space"),
        ({"roles": [7]}, TypeError, "a role in roles must be a str, got 7"),
    ],
)
def test_an_identity_that_could_not_be_trusted_is_refused(fields, error, words):
    whole = {"user_id": "hazel", "scope": HOME, "roles": ["underwriter"]} | fields
    with pytest.raises(error) as raised:
        Identity(**whole)
    assert words in str(raised.value)
    assert isinstance(raised.value, CourseError)


def test_an_identity_never_changes():
    mine = ["underwriter"]
    identity = Identity("hazel", HOME, mine)
    mine.append("auditor")
    assert identity.roles == {"underwriter"}
    with pytest.raises(dataclasses.FrozenInstanceError):
        identity.roles = frozenset({"auditor"})
    assert round_trips(identity) == [identity] * 3
    assert identity in {identity}
