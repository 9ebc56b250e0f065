import type { Log } from "../../platform/log.ts";
import type { DiskSpace, Disks, RoomLevel } from "../../platform/files/disks.ts";
import { pollingLoop } from "../../platform/polling-loop.ts";

const roundMs = 60_000;

/** Logs one line when a disk becomes nearly full, when it is full, and when there is space again. */
export function startWatchingDisks(disks: Disks, log: Log): { stop: () => Promise<void> } {
  const logged = new Map<DiskSpace["of"], RoomLevel>();
  return pollingLoop({
    async round() {
      for (const space of await disks()) logChange(space, logged, log);
      return false;
    },
    pauseMs: roundMs,
    undone: "the disks were not looked at",
    log,
  });
}

export function logChange(
  space: DiskSpace,
  logged: Map<DiskSpace["of"], RoomLevel>,
  log: Log,
): void {
  const { of, level } = space;
  if (level === (logged.get(of) ?? "enough")) return;
  logged.set(of, level);
  if (level === "enough") log.warn(space, "there is room on the disk again");
  else if (level === "low") log.warn(space, "the disk is nearly full");
  else log.error(space, "the disk is full: no orders are taken until there is room");
}
