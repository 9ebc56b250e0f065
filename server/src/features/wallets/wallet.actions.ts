import type { Caller } from "../../caller.ts";

export async function requestPayout(
  _caller: Caller,
  _userId: number,
  _commandId: string,
): Promise<{ payoutId: string }> {
  throw new Error("not here yet");
}
