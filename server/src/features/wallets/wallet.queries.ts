import type { DomainErrorCode } from "@portal/shared/domain-error.ts";
import type { Currency } from "@portal/shared/money.ts";
import type { Page } from "@portal/shared/paging.ts";
import type { PayoutState } from "@portal/shared/payouts.ts";
import type { Region } from "@portal/shared/region.ts";
import type { MemberLevel } from "@portal/shared/roles.ts";
import type { WalletEntries } from "@portal/shared/wallet-entries.ts";
import { sql } from "kysely";
import { containing } from "../../db/containing.ts";
import type { ReadDatabase } from "../../db/database.ts";
import type { CommissionEntryRow } from "../books/books.ts";
import { orderNumberIn } from "../orders/order.queries.ts";
import { emptyWallet } from "./wallet.projection.ts";
import { balanceOf } from "./wallet.rules.ts";

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

export async function getWallet(
  db: ReadDatabase,
  userId: number,
  region: Region,
): Promise<WalletView> {
  const { currency, unitValue, hasBankDetails } = await db
    .selectFrom("region")
    .select(["currency", "unit_value as unitValue"])
    .select((row) =>
      row
        .exists(row.selectFrom("bank_detail").select("user_id").where("user_id", "=", userId))
        .as("hasBankDetails"),
    )
    .where("code", "=", region)
    .executeTakeFirstOrThrow();
  const wallet = (await findFigures(db, userId)) ?? emptyWallet;
  const payouts = await listLatestPayouts(db, userId);

  const { accrued, paid, credit, units, commissionable } = wallet;
  const balance = balanceOf({ accrued, paid, credit });
  const openPayout = payouts.find(({ state }) => state === "requested") ?? null;
  const reason = whyNot({
    isOpen: openPayout !== null,
    hasBankDetails: Boolean(hasBankDetails),
    balance,
  });
  return {
    currency,
    accrued,
    paid,
    unpaid: accrued - paid,
    credit,
    balance,
    sinceLastPayout: accrued - wallet.accruedAtLastPaidCutoff,
    units,
    totalSales: units * unitValue,
    commissionable,
    openPayout,
    lastPayout: payouts.find(({ state }) => state !== "requested") ?? null,
    canRequest: reason === null,
    reason,
  };
}

export async function listWalletEntries(
  db: ReadDatabase,
  userId: number,
  { page, pageSize, search, orderNumber }: WalletEntries,
): Promise<Page<WalletEntry>> {
  let matching = db
    .selectFrom("projection.commission_entry as entry")
    .leftJoin("account as seller", "seller.id", "entry.seller_id")
    .where("entry.beneficiary_id", "=", userId);
  if (orderNumber !== undefined) matching = matching.where("entry.order_number", "=", orderNumber);
  if (search) {
    const number = orderNumberIn(search);
    const pattern = containing(search);
    matching =
      number === null
        ? matching.where(sellerName, "ilike", pattern)
        : matching.where("entry.order_number", "=", number);
  }

  const { total } = await matching
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const rows = await matching
    .innerJoin("projection.order_state as order", "order.order_id", "entry.order_id")
    .select([
      "entry.position",
      "entry.entry_no as entryNo",
      "entry.order_number as orderNumber",
      "entry.order_id as orderId",
      "entry.kind",
      "entry.seller_id as sellerId",
      sellerName.as("sellerName"),
      "entry.seller_level as sellerLevel",
      "entry.beneficiary_level as beneficiaryLevel",
      "entry.rate_bps as rateBps",
      "entry.value",
      "entry.amount",
      "entry.currency",
      "entry.occurred_at as occurredAt",
      "entry.plan_position as planPosition",
      "entry.refunded_goods as refundedGoods",
      "order.goods as orderGoods",
    ])
    .orderBy("entry.position", "desc")
    .orderBy("entry.entry_no")
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return { rows, total };
}

export type PayoutFacts = Readonly<{
  /** What had accrued by the position: where the request is cut off. */
  accrued: number;
  throughPosition: number;
  hasBankDetails: boolean;
}>;

/** All three in one statement, so that they are true at the same moment. */
export async function getPayoutFacts(db: ReadDatabase, userId: number): Promise<PayoutFacts> {
  const facts = await db
    .selectFrom("projection.checkpoint as checkpoint")
    .leftJoin("projection.wallet as wallet", (join) => join.on("wallet.user_id", "=", userId))
    .select(["checkpoint.position as throughPosition", "wallet.accrued"])
    .select((row) =>
      row
        .exists(row.selectFrom("bank_detail").select("user_id").where("user_id", "=", userId))
        .as("hasBankDetails"),
    )
    .where("checkpoint.name", "=", "wallets")
    .executeTakeFirstOrThrow();
  return {
    accrued: facts.accrued ?? 0,
    throughPosition: facts.throughPosition,
    hasBankDetails: Boolean(facts.hasBankDetails),
  };
}

const sellerName = sql<string | null>`seller.first_name || ' ' || seller.last_name`;

function findFigures(db: ReadDatabase, userId: number) {
  return db
    .selectFrom("projection.wallet")
    .select([
      "accrued",
      "paid",
      "credit",
      "units",
      "commissionable",
      "accrued_at_last_paid_cutoff as accruedAtLastPaidCutoff",
    ])
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

/** At most one is open, and it is the newest; so two rows tell both of the wallet's payouts. */
function listLatestPayouts(db: ReadDatabase, userId: number): Promise<WalletPayout[]> {
  return db
    .selectFrom("projection.payout_request")
    .select([
      "payout_id as id",
      "state",
      "commission",
      "credit",
      "requested as amount",
      "requested_at as requestedAt",
      "settled_at as settledAt",
      "paid_on as paidOn",
      "reference",
      "reason",
    ])
    .where("user_id", "=", userId)
    .orderBy("cutoff_position", "desc")
    .orderBy("requested_at", "desc")
    .limit(2)
    .execute();
}

function whyNot(wallet: {
  isOpen: boolean;
  hasBankDetails: boolean;
  balance: number;
}): DomainErrorCode | null {
  if (wallet.isOpen) return "payout.already-requested";
  if (!wallet.hasBankDetails) return "wallet.no-bank-details";
  return wallet.balance > 0 ? null : "wallet.nothing-due";
}
