import type { BankDetails } from "@portal/shared/bank-details.ts";
import type { Caller } from "../../caller.ts";
import type { BankDetailsRow } from "./bank-details.store.ts";

export async function saveBankDetails(
  _caller: Caller,
  _userId: number,
  _details: BankDetails,
): Promise<{ userId: number }> {
  throw new Error("not here yet");
}

export async function getBankDetailsForAdmin(
  _caller: Caller,
  _userId: number,
): Promise<BankDetailsRow | null> {
  throw new Error("not here yet");
}
