import type { Caller } from "../../caller.ts";
import type { ListedSession } from "../../gateways/sessions/sessions.ts";

export type OwnSession = ListedSession & { isThisOne: boolean };

export async function listSessions(caller: Caller, userId: number): Promise<OwnSession[]> {
  const listed = await caller.sessions.list(userId);
  return listed.map((each) => ({ ...each, isThisOne: each.handle === caller.session?.handle }));
}

/** Somebody else's session, and one that has ended, is nothing to end. */
export async function endSession(
  caller: Caller,
  userId: number,
  handle: string,
): Promise<{ ended: boolean }> {
  return { ended: await caller.sessions.endOne(userId, handle) };
}

export async function endOtherSessions(caller: Caller, userId: number): Promise<{ ended: true }> {
  await caller.sessions.endAll(userId, caller.session?.token ?? null);
  return { ended: true };
}
