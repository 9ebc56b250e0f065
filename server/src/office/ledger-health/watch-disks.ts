import type { Log } from "../../caller.ts";
import type { DiskSpace, Disks, RoomLevel } from "../../platform/files/disks.ts";
import { pollingLoop } from "../../platform/jobs/polling-loop.ts";

const roundMs = 60_000;

/** One line of the log when a disk becomes nearly full, when it is full, and when there is room again. */
export function startWatchingDisks(disks: Disks, log: Log): { stop: () => Promise<void> } {
  const told = new Map<DiskSpace["of"], RoomLevel>();
  return pollingLoop({
    async round() {
      for (const room of await disks()) tell(room, told, log);
      return false;
    },
    pauseMs: roundMs,
    pauseMaxMs: roundMs,
    undone: "the disks were not looked at",
    log,
  });
}

export function tell(room: DiskSpace, told: Map<DiskSpace["of"], RoomLevel>, log: Log): void {
  const { of, level } = room;
  if (level === (told.get(of) ?? "enough")) return;
  told.set(of, level);
  if (level === "enough") log.warn(room, "there is room on the disk again");
  else if (level === "low") log.warn(room, "the disk is nearly full");
  else log.error(room, "the disk is full: no orders are taken until there is room");
}
