import type { Page } from "@portal/shared/paging.ts";
import type { MemberLevel, ShownRole } from "@portal/shared/roles.ts";
import type { ListActivity } from "@portal/shared/users/user-list.ts";
import type { ReadDatabase } from "../../db/database.ts";

/** One person of the User Activity screen: when they were here, and what they did in the period. */
export type UserActivity = {
  id: number;
  fullName: string;
  email: string;
  role: ShownRole;
  level: MemberLevel | null;
  lastSeenAt: string | null;
  lastDevice: string | null;
  signIns: number;
  /** What they did last, as the audit trail has it. */
  lastAction: string | null;
  lastActionAt: string | null;
};

export async function listUserActivity(
  _db: ReadDatabase,
  _input: ListActivity,
): Promise<Page<UserActivity>> {
  throw new Error("not built yet");
}
