import type { Currency } from "@portal/shared/money.ts";
import type { Page } from "@portal/shared/paging.ts";
import type { ListPayouts, PayoutState } from "@portal/shared/payouts.ts";
import type { MemberLevel } from "@portal/shared/roles.ts";
import type { ReadDatabase } from "../../db/database.ts";
import type { CommissionEntryRow } from "../books/books.ts";

export type ListedPayout = {
  id: string;
  userId: number;
  fullName: string;
  email: string;
  currency: Currency;
  commission: number;
  credit: number;
  /** The cash: commission less credit. */
  amount: number;
  /** When it was asked for. */
  requested: string;
  state: PayoutState;
  paid: boolean;
  datePaid: string | null;
  reference: string | null;
  reason: string | null;
};

export type PayoutPage = Page<ListedPayout> & { counts: Record<PayoutState, number> };

export type BreakdownLine = {
  kind: CommissionEntryRow["kind"];
  sellerLevel: MemberLevel;
  count: number;
  value: number;
  amount: number;
};

export async function listPayouts(_db: ReadDatabase, _filter: ListPayouts): Promise<PayoutPage> {
  throw new Error("not here yet");
}

export async function getPayoutBreakdown(
  _db: ReadDatabase,
  _payoutId: string,
): Promise<BreakdownLine[]> {
  throw new Error("not here yet");
}
