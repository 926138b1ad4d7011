"""What `index` does with what was stored before, from here or elsewhere, under other labels."""

from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st
from texts import ENTRY

from course_lib import ChunkStore, Identity, Scope
from course_lib.cli import main
from course_lib.store import StoreError

ACME = ["--tenant", "acme", "--environment", "prod", "--roles", "r"]


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "docs"
    made.mkdir()
    (made / "premium.md").write_text("The premium is 1840.")
    return made


@pytest.fixture
def index(tmp_path, capsys):
    """Run `index` on a folder: (exit status, stdout, stderr without progress)."""

    def run(folder, *options):
        try:
            status = main(["index", str(folder), "--db", str(tmp_path / "m.db"), *options])
        except SystemExit as exit_:
            status = exit_.code
        out, err = capsys.readouterr()
        told = [line for line in err.splitlines() if not line.endswith(" documents")]
        return status, out, "\n".join(told)

    return run


@pytest.fixture
def found(tmp_path):
    """Which sources somebody finds by a word."""

    def search(word, role="r", tenant="acme", environment="prod"):
        who = Identity("you", Scope(tenant, environment), [role])
        with ChunkStore(tmp_path / "m.db") as store:
            assert store.verify().faults == ()
            return [hit.chunk.source_id for hit in store.search(word, who)]

    return search


def entry(**labels):
    text = ENTRY.replace("marrow-quill", "acme").replace("note.txt", "premium.md")
    for name, value in labels.items():
        text = "\n".join(
            f"{name} = {value}" if line.startswith(f"{name} =") else line
            for line in text.splitlines()
        )
    return text + "\n"


# --- other labels ---


@pytest.mark.parametrize("prune", [[], ["--prune"]])
@pytest.mark.parametrize("together", [[], ["--together"]])
@pytest.mark.parametrize("text", ["The premium is 1840.", "The premium is now 2392."])
@pytest.mark.parametrize("source_id", ['"policy/1"', '"premium.md"'])
def test_labels_that_a_manifest_corrects_hide_the_old_copy(
    index, found, folder, prune, together, text, source_id
):
    index(folder, *ACME)
    assert found("premium") == ["premium.md"]
    (folder / "premium.md").write_text(text)
    (folder / "manifest.toml").write_text(entry(acl_roles='["board"]', source_id=source_id))
    status, out, _ = index(folder, *prune, *together)
    assert status == 0
    assert found("premium") == []
    assert found("premium", role="board") == [source_id.strip('"')]
    if source_id != '"premium.md"':  # under the same name it is simply replaced
        assert out.splitlines()[1] == (
            "1 deleted with 1 chunk, stored from here under labels that are no longer given "
            "(to keep both, give each an --origin): premium.md in acme/prod"
        )


@pytest.mark.parametrize("together", [[], ["--together"]])
@pytest.mark.parametrize(
    ("option", "wrong", "seen"),
    [(0, "globex", {"tenant": "globex"}), (2, "dev", {"environment": "dev"})],
)
def test_a_corrected_scope_hides_the_old_copy(index, found, folder, option, wrong, seen, together):
    mistyped = [*ACME]
    mistyped[option + 1] = wrong
    index(folder, *mistyped)
    assert found("premium", **seen) == ["premium.md"]
    status, out, _ = index(folder, *ACME, *together)
    assert (status, found("premium", **seen), found("premium")) == (0, [], ["premium.md"])
    assert f"premium.md in {mistyped[1]}/{mistyped[3]}" in out.splitlines()[1]
    assert index(folder, *ACME)[1] == "0 inserted, 0 replaced, 1 unchanged; 1 chunks\n"


def test_what_left_the_folder_is_not_left_under_a_label_that_was_taken_back(index, found, folder):
    (folder / "g.md").write_text("The premium of old.")
    index(folder, *ACME)
    (folder / "g.md").unlink()
    assert "1 gone from the folder and still stored" in index(folder, *ACME)[1]
    assert found("old") == ["g.md"]
    _, out, _ = index(folder, *ACME[:-1], "board")
    assert found("old") == []
    assert "g.md in acme/prod" in out


def test_another_manifest_takes_back_what_the_first_one_gave(index, found, folder):
    (folder / "b.md").write_text("The premium of b.")
    second = entry(source_id='"policy/2"', file='"b.md"', acl_roles='["clerk"]')
    (folder / "manifest.toml").write_text(entry(acl_roles='["r"]') + second)
    index(folder)
    assert found("premium") == ["policy/1"]
    (folder / "manifest.toml").write_text(entry(acl_roles='["clerk"]', source_id='"other/9"'))
    _, out, _ = index(folder)
    assert found("premium") == []
    assert "under labels that are no longer given" in out
    assert "1 gone from the folder and still stored (--prune deletes): policy/2" in out


@pytest.mark.parametrize("source_id", ['"policy/1"', '"new/1"'])
def test_labels_that_others_still_have_are_taken_back_from_one_text(
    index, found, folder, source_id
):
    """It is known again by its name, and where that is new, by its text."""
    (folder / "b.md").write_text("The premium of b.")
    other = entry(source_id='"policy/2"', file='"b.md"', acl_roles='["r"]')
    (folder / "manifest.toml").write_text(entry(acl_roles='["r"]') + other)
    index(folder)
    moved = entry(acl_roles='["r"]', tenant='"globex"', source_id=source_id)
    (folder / "manifest.toml").write_text(moved + other)
    _, out, _ = index(folder)
    assert found("premium") == ["policy/2"]
    assert found("premium", tenant="globex") == [source_id.strip('"')]
    assert "no longer given (to keep both, give each an --origin): policy/1 in acme/prod" in out


def test_a_file_that_cannot_be_read_is_not_left_under_other_labels(index, found, folder):
    (folder / "b.md").write_text("Something else.")
    index(folder, *ACME)
    (folder / "premium.md").write_bytes(b"\xff")
    index(folder, *ACME)
    assert found("premium") == ["premium.md"]  # what was stored stays
    status, out, err = index(folder, *ACME[:-1], "board")
    assert (status, found("premium"), found("premium", role="board")) == (1, [], [])
    assert "premium.md in acme/prod" in out
    assert "premium.md is not UTF-8" in err


def test_two_origins_keep_two_copies_of_one_folder(index, found, folder):
    index(folder, *ACME, "--origin", "for acme")
    index(folder, "--tenant", "globex", *ACME[2:], "--origin", "for globex")
    assert found("premium") == found("premium", tenant="globex") == ["premium.md"]
    (folder / "premium.md").rename(folder / "other.md")
    index(folder, *ACME, "--origin", "for acme", "--prune")
    assert found("premium") == ["other.md"]
    assert found("premium", tenant="globex") == ["premium.md"]


LABELLED = st.tuples(st.sampled_from(["acme", "globex"]), st.sampled_from(["r", "board"]))
RUNS = st.lists(
    st.tuples(
        st.dictionaries(st.sampled_from("abc"), st.sampled_from("xy"), min_size=1),  # the folder
        LABELLED
        | st.dictionaries(st.sampled_from("abc"), st.tuples(st.sampled_from("pq"), LABELLED)),
        st.lists(st.sampled_from(["--prune", "--together"]), unique=True),
    ),
    min_size=2,
    max_size=4,
)


def files_and_options(folder, texts, labels):
    """Write the folder anew; return the labels that it gives, and the options."""
    for path in folder.iterdir():
        path.unlink()
    for name, text in texts.items():
        (folder / f"{name}.md").write_text(f"word {text}")
    if isinstance(labels, tuple):
        tenant, role = labels
        return {labels}, ["--tenant", tenant, "--environment", "prod", "--roles", role]
    tables = [
        entry(
            file=f'"{name}.md"',
            source_id=f'"{source_id}{name}"',
            tenant=f'"{tenant}"',
            acl_roles=f'["{role}"]',
        )
        for name, (source_id, (tenant, role)) in labels.items()
    ]
    (folder / "manifest.toml").write_text("".join(tables))
    return {given for _, given in labels.values()}, []


@given(runs=RUNS)
def test_nothing_is_ever_visible_under_a_label_that_was_taken_back(runs):
    with TemporaryDirectory() as place:
        folder, db = Path(place, "docs"), Path(place, "m.db")
        folder.mkdir()
        for texts, labels, more in runs:
            given_now, options = files_and_options(folder, texts, labels)
            whole = isinstance(labels, tuple) or set(labels) <= set(texts)
            status = main(["index", str(folder), "--db", str(db), *options, *more])
            if status == 2:  # nothing to store, or not together
                assert not whole or not set(labels)
                return
            with ChunkStore(db) as store:
                stored = store.inventory()
                assert store.verify().faults == ()
            for source in stored:
                assert {(source.scope.tenant, role) for role in source.acl_roles} <= given_now
            if whole and "--prune" in more:
                count = len(texts) if isinstance(labels, tuple) else len(labels)
                assert len(stored) == count


# --- another origin ---


def test_two_folders_that_claim_one_name_do_not_replace_each_other(index, found, tmp_path):
    a, b = tmp_path / "a", tmp_path / "b"
    for place, text in ((a, "alpha"), (b, "beta")):
        place.mkdir()
        (place / "readme.md").write_text(text)
        (place / f"{text}.md").write_text(text)
    index(a, *ACME)
    status, out, err = index(b, *ACME)
    assert (status, out) == (1, "1 inserted, 0 replaced, 0 unchanged; 1 chunks\n")
    assert err.splitlines() == [
        f"still stored from {a}, and not from here: alpha.md in acme/prod",
        f"not stored: readme.md in acme/prod: stored from {a}; --take-over replaces that, "
        "--prefix NAME/ keeps both, and --origin says that this is the same place, moved",
    ]
    assert (found("alpha"), found("beta")) == (["alpha.md", "readme.md"], ["beta.md"])
    assert index(b, *ACME, "--prefix", "b/", "--prune")[0] == 0
    assert found("beta") == ["b/beta.md", "b/readme.md"]
    assert found("alpha") == ["alpha.md", "readme.md"]
    assert index(b, *ACME, "--prefix", "b/")[1].startswith("0 inserted, 0 replaced, 2 unchanged")


def test_a_name_is_taken_over_when_that_is_asked_and_the_rest_is_named(index, found, tmp_path):
    a, b = tmp_path / "a", tmp_path / "b"
    for place, text in ((a, "alpha"), (b, "beta")):
        place.mkdir()
        (place / "readme.md").write_text(text)
    (a / "more.md").write_text("alpha")
    index(a, *ACME)
    status, out, err = index(b, *ACME, "--take-over", "--prune")
    assert (status, out) == (0, "0 inserted, 1 replaced, 0 unchanged; 1 chunks\n")
    assert err == f"still stored from {a}, and not from here: more.md in acme/prod"
    assert (found("alpha"), found("beta")) == (["more.md"], ["readme.md"])
    assert index(a, *ACME)[0] == 1  # it is b's now


def test_what_a_script_stored_is_not_replaced_either(index, tmp_path, folder):
    from course_lib import Document, ParagraphChunker

    own = Document.of_text(
        "By hand.", source_id="premium.md", scope=Scope("acme", "prod"), acl_roles=["r"]
    )
    with ChunkStore(tmp_path / "m.db") as store:
        store.replace(own, ParagraphChunker(80).split(own))
    status, _, err = index(folder, *ACME)
    assert status == 1
    assert "premium.md in acme/prod: stored from a place that it does not know;" in err
    assert index(folder, *ACME, "--take-over")[:2] == (
        0,
        "0 inserted, 1 replaced, 0 unchanged; 1 chunks\n",
    )


def test_a_folder_that_moved_is_named_and_continues_under_its_origin(index, found, tmp_path):
    old, new = tmp_path / "m1", tmp_path / "m2"
    old.mkdir()
    for name in "gh":
        (old / f"{name}.md").write_text(name * 5)
    index(old, *ACME)
    old.rename(new)
    (new / "g.md").unlink()
    status, _, err = index(new, *ACME, "--prune")
    assert status == 1
    assert f"h.md in acme/prod: stored from {old}; " in err
    assert f"still stored from {old}, and not from here: g.md in acme/prod" in err
    status, out, _ = index(new, *ACME, "--prune", "--origin", str(old))
    assert status == 0
    assert out.splitlines() == [
        "0 inserted, 0 replaced, 1 unchanged; 1 chunks",
        "1 deleted with 1 chunk, gone from the folder: g.md in acme/prod",
    ]
    assert (found("ggggg"), found("hhhhh")) == ([], ["h.md"])


def test_a_folder_that_moved_and_got_other_labels_is_named(index, tmp_path):
    (tmp_path / "m1").mkdir()
    (tmp_path / "m1" / "h.md").write_text("The same.")
    (tmp_path / "m1" / "g.md").write_text("Another.")
    index(tmp_path / "m1", *ACME)
    (tmp_path / "m1").rename(tmp_path / "m2")
    status, _, err = index(tmp_path / "m2", "--tenant", "globex", *ACME[2:])
    assert (status, err) == (
        0,
        f"still stored from {tmp_path / 'm1'}, and not from here: "
        "g.md in acme/prod, h.md in acme/prod",
    )


def test_a_named_origin_is_the_same_wherever_the_folder_lies(index, tmp_path):
    for place in ("checkout", "container"):
        (tmp_path / place).mkdir()
        (tmp_path / place / "a.md").write_text("The same.")
    assert index(tmp_path / "checkout", *ACME, "--origin", "handbook")[0] == 0
    status, out, err = index(tmp_path / "container", *ACME, "--origin", "handbook")
    assert (status, out, err) == (0, "0 inserted, 0 replaced, 1 unchanged; 1 chunks\n", "")


def test_pruning_covers_one_origin_in_all_scopes(index, tmp_path, folder):
    index(folder, *ACME, "--origin", "other")
    (folder / "manifest.toml").write_text(
        entry(source_id='"a"') + entry(source_id='"b"', environment='"dev"')
    )
    index(folder)
    (folder / "manifest.toml").write_text(entry(source_id='"c"'))
    index(folder, "--prune")
    with ChunkStore(tmp_path / "m.db") as store:
        listed = [(str(source.scope), source.source_id) for source in store.inventory()]
    assert listed == [("acme/prod", "c"), ("acme/prod", "premium.md")]


@pytest.mark.parametrize("options", [["--origin", ""], ["--origin", " a"], ["--prefix", " "]])
def test_a_name_that_is_none_is_refused(index, folder, options, tmp_path):
    status, out, err = index(folder, *ACME, *options)
    assert (status, out, err.count("\n")) == (2, "", 0)
    assert not (tmp_path / "m.db").exists()


# --- together, and in what order ---


def test_together_is_all_or_nothing(index, found, folder, tmp_path):
    index(folder, *ACME)
    (folder / "bad.md").write_bytes(b"\xff")
    (folder / "premium.md").write_text("The premium is 2392.")
    status, out, err = index(folder, *ACME[:-1], "board", "--together")
    assert (status, out) == (2, "")
    assert "--together is all or nothing, and nothing was stored: " in err
    assert "bad.md is not UTF-8" in err
    assert found("1840") == ["premium.md"]
    (folder / "bad.md").unlink()
    assert index(folder, *ACME[:-1], "board", "--together")[0] == 0
    assert (found("1840"), found("2392"), found("2392", role="board")) == ([], [], ["premium.md"])


def test_a_change_of_roles_is_seen_whole_or_not_at_all(index, folder, tmp_path):
    for number in range(40):
        (folder / f"{number:02}.md").write_text(f"Text {number}.")
    index(folder, *ACME)
    seen, done = set(), Event()

    def look_on():
        with ChunkStore(tmp_path / "m.db") as store:
            while not done.is_set():
                seen.add(frozenset(source.acl_roles for source in store.inventory()))

    reader = Thread(target=look_on)
    reader.start()
    for role in ["board", "r", "clerk"]:
        assert index(folder, *ACME[:-1], role, "--together")[0] == 0
    done.set()
    reader.join()
    assert seen <= {frozenset({frozenset({role})}) for role in ("r", "board", "clerk")}


def test_together_takes_back_in_the_same_transaction_what_only_its_text_tells(
    index, found, folder, monkeypatch
):
    """It has a new name, and another file still has its labels of before."""
    (folder / "b.md").write_text("The premium of b.")
    other = entry(source_id='"policy/2"', file='"b.md"', acl_roles='["r"]')
    (folder / "manifest.toml").write_text(entry(acl_roles='["r"]') + other)
    index(folder)
    moved = entry(acl_roles='["r"]', tenant='"globex"', source_id='"new/1"', file='"c.md"')
    (folder / "manifest.toml").write_text(moved + other)
    (folder / "premium.md").rename(folder / "c.md")

    def another_transaction(*_):
        raise StoreError("another transaction")

    monkeypatch.setattr(ChunkStore, "delete", another_transaction)
    status, out, _ = index(folder, "--together")
    assert (status, found("premium"), found("premium", tenant="globex")) == (
        0,
        ["policy/2"],
        ["new/1"],
    )
    assert "no longer given (to keep both, give each an --origin): policy/1 in acme/prod" in out


def test_together_refuses_what_is_another_origins(index, found, folder):
    index(folder, *ACME, "--origin", "other")
    (folder / "new.md").write_text("new")
    status, _, err = index(folder, *ACME, "--together")
    assert status == 2
    assert "premium.md in acme/prod: stored from other;" in err
    assert found("new") == []


def test_an_interrupt_of_a_run_together_leaves_all_as_it_was(index, found, folder, monkeypatch):
    index(folder, *ACME)

    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("course_lib.commands.index.describe_fault", interrupted)
    (folder / "zbad.md").write_bytes(b"\xff")
    (folder / "premium.md").write_text("The premium is 2392.")
    status, _, err = index(folder, *ACME, "--together")
    assert (status, err.splitlines()[-1]) == (
        130,
        "interrupted: nothing was stored; run it again to continue",
    )
    assert (found("1840"), found("2392")) == (["premium.md"], [])


def test_a_full_store_takes_back_labels_before_it_stores(index, found, folder, monkeypatch):
    index(folder, "--tenant", "globex", *ACME[2:])

    def full(*_, **__):
        raise StoreError("has no room left")

    monkeypatch.setattr(ChunkStore, "replace", full)
    assert index(folder, *ACME)[0] == 2
    assert found("premium", tenant="globex") == []


def test_a_restored_file_is_older_and_right_and_named(index, found, folder):
    (folder / "manifest.toml").write_text(entry(acl_roles='["r"]'))
    index(folder)
    older = entry(acl_roles='["r"]', updated_at="2025-01-01T00:00:00Z")
    (folder / "manifest.toml").write_text(older)
    (folder / "premium.md").write_text("The premium is 1200.")
    status, out, err = index(folder)
    assert (status, out) == (0, "0 inserted, 1 replaced, 0 unchanged; 1 chunks\n")
    assert err == "older than what was stored, as a restored file is: policy/1 in acme/prod"
    assert (found("1840"), found("1200")) == ([], ["policy/1"])
