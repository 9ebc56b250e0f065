import type { Caller } from "../../caller.ts";

export type RequestedCode = {
  /** To be sent back with the code by programs that keep no cookies. */
  requestId: string;
  codeLength: number;
};

/** Answers the same for an address that we know and for one that we do not. */
export async function requestCode(_caller: Caller, _email: string): Promise<RequestedCode> {
  throw new Error("not built yet");
}
