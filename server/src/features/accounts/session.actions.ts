import type { Caller } from "../../caller.ts";
import type { ListedSession } from "../../gateways/sessions/sessions.ts";

export type OwnSession = ListedSession & { isThisOne: boolean };

export async function listSessions(_caller: Caller, _userId: number): Promise<OwnSession[]> {
  throw new Error("not built yet");
}

export async function endSession(
  _caller: Caller,
  _userId: number,
  _handle: string,
): Promise<{ ended: boolean }> {
  throw new Error("not built yet");
}

export async function endOtherSessions(_caller: Caller, _userId: number): Promise<{ ended: true }> {
  throw new Error("not built yet");
}
