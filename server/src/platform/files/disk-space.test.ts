import { existsSync } from "node:fs";
import { mkdtemp, rm, statfs, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { disksAt, roomLevelOf } from "./disks.ts";

const gigabyte = 1024 ** 3;

describe("the space on a disk", () => {
  // shows R64, T90
  test.for([
    [500, 40, "enough"],
    [500, 19, "low"],
    [100, 11, "enough"],
    [100, 9, "low"],
    [10, 3, "enough"],
    [10, 1.9, "low"],
    [500, 0.3, "low"],
    [500, 0.2, "full"],
    [10, 0, "full"],
  ] as const)("of %d GB with %d left is %s", ([total, free, level]) => {
    const size = { totalBytes: total * gigabyte, freeBytes: free * gigabyte };
    expect(roomLevelOf(size)).toBe(level);
  });

  test("is reported for visible disks, and refreshed after a while", async () => {
    const clock = { now: 0 };
    const disks = disksAt({ database: tmpdir(), files: null }, () => clock.now);
    const [room, ...others] = await disks();
    expect(others).toEqual([]);
    expect(room?.of).toBe("database");
    expect(room?.totalBytes).toBeGreaterThanOrEqual(room?.freeBytes ?? 0);

    const first = disks();
    expect(disks()).toBe(first);
    clock.now = 5000;
    expect(disks()).not.toBe(first);
    expect(await disksAt({ database: "/there/is/no/such/folder", files: null })()).toEqual([]);
  });

  test("of a database is that of its log where this has less room", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "portal-disks-"));
    try {
      const elsewhere = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
      await symlink(elsewhere, path.join(folder, "pg_wal"));
      const sizes = await Promise.all([statfs(folder), statfs(elsewhere)]);
      const [least] = sizes.toSorted(
        (one, other) => one.bavail * one.bsize - other.bavail * other.bsize,
      );
      const [room, ...others] = await disksAt({ database: folder, files: null })();
      expect(others).toEqual([]);
      expect(room?.totalBytes).toBe((least?.blocks ?? 0) * (least?.bsize ?? 0));
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
