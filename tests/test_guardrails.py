"""Guardrails: labels that cannot change, and none that could not be trusted later."""

import dataclasses
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from texts import LABELS, make_document, round_trips

from course_lib import Guardrails, Metadata, Scope


def make_guardrails(**labels):
    return Guardrails(**(LABELS | labels))


def make_scope(**names):
    return Scope(**({"tenant": "marrow-quill", "environment": "prod"} | names))


class NoOffset(tzinfo):
    """A time zone that does not know where it is."""

    def utcoffset(self, _moment):
        return None


# --- what is refused, and in which words ---


@pytest.mark.parametrize(
    ("value", "error", "words"),
    [
        ("", ValueError, "is empty: "),
        (" \t\n", ValueError, "is empty: "),
        (" prod", ValueError, "' prod' is padded with white space: strip it first"),
        ("prod\u00a0", ValueError, "is padded with white space: strip it first"),
        (None, TypeError, "must be a str, got None; "),
        (7, TypeError, "must be a str, got 7; "),
    ],
)
@pytest.mark.parametrize(
    ("make", "field", "advice"),
    [
        (make_scope, "tenant", "say whose data this is, for example 'marrow-quill'"),
        (make_scope, "environment", "for example 'prod'"),
        (make_guardrails, "source_id", "name the source, for example 'policy/55012'"),
        (make_guardrails, "doc_type", "name the kind, for example 'claim'"),
    ],
    ids=["tenant", "environment", "source_id", "doc_type"],
)
def test_a_name_is_a_string_neither_empty_nor_padded(make, field, advice, value, error, words):
    with pytest.raises(error, match=f"^{field} ") as raised:
        make(**{field: value})
    assert words in str(raised.value)
    assert advice in str(raised.value) or "strip it first" in str(raised.value)


REFUSED = {
    "a bare string as roles": (
        {"acl_roles": "hr"},
        TypeError,
        ["acl_roles is the bare string 'hr'", "one role a letter", "write {'hr'}"],
    ),
    "an empty string as roles": ({"acl_roles": ""}, TypeError, ["acl_roles is the bare string ''"]),
    "bytes as roles": ({"acl_roles": b"hr"}, TypeError, ["acl_roles is the bare string b'hr'"]),
    "nothing as roles": (
        {"acl_roles": None},
        TypeError,
        ["acl_roles must be a collection of role names, got None", "write an empty set: set()"],
    ),
    "an empty role": (
        {"acl_roles": ["hr", ""]},
        ValueError,
        ["a role in acl_roles is empty", "name the role, for example 'underwriter'"],
    ),
    "a padded role": (
        {"acl_roles": {"hr "}},
        ValueError,
        ["a role in acl_roles 'hr ' is padded", "strip it first"],
    ),
    "a role that is no string": (
        {"acl_roles": [7]},
        TypeError,
        ["a role in acl_roles must be a str, got 7", "name the role"],
    ),
    "a time without a zone": (
        {"updated_at": datetime(2026, 3, 14, 9, 30)},
        ValueError,
        ["updated_at 2026-03-14T09:30:00 has no time zone", "add one, for example tzinfo="],
    ),
    "a zone without an offset": (
        {"updated_at": datetime(2026, 3, 14, tzinfo=NoOffset())},
        ValueError,
        ["has no time zone"],
    ),
    "a day as a time": (
        {"updated_at": date(2026, 3, 14)},
        TypeError,
        ["updated_at must be a datetime, got datetime.date(2026, 3, 14)"],
    ),
    "a string as a time": (
        {"updated_at": "2026-03-14"},
        TypeError,
        ["updated_at must be a datetime, got '2026-03-14'"],
    ),
    "a pair as scope": (
        {"scope": ("marrow-quill", "prod")},
        TypeError,
        ["scope must be a Scope, got ('marrow-quill', 'prod')", "Scope(tenant, environment)"],
    ),
    "a string as scope": ({"scope": "prod"}, TypeError, ["scope must be a Scope, got 'prod'"]),
    "a list as metadata": (
        {"metadata": [("language", "en")]},
        TypeError,
        ["metadata must be a mapping of str to str, got list"],
    ),
    "a number in the metadata": (
        {"metadata": {"page": 3}},
        TypeError,
        ["metadata must map str to str, got 'page': 3", "turn the value into a string first"],
    ),
    "a numbered key in the metadata": (
        {"metadata": {3: "page"}},
        TypeError,
        ["metadata must map str to str, got 3: 'page'"],
    ),
    "a list in the metadata": (
        {"metadata": {"roles": ["hr"]}},
        TypeError,
        ["metadata must map str to str, got 'roles': ['hr']"],
    ),
}


@pytest.mark.parametrize("make", [make_guardrails, make_document])
@pytest.mark.parametrize(("labels", "error", "words"), REFUSED.values(), ids=REFUSED.keys())
def test_a_label_that_cannot_be_trusted_is_refused(make, labels, error, words):
    with pytest.raises(error) as raised:
        make(**labels)
    assert [part for part in words if part not in str(raised.value)] == []


# --- what is taken, and how it is kept ---


@pytest.mark.parametrize(
    "roles",
    [
        ["hr", "legal"],
        ("hr", "legal", "hr"),
        {"hr", "legal"},
        frozenset({"hr", "legal"}),
        {"hr": 1, "legal": 2}.keys(),
        iter(["hr", "legal"]),
    ],
    ids=lambda roles: type(roles).__name__,
)
def test_roles_come_from_any_collection_and_become_a_frozenset(roles):
    kept = make_guardrails(acl_roles=roles).acl_roles
    assert kept == {"hr", "legal"}
    assert isinstance(kept, frozenset)


def test_roles_come_from_a_generator():
    made = make_document(acl_roles=(name for name in ["hr", "legal"]))
    assert made.acl_roles == frozenset({"hr", "legal"})


@pytest.mark.parametrize("nobody", [[], (), set(), frozenset(), iter([])])
def test_no_roles_stay_no_roles(nobody):
    assert make_guardrails(acl_roles=nobody).acl_roles == frozenset()


def test_any_time_zone_will_do_and_is_kept():
    moment = datetime(2026, 3, 14, 9, 30, tzinfo=timezone(timedelta(hours=-9)))
    assert make_guardrails(updated_at=moment).updated_at is moment


class Fine(datetime):
    """A datetime of another make, as pandas has them: finer than ours, and printed its own way."""

    nanosecond = 0

    def isoformat(self, *_):
        return "printed its own way"


class NotATime(datetime):
    """What pandas.NaT is: a datetime by its class, equal to nothing, with no offset to add."""

    def __ne__(self, _other):
        return True

    def __eq__(self, _other):
        return False

    def utcoffset(self):
        return self


ZONES = ["Europe/Vienna", "America/St_Johns", "Australia/Lord_Howe", "Africa/Monrovia"]
ZONES += ["America/New_York", "Asia/Kolkata", "Pacific/Apia"]


@given(
    st.datetimes(datetime(2, 1, 1), datetime(9998, 1, 1))
    | st.sampled_from(
        [datetime(2026, 10, 25, 2, 30), datetime(2026, 3, 29, 2, 30), datetime(1971, 6, 1, 12)]
    ),
    st.sampled_from(ZONES).map(ZoneInfo)
    | st.integers(-86_399, 86_399).map(lambda s: timezone(timedelta(seconds=s))),
    st.sampled_from([0, 1]),
    st.sampled_from([datetime, Fine]),
)
def test_any_moment_is_kept_as_the_same_moment(naive, zone, fold, kind):
    clock = naive.hour, naive.minute, naive.second, naive.microsecond
    moment = kind(naive.year, naive.month, naive.day, *clock, zone, fold=fold)
    kept = make_guardrails(updated_at=moment).updated_at
    assert (type(kept), type(kept.tzinfo)) == (datetime, timezone)
    assert kept.astimezone(UTC) == datetime.astimezone(moment, UTC)
    assert kept.replace(tzinfo=None) == naive
    assert kept == datetime.fromisoformat(kept.isoformat())
    assert round_trips(kept) == [kept] * 3


def test_both_halves_of_an_hour_that_comes_twice_are_told_apart():
    first = datetime(2026, 10, 25, 2, 30, tzinfo=ZoneInfo("Europe/Vienna"))
    kept = [make_guardrails(updated_at=first.replace(fold=fold)).updated_at for fold in (0, 1)]
    assert kept[1] - kept[0] == timedelta(hours=1)


@pytest.mark.parametrize(
    ("moment", "words"),
    [
        (type("Nano", (Fine,), {"nanosecond": 7})(2026, 1, 1, tzinfo=UTC), "finer than a micro"),
        (NotATime(2026, 1, 1, tzinfo=UTC), "is no moment; say when"),
        (datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=1))), "outside the years 1 to 9999"),
        (datetime.max.replace(tzinfo=timezone(timedelta(hours=-1))), "outside the years"),
    ],
)
def test_a_moment_that_could_not_be_kept_is_refused(moment, words):
    with pytest.raises(ValueError, match=f"^updated_at .*{words}"):
        make_guardrails(updated_at=moment)


def test_the_first_and_the_last_moment_are_kept():
    for moment in (datetime.min, datetime.max):
        assert make_guardrails(updated_at=moment.replace(tzinfo=UTC)).updated_at.year == moment.year


def test_metadata_may_be_left_out():
    labels = {name: value for name, value in LABELS.items() if name != "metadata"}
    assert Guardrails(**labels).metadata == Metadata() == {}


def test_metadata_becomes_read_only():
    assert isinstance(make_guardrails(metadata={"language": "en"}).metadata, Metadata)


def test_ready_metadata_is_shared_and_not_copied():
    metadata = Metadata({"language": "en"})
    assert make_guardrails(metadata=metadata).metadata is metadata


def test_what_went_in_can_change_without_changing_the_labels():
    roles, metadata = ["hr"], {"language": "en"}
    labels = make_guardrails(acl_roles=roles, metadata=metadata)
    roles.append("everybody")
    metadata["language"] = "de"
    assert labels.acl_roles == frozenset({"hr"})
    assert labels.metadata == {"language": "en"}


def test_a_scope_is_written_as_tenant_slash_environment():
    assert str(make_scope()) == "marrow-quill/prod"


# --- nothing changes ---


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (make_scope(), "tenant"),
        (make_scope(), "region"),
        *((make_guardrails(), name) for name in LABELS),
        (make_guardrails(), "owner"),
        (Metadata(), "language"),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_nothing_can_be_assigned_to_a_label(value, name):
    with pytest.raises((AttributeError, TypeError)):
        setattr(value, name, "changed")
    with pytest.raises((AttributeError, TypeError)):
        delattr(value, name)


def test_metadata_has_no_way_to_change_an_item():
    metadata = Metadata({"language": "en"})
    with pytest.raises(TypeError):
        metadata["language"] = "de"
    with pytest.raises(TypeError):
        del metadata["language"]
    assert not {"update", "pop", "popitem", "clear", "setdefault"} & set(dir(metadata))
    assert dict(metadata) == {"language": "en"}


def test_metadata_reads_like_a_mapping():
    metadata = Metadata({"language": "en", "line": "household"})
    assert list(metadata) == ["language", "line"]
    assert (len(metadata), metadata["line"], metadata.get("none")) == (2, "household", None)
    assert metadata == {"line": "household", "language": "en"}
    assert repr(metadata) == "Metadata({'language': 'en', 'line': 'household'})"
    with pytest.raises(KeyError):
        metadata["none"]


def test_a_changed_label_is_a_new_value_and_is_checked_again():
    labels = make_guardrails()
    wider = dataclasses.replace(labels, acl_roles=["everybody"])
    assert wider.acl_roles == frozenset({"everybody"})
    assert labels.acl_roles == LABELS["acl_roles"]
    with pytest.raises(TypeError, match="bare string"):
        dataclasses.replace(labels, acl_roles="everybody")


# --- values: equal, hashable, and the same after a round trip ---


@pytest.mark.parametrize(
    "value", [make_scope(), Metadata({"language": "en"}), make_guardrails()], ids=type
)
def test_a_round_trip_changes_nothing(value):
    for back in round_trips(value):
        assert back == value
        assert type(back) is type(value)
        assert hash(back) == hash(value)


def test_equal_labels_in_another_order_have_equal_hashes():
    one = make_guardrails(metadata={"a": "1", "b": "2"}, acl_roles=["x", "y"])
    two = make_guardrails(metadata={"b": "2", "a": "1"}, acl_roles=["y", "x"])
    assert one == two
    assert len({one, two}) == 1


@pytest.mark.parametrize(
    "change",
    [
        {"source_id": "policy/2"},
        {"scope": make_scope(environment="dev")},
        {"scope": make_scope(tenant="puddlewick")},
        {"doc_type": "memo"},
        {"acl_roles": []},
        {"updated_at": datetime(2026, 3, 15, tzinfo=UTC)},
        {"metadata": {"language": "de"}},
    ],
    ids=str,
)
def test_labels_that_differ_anywhere_are_not_equal(change):
    assert make_guardrails() != make_guardrails(**change)
    assert make_document() != make_document(**change)
