import type { MemberLevel } from "@portal/shared/platform/roles.ts";
import type pg from "pg";
import { emptyWallet } from "../../money/wallets/wallet.rules.ts";
import type {
  Projections,
  MemberRow,
  OrderRow,
  PayoutRow,
  WalletRow,
} from "../../platform/read-model/projection-tables.ts";
import { applyToProjections, type ProjectionsFold } from "../fold/projections.fold.ts";
import type { ClockLimits, LedgerEvent } from "../ledger-catalogue.ts";
import { createMemoryRows, type MemoryProjections } from "../store/memory-projections.ts";
import { replayEvents, type ReplayRange } from "./replay-events.ts";
import { inTransaction } from "./replay.ts";

/** One row of `finance totals`. The field names are a public interface. */
export type MemberTotals = Readonly<{
  memberId: number;
  kind: "distributor" | "stockist";
  level: MemberLevel;
  parentId: number | null;
  active: boolean;
  units: number;
  /** Units times the region's unit value, the familiar figure; `commissionable` is the exact one. */
  totalSales: number;
  commissionable: number;
  accrued: number;
  paid: number;
  unpaid: number;
  credit: number;
  balance: number;
  commissionByLevel: Readonly<Record<"1" | "2" | "3" | "4", number>>;
  leaderBonus: number;
  /** The entries after the cut-off of the member's own last paid request. */
  sinceLastPayout: number;
}>;

export type TotalsOptions = Readonly<{ unitValue: number }>;

/** Every member's totals, ordered by member id. */
export function memberTotals(
  { members, wallets }: Pick<MemoryProjections, "members" | "wallets">,
  options: TotalsOptions,
): MemberTotals[] {
  return [...members.all.values()]
    .toSorted((one, other) => one.userId - other.userId)
    .map((member) => totalsOf(member, wallets.get(member.userId) ?? emptyWallet, options));
}

export function totalsOf(
  { userId, kind, level, parentId, active }: MemberRow,
  wallet: Omit<WalletRow, "userId">,
  { unitValue }: TotalsOptions,
): MemberTotals {
  const { units, commissionable, accrued, paid, credit, leaderBonus } = wallet;
  const unpaid = accrued - paid;
  return {
    memberId: userId,
    kind,
    level,
    parentId,
    active,
    units,
    totalSales: units * unitValue,
    commissionable,
    accrued,
    paid,
    unpaid,
    credit,
    balance: unpaid - credit,
    commissionByLevel: {
      "1": wallet.commissionLevel1,
      "2": wallet.commissionLevel2,
      "3": wallet.commissionLevel3,
      "4": wallet.commissionLevel4,
    },
    leaderBonus,
    sinceLastPayout: accrued - wallet.accruedAtLastPaidCutoff,
  };
}

type ReplayOfTotals = ClockLimits &
  Readonly<{
    /** The whole ledger by default. */
    through?: number;
    fold?: ProjectionsFold;
    onPage?: (position: number) => void;
  }>;

/** Events that do not affect members' figures; reading them would take a third of the time. */
export const withoutFigures: readonly LedgerEvent["type"][] = [
  "PaymentReceived",
  "OrderCancelled",
  "PayoutCorrected",
  "DeliveryQuoted",
  "CollectionBooked",
  "ShipmentCreated",
  "ReadyToCollect",
  "RecipientCorrected",
];

/**
 * Folds members and wallets from the ledger alone, optionally as of or as known at an instant. Only members, wallets
 * and orders with later events are kept in memory, so memory hardly grows with the number of orders.
 */
export function totalsFromLedger(
  client: pg.ClientBase,
  options: ReplayOfTotals = {},
): Promise<Pick<MemoryProjections, "members" | "wallets">> {
  const { through = Number.MAX_SAFE_INTEGER, fold = applyToProjections, asOf, knownAt } = options;
  const range = { after: 0, through, asOf, knownAt, without: withoutFigures };
  return inTransaction(client, "repeatable read", async () => {
    const { projections, forget } = await createTotalsProjections(client, range);
    for await (const page of replayEvents(client, range)) {
      for (const event of page) {
        fold(projections, event);
        if (event.type === "OrderPaid") forget(event.data.orderId);
      }
      projections.saleEntries.length = 0;
      projections.commissionEntries.length = 0;
      options.onPage?.(page.at(-1)?.position ?? 0);
    }
    return { members: projections.members, wallets: projections.wallets };
  });
}

/** Projections without what the figures do not need: `forget` drops an order that has no later events. */
export async function createTotalsProjections(client: pg.ClientBase, range: ReplayRange) {
  const touchedLater = await ordersTouchedLater(client, range);
  const open = new Map<string, OrderRow>();
  const projections = {
    members: createMemoryRows<number, MemberRow>(),
    wallets: createMemoryRows<number, WalletRow>(),
    payouts: createMemoryRows<string, PayoutRow>(),
    orders: {
      get: (orderId: string) => open.get(orderId),
      put: (orderId: string, order: OrderRow) => void open.set(orderId, order),
    },
    plans: [],
    orderPayments: [],
    saleEntries: [],
    commissionEntries: [],
  } satisfies Projections;
  const forget = (orderId: string) => {
    if (!touchedLater.has(orderId)) open.delete(orderId);
  };
  return { projections, forget };
}

/** Orders with a refund, an undone payment or a reassignment. */
async function ordersTouchedLater(
  client: pg.ClientBase,
  { through }: ReplayRange,
): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ orderId: string }>(
    `select distinct data->>'orderId' as "orderId" from public.ledger_events
     where type in ('PaymentRefunded', 'PaymentUndone', 'OrderReassigned') and position <= $1`,
    [through],
  );
  return new Set(rows.map(({ orderId }) => orderId));
}
