import type { Caller } from "../../caller.ts";

export async function resendMessage(_caller: Caller, _id: number): Promise<{ queued: true }> {
  throw new Error("not built yet");
}
