"""Tables on disk: loading, ignored files, deletion."""

import os
from pathlib import Path

from engine.online.host.table_store import MAX_AGE_SECONDS, StoredTable, TableStore
from engine.online.protocol.invitation import SECRET_BYTES

TABLES = tuple(StoredTable(number, bytes(SECRET_BYTES), f"text {number}") for number in (7, 8, 9))


def filled_store(folder: Path) -> TableStore:
    store = TableStore(folder)
    for table in TABLES:
        store.save(table)
    return store


def test_store_reads_only_requested_file(tmp_path: Path) -> None:
    store = filled_store(tmp_path)
    (tmp_path / "8.json").write_text("damaged", encoding="utf-8")
    assert store.load(9) == TABLES[2] and store.load(10) is None
    assert len(list(tmp_path.iterdir())) == 3, "the damaged one was not read"
    assert store.load(8) is None
    assert (tmp_path / "8.bad-1.json").read_text(encoding="utf-8") == "damaged"


def test_damaged_file_is_copied_aside_once(tmp_path: Path) -> None:
    store = filled_store(tmp_path)
    (tmp_path / "8.json").write_text("damaged", encoding="utf-8")
    for _ in range(3):
        assert list(store.load_all()) == [TABLES[0], TABLES[2]]
    assert sorted(file.name for file in tmp_path.iterdir()) == ["7.json", "8.bad-1.json", "8.json", "9.json"]


def test_file_with_another_tables_number_is_not_used(tmp_path: Path) -> None:
    store = filled_store(tmp_path)
    (tmp_path / "7.json").replace(tmp_path / "8.json")
    assert list(store.load_all()) == [TABLES[2]] and store.load(8) is None


def test_files_over_maximum_age_are_removed(tmp_path: Path) -> None:
    store = filled_store(tmp_path)
    (tmp_path / "8.bad-1.json").write_text("damaged", encoding="utf-8")
    for name in ("7.json", "8.bad-1.json"):
        os.utime(tmp_path / name, (1_000_000, 1_000_000))
    for name in ("8.json", "9.json"):
        os.utime(tmp_path / name, (1_000_001, 1_000_001))
    store.delete_old(1_000_000 + MAX_AGE_SECONDS)
    assert len(list(tmp_path.iterdir())) == 4
    store.delete_old(1_000_001 + MAX_AGE_SECONDS)
    assert [table.number for table in store.load_all()] == [8, 9] and len(list(tmp_path.iterdir())) == 2
    TableStore(tmp_path / "none").delete_old(0)
