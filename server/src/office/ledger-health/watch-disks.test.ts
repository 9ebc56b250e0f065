import { expect, test } from "vitest";
import type { DiskSpace, RoomLevel } from "../../platform/files/disks.ts";
import { logChange } from "./watch-disks.ts";

// shows R64, T90
test("logs a disk when its level changes, not on each check", () => {
  const lines: string[] = [];
  const note = (level: string) => (_details: object, message: string) =>
    void lines.push(`${level}: ${message}`);
  const log = { info: note("info"), warn: note("warn"), error: note("error") };
  const told = new Map<DiskSpace["of"], RoomLevel>();
  for (const level of ["enough", "low", "low", "full", "full", "low", "enough"] as const)
    logChange({ of: "database", freeBytes: 1, totalBytes: 2, level }, told, log);

  expect(lines).toEqual([
    "warn: the disk is nearly full",
    "error: the disk is full: no orders are taken until there is room",
    "warn: the disk is nearly full",
    "warn: there is room on the disk again",
  ]);
});
