import type { DomainErrorCode } from "@portal/shared/domain-error.ts";
import type { Currency } from "@portal/shared/money.ts";
import type { Page } from "@portal/shared/paging.ts";
import type { PayoutState } from "@portal/shared/payouts.ts";
import type { MemberLevel } from "@portal/shared/roles.ts";
import type { WalletEntries } from "@portal/shared/wallet-entries.ts";
import type { Database, ReadDatabase } from "../../db/database.ts";
import type { CommissionEntryRow } from "../books/books.ts";

export type WalletPayout = {
  id: string;
  state: PayoutState;
  commission: number;
  credit: number;
  amount: number;
  requestedAt: string;
  settledAt: string | null;
  paidOn: string | null;
  reference: string | null;
  reason: string | null;
};

export type WalletView = {
  currency: Currency;
  accrued: number;
  paid: number;
  unpaid: number;
  credit: number;
  balance: number;
  sinceLastPayout: number;
  units: number;
  /** Units at the region's unit value; `commissionable` is what commission was reckoned on. */
  totalSales: number;
  commissionable: number;
  openPayout: WalletPayout | null;
  /** The newest one that is settled: paid, or rejected with its reason. */
  lastPayout: WalletPayout | null;
  canRequest: boolean;
  /** Why not, as the refusal that a request would meet. */
  reason: DomainErrorCode | null;
};

export type WalletEntry = {
  position: number;
  entryNo: number;
  orderNumber: number;
  orderId: string;
  kind: CommissionEntryRow["kind"];
  sellerId: number;
  sellerName: string | null;
  sellerLevel: MemberLevel;
  beneficiaryLevel: MemberLevel;
  rateBps: number;
  value: number;
  amount: number;
  currency: Currency;
  occurredAt: string;
  planPosition: number;
  /** For a reversal by refund: this much of `orderGoods` is refunded by now. */
  refundedGoods: number | null;
  orderGoods: number;
};

export async function getWallet(_db: Database, _userId: number): Promise<WalletView> {
  throw new Error("not here yet");
}

export async function listWalletEntries(
  _db: ReadDatabase,
  _userId: number,
  _filter: WalletEntries,
): Promise<Page<WalletEntry>> {
  throw new Error("not here yet");
}
