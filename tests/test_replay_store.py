"""Finished matches on disk: maximum number, stars, damage of every kind, import and export."""

import json
import os
from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle
from pathlib import Path

import pytest

from engine.games import GAMES
from engine.match.record import Record
from engine.profile import atomic_replace, storage
from engine.profile import replays as module
from engine.profile.replays import INDEX_FILE, MatchResult, ReplayEntry, ReplayStore
from engine.profile.storage import Profile
from tests.support.finished_matches import fill_store, finished_match

SLUG = next(iter(GAMES))
NOW = 1_763_800_000


def read_entries(replays: ReplayStore) -> list[ReplayEntry]:
    replays.scan()
    while replays.try_read_more():
        pass
    return replays.entries


def save_matches(replays: ReplayStore, count: int, max_count: int, first: int = 0) -> list[str]:
    """Save ``count`` matches, one per second; return their file names."""
    names = []
    for i in range(first, first + count):
        record, game = finished_match(SLUG, 1, id=f"match-{i}")
        replays.save(record, game, max_replays=max_count, now=NOW + i)
        path = replays.path_of(record)
        if max_count:
            os.utime(path, (NOW + i, NOW + i))
        names.append(path.name)
    return names


def file_names(replays: ReplayStore) -> list[str]:
    return [kept.path.name for kept in read_entries(replays)]


@pytest.fixture
def replays(tmp_path: Path) -> ReplayStore:
    return ReplayStore(Profile(tmp_path))


# --- saved and removed ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", GAMES)
def test_finished_match_is_saved_as_played(replays: ReplayStore, slug: str) -> None:
    record, game = finished_match(slug)
    replays.save(record, game, max_replays=5, now=NOW)
    (kept,) = read_entries(replays)
    assert replays.profile.notices == []
    assert kept.notice is None
    assert kept.record_head == replace(record, moves=[], ended=NOW)
    assert kept.result[:4] == (len(record.moves), len(game.history), game.scores, game.outcome.winners)  # type: ignore[union-attr]
    assert len(kept.result.standings) == (record.seats if slug == "pass_the_ace" else 0)
    again = ReplayStore(replays.profile)
    again.scan()
    assert again.entries == [kept], "the index contains the result"
    found = replays.load(kept)
    assert isinstance(found, Record) and found.replay() == game


def test_match_saved_twice_is_listed_once(replays: ReplayStore) -> None:
    record, game = finished_match(SLUG)
    for now in (NOW, NOW + 9):
        replays.save(record, game, max_replays=5, now=now)
    assert len(read_entries(replays)) == 1


def test_oldest_are_removed(replays: ReplayStore) -> None:
    kept = save_matches(replays, 7, max_count=4)
    assert file_names(replays) == kept[:2:-1]


def test_starred_matches_stay_and_do_not_count(replays: ReplayStore) -> None:
    kept = save_matches(replays, 4, max_count=4)
    oldest = read_entries(replays)[-1]
    replays.set_star(oldest, True)
    assert oldest.path.stat().st_mtime == NOW, "a star doesn't change the match's time"
    kept += save_matches(replays, 4, max_count=4, first=4)
    assert file_names(replays) == [*kept[:3:-1], kept[0]]
    replays.set_star(read_entries(replays)[-1], False)
    save_matches(replays, 1, max_count=4, first=8)
    assert kept[0] not in file_names(replays)


def test_limit_of_0_saves_and_removes_nothing(replays: ReplayStore) -> None:
    kept = save_matches(replays, 3, max_count=4)
    save_matches(replays, 3, max_count=0, first=3)
    assert file_names(replays) == kept[::-1]


def test_unreadable_files_are_never_removed(replays: ReplayStore) -> None:
    save_matches(replays, 2, max_count=2)
    odd = {"mine.toml": "hello", "later.toml": 'format = 9\ngame = "x"\n'}
    for name, text in odd.items():
        (replays.folder / name).write_text(text)
        os.utime(replays.folder / name, (1, 1))
    save_matches(replays, 3, max_count=2, first=2)
    assert {path.name for path in replays.folder.glob("*.toml")} - odd.keys() == {
        f"{SLUG}-match-3.toml", f"{SLUG}-match-4.toml"
    }  # fmt: skip
    assert {name: (replays.folder / name).read_text() for name in odd} == odd


# --- the index --------------------------------------------------------------------------------------------------------


def test_indexed_matches_are_not_replayed_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = read_entries(fill_store(tmp_path))

    def never(record: Record) -> None:
        raise AssertionError("a match was replayed")

    monkeypatch.setattr(module, "Replay", never)
    again = ReplayStore(Profile(tmp_path))
    again.scan()
    assert again.unread_count == 0 and again.entries == before


@pytest.mark.parametrize("index", ["", "[]", "{", '{"version": 3}', "\x00", "[" * 9000, "lost", "others"])
def test_damaged_index_is_rebuilt(tmp_path: Path, index: str) -> None:
    replays = fill_store(tmp_path, count=1)
    before = read_entries(replays)
    path = replays.folder / INDEX_FILE
    good = json.loads(path.read_text("utf-8"))
    if index == "lost":
        path.unlink()
    elif index == "others":
        files = list(good["files"].values())
        odd = [files[1], None, [], [*files[0][:2], {}, 1, 1, [], []], "abcdefg"]
        path.write_text(
            json.dumps({**good, "files": dict(zip(good["files"], cycle(odd), strict=False))}), encoding="utf-8"
        )
    else:
        path.write_text(index, encoding="utf-8")
    again = ReplayStore(Profile(tmp_path))
    assert read_entries(again) == before
    assert json.loads(path.read_text("utf-8")) == good


def test_changed_file_is_read_again(replays: ReplayStore) -> None:
    save_matches(replays, 1, max_count=3)
    (kept,) = read_entries(replays)
    record = replays.load(kept)
    assert isinstance(record, Record)
    kept.path.write_text(replace(record, moves=record.moves[:3]).to_text(), encoding="utf-8")
    (again,) = read_entries(replays)
    assert again.result.moves == 3 and again.result.winners == ()


# --- damage -----------------------------------------------------------------------------------------------------------


def damaged_texts(text: str) -> Iterator[tuple[str, str, str]]:
    """Return texts damaged by an editor or a disk, each with the key of its notice and a word of the message."""
    lines = text.splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("moves")) + 1
    yield text.replace("format = 3", "format = 4"), "notice.other_format", "4"
    yield text.replace(f'game = "{SLUG}"', 'game = "chess"'), "notice.bad_value", "chess"
    yield text.replace("seats = ", "seats = 9"), "notice.bad_value", "seats"
    yield text.replace("seed = ", "# seed = "), "notice.missing_key", "seed"
    yield text + "luck = 3\n", "notice.bad_value", "luck"
    yield "\n".join([*lines[: first + 4], '    "cheat",', *lines[first + 4 :]]), "notice.no_move", "5"
    yield "\n".join([*lines[: first + 4], lines[first + 3], *lines[first + 4 :]]), "notice.bad_move", "5"
    yield text.replace("seed = ", "seed == "), "notice.not_toml_line", "5"
    yield text[: len(text) // 2], "notice.not_toml", ""
    yield "", "notice.missing_key", "format"


def test_bad_records_are_reported_exactly_and_stay(replays: ReplayStore) -> None:
    record, _ = finished_match(SLUG)
    replays.folder.mkdir(parents=True)
    for number, (text, key, word) in enumerate(damaged_texts(record.to_text())):
        path = replays.folder / f"bad-{number}.toml"
        path.write_text(text, encoding="utf-8")
        (kept,) = read_entries(replays)
        assert kept.notice is not None and kept.notice.key == key, text[:200]
        assert kept.notice.placeholders["file"] == path.name
        assert word in {str(value) for value in kept.notice.placeholders.values()} or word in str(
            kept.notice.placeholders
        )
        assert path.read_text("utf-8") == text, "the original file stays"
        assert [one.name for one in replays.folder.glob("*.toml")] == [path.name], "no backup copy is made"
        assert (kept.record_head is None) == (key != "notice.bad_move")
        path.unlink()


def test_long_match_is_read_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = replace(finished_match(SLUG)[0], id="long")
    parts = 4
    monkeypatch.setattr(module, "MAX_MOVES_AT_ONCE", len(record.moves) // parts + 1)
    replays = ReplayStore(Profile(tmp_path))
    replays.scan()
    first, new, _ = replays.import_text(record.to_text(), "x.toml", "other")
    assert first is not None and new and not first.is_result_known and replays.unread_count == 1
    replays.set_star(first, True)
    text = replays.delete(replays.entries[0])
    assert text is not None and not replays.unread_count and not replays.entries
    replays.restore(first, text)
    calls = 0
    while replays.try_read_more():
        calls += 1
    (entry,) = replays.entries
    assert calls == parts
    assert entry.is_result_known
    assert entry.result == MatchResult.from_game(record.replay(), len(record.moves))
    again = ReplayStore(Profile(tmp_path))
    again.scan()
    assert again.unread_count == 0 and again.entries == [entry], "the index contains the result"


@pytest.mark.parametrize("content", [b"\xff\xfe\x00bad", b"\x00" * 100])
def test_non_text_file_is_reported_and_kept(replays: ReplayStore, content: bytes) -> None:
    replays.folder.mkdir(parents=True)
    (replays.folder / "odd.toml").write_bytes(content)
    (kept,) = read_entries(replays)
    assert kept.record_head is None and kept.notice is not None
    assert replays.load(kept) == kept.notice
    assert (replays.folder / "odd.toml").read_bytes() == content


def test_killing_program_leaves_every_file_complete(replays: ReplayStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program is killed at each step of saving a match and removing another."""
    save_matches(replays, 3, max_count=3)
    steps = ("create_temporary", "fsync", "replace", "unlink")
    for number, step in enumerate(steps):
        record, game = finished_match(SLUG, 1, id=f"late-{number}")
        with monkeypatch.context() as patch:
            _crash_at(patch, step)
            with pytest.raises(KeyboardInterrupt):
                replays.save(record, game, max_replays=3, now=NOW + 100 + number)
        found = read_entries(ReplayStore(replays.profile))
        assert all(kept.notice is None and kept.result.winners for kept in found)
        assert 3 <= len(found) <= 4 + number
    save_matches(replays, 1, max_count=3, first=200)
    assert len(read_entries(replays)) == 3


def _crash_at(patch: pytest.MonkeyPatch, step: str) -> None:
    def dies(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    owner = {"create_temporary": atomic_replace, "fsync": os}.get(step, Path)
    patch.setattr(owner, step, dies)


def test_unwritable_folder_is_reported_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    replays = ReplayStore(Profile(tmp_path))
    record, game = finished_match(SLUG)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(storage, "write_atomic", full)
        replays.save(record, game, max_replays=3, now=NOW)
        assert [kept.result.winners for kept in read_entries(replays)] == [game.outcome.winners]  # type: ignore[union-attr]
        replays.save(record, game, max_replays=3, now=NOW)
        assert [notice.key for notice in replays.profile.notices] == ["notice.unwritable"], "reported once"


# --- delete, restore, import, export ----------------------------------------------------------------------------------


def test_deleting_can_be_undone(tmp_path: Path) -> None:
    replays = fill_store(tmp_path, count=1)
    before = read_entries(replays)
    kept = before[2]
    text = replays.delete(kept)
    assert text is not None and not kept.path.exists()
    assert kept not in replays.entries and kept not in read_entries(replays)
    replays.restore(kept, text)
    assert replays.profile.notices == []
    assert replays.entries == before == read_entries(replays)


@pytest.mark.parametrize("slug", GAMES)
def test_match_is_exported_and_imported_elsewhere(tmp_path: Path, slug: str) -> None:
    here, there = fill_store(tmp_path / "here", [slug], 1), ReplayStore(Profile(tmp_path / "there"))
    (kept,) = read_entries(here)
    record = here.load(kept)
    assert isinstance(record, Record)
    there.scan()
    taken = there.import_text(record.to_text(), "mail.toml", "new")
    assert taken.is_new and taken.notices == () and taken.entry is not None
    found = there.load(taken.entry)
    assert found == record and taken.entry.result == kept.result
    again = there.import_text(record.to_text(), "mail.toml", "newer")
    assert again.entry == taken.entry and not again.is_new
    assert len(read_entries(there)) == 1


def test_different_matches_with_same_id_are_both_kept(replays: ReplayStore) -> None:
    (one, _), (other, _) = finished_match(SLUG, 1, id="same"), finished_match(SLUG, 2, id="same")
    replays.scan()
    for record, new in ((one, "a"), (other, "b"), (replace(one, id=""), "c")):
        assert replays.import_text(record.to_text(), "x", new).is_new
    assert {path.stem for path in replays.folder.glob("*.toml")} == {f"{SLUG}-{name}" for name in ("same", "b", "c")}


def test_invalid_texts_are_not_imported(replays: ReplayStore) -> None:
    replays.scan()
    for text, key, _ in damaged_texts(finished_match(SLUG)[0].to_text()):
        taken = replays.import_text(text, "mail", "new")
        assert [notice.key for notice in taken.notices] == [key]
        assert taken.notices[0].placeholders["file"] == "mail"
        assert (taken.entry is None) == (key != "notice.bad_move")
        assert taken.entry is None or taken.entry.result.moves == 4


def test_branch_continues_and_counts_as_helped() -> None:
    record, _ = finished_match(SLUG, undone=2, hinted=1, ended=NOW, starred=1)
    branch = record.branch_at(5, record.chairs)
    assert branch.moves == record.moves[:5] and (branch.adopted, branch.known) == (5, 1)
    assert (branch.id, branch.undone, branch.hinted, branch.ended, branch.starred) == ("", 0, 0, 0, 0)
    assert branch.replay() == record.replay(5)
    assert Record.from_text(branch.to_text()) == branch
    branch.undo_to(3)
    assert branch.adopted == 3, "undone moves don't count as adopted"
