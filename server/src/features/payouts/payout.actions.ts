import type { MarkPayoutAsPaid, PayoutState, RejectPayout } from "@portal/shared/payouts.ts";
import type { Caller } from "../../caller.ts";

export type SettledPayout = { id: string; state: PayoutState };

export async function markPayoutAsPaid(
  _caller: Caller,
  _payment: MarkPayoutAsPaid,
): Promise<SettledPayout> {
  throw new Error("not here yet");
}

export async function rejectPayout(
  _caller: Caller,
  _rejection: RejectPayout,
): Promise<SettledPayout> {
  throw new Error("not here yet");
}
