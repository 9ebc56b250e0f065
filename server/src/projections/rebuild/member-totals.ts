import type { MemberLevel } from "@portal/shared/platform/roles.ts";
import type pg from "pg";
import { emptyWallet } from "../../money/wallets/wallet.rules.ts";
import {
  type MemberRow,
  memberTable,
  type WalletRow,
  walletTable,
} from "../../platform/read-model/projection-tables.ts";
import type { ProjectionsFold } from "../fold/projections.fold.ts";
import type { ClockLimits } from "../ledger-catalogue.ts";
import { createMemoryRows, type MemoryProjections } from "../store/memory-projections.ts";
import { readRows } from "../store/table-rows.ts";
import { createCheckOfRests } from "./check-of-rests.ts";
import { type PassedEvent, passOverLedger } from "./ledger-pass.ts";
import { createPassingProjections } from "./passing-projections.ts";
import { inTransaction } from "./replay.ts";
import { liveSchema } from "./shadow-tables.ts";

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

/** The rows that the totals are made of. */
export type Figures = Pick<MemoryProjections, "members" | "wallets">;

/** Every member's totals, ordered by member id. */
export function memberTotals(
  { members, wallets }: Figures,
  options: TotalsOptions,
): MemberTotals[] {
  return [...members.all.values()]
    .toSorted((one, other) => one.userId - other.userId)
    .map((member) => totalsOf(member, wallets.get(member.userId) ?? emptyWallet, options));
}

function totalsOf(
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

/** From the tables that the screens read; in a transaction with one snapshot, both include the same sales. */
export async function readLiveFigures(client: pg.ClientBase): Promise<Figures> {
  const schema = liveSchema;
  const members = createMemoryRows<number, MemberRow>();
  const wallets = createMemoryRows<number, WalletRow>();
  for (const row of await readRows<MemberRow>(client, { schema, table: memberTable }))
    members.put(row.userId, row);
  for (const row of await readRows<WalletRow>(client, { schema, table: walletTable }))
    wallets.put(row.userId, row);
  return { members, wallets };
}

type ReplayOfTotals = ClockLimits &
  Readonly<{
    /** The whole ledger by default. */
    through?: number;
    fold?: ProjectionsFold | undefined;
    onPage?: (position: number) => void;
  }>;

/** Members and wallets by a pass over the ledger. */
type TotalsPass = Readonly<{
  /** @throws ReplayStopped for an event that cannot be folded, or that rests on one that does not count */
  add: (passed: PassedEvent) => void;
  figures: Figures;
}>;

export function createTotalsPass(fold?: ProjectionsFold): TotalsPass {
  const { projections, apply } = createPassingProjections(fold);
  const rests = createCheckOfRests(projections);
  return {
    figures: projections,
    add(passed) {
      rests.check(passed);
      apply(passed);
      rests.remember(passed);
    },
  };
}

/**
 * Folds members and wallets from the ledger alone, optionally as of or as known at an instant.
 *
 * @throws ReplayStopped
 */
export function totalsFromLedger(
  client: pg.ClientBase,
  options: ReplayOfTotals = {},
): Promise<Figures> {
  return inTransaction(client, "repeatable read", () => totalsInSnapshot(client, options));
}

/** The same in the caller's transaction, which has to have one snapshot of the ledger. */
export async function totalsInSnapshot(
  client: pg.ClientBase,
  { through = Number.MAX_SAFE_INTEGER, asOf, knownAt, fold, onPage }: ReplayOfTotals = {},
): Promise<Figures> {
  const { add, figures } = createTotalsPass(fold);
  for await (const page of passOverLedger(client, { through, asOf, knownAt })) {
    for (const passed of page) add(passed);
    onPage?.(page.at(-1)?.position ?? 0);
  }
  return figures;
}
