import { tmpdir } from "node:os";
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
});
