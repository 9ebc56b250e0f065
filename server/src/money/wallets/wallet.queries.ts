import type { PayoutState } from "@portal/shared/money/payout-terms.ts";
import type { WalletPayouts } from "@portal/shared/money/wallet-entries.ts";
import { type DomainErrorCode, domainErrors } from "@portal/shared/platform/domain-error.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import type { Page } from "@portal/shared/platform/paging.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import type { MemberLevel } from "@portal/shared/platform/roles.ts";
import { sql } from "kysely";
import {
  listLevelCommission,
  listLevelSales,
} from "../../network/members/network-levels.queries.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { freeTextIn } from "../../platform/free-text/free-text.store.ts";
import { findPayoutStops } from "../payouts/payout-checks.queries.ts";
import {
  getPayoutFacts,
  listMaturingDays,
  type MaturingDay,
  type PayoutFacts,
} from "./wallet-facts.queries.ts";
import { balanceOf, emptyWallet, refusalOfRequest } from "./wallet.rules.ts";
import { loadRegion } from "../../platform/db/region.queries.ts";

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

export type WalletView = WalletLevels & {
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
  /** Cash that a request asks for now, and that can become store credit: unpaid − credit − waiting − requested, never below 0. */
  payable: number;
  /** What is left to a later request: what is maturing, and what the cut-off leaves behind with it. */
  waiting: number;
  maturing: number;
  maturingDays: MaturingDay[];
  /** The cash of the open request. */
  requested: number;
  holdDays: number;
  payoutMinimum: number;
  /** What orders can be paid with before any commission is turned into it. */
  storeCredit: number;
  openPayout: WalletPayout | null;
  /** The newest one that was paid. */
  lastPayout: WalletPayout | null;
  /** Where the newest request was rejected, with its reason; no payout came of it. */
  rejectedRequest: WalletPayout | null;
  canRequest: boolean;
  /** Why not, as the refusal that a request would meet. */
  reason: DomainErrorCode | null;
  /** The same in words. */
  reasonMessage: string | null;
};

type Whose = Readonly<{ userId: number; region: Region; now: string }>;

/** Figures from the projections: two questions one after the other, each of several at once. */
export async function getWallet(
  db: ReadDatabase,
  { userId, region, now }: Whose,
): Promise<WalletView> {
  const [terms, figures, facts, payouts, stops] = await Promise.all([
    loadRegion(db, region),
    findFigures(db, userId),
    getPayoutFacts(db, userId, now),
    findLatestPayouts(db, userId),
    findPayoutStops(db),
  ]);
  const wallet = figures ?? emptyWallet;
  const holder = { id: userId, cutoff: wallet.lastPaidCutoff };
  const [levels, maturingDays] = await Promise.all([
    listWalletLevels(db, holder, terms.unitValue),
    facts.maturing > 0 ? listMaturingDays(db, userId, facts, terms.timeZone) : [],
  ]);
  const { units, commissionable } = wallet;
  const { earned: accrued, paid, credit } = facts;
  return {
    currency: terms.currency,
    accrued,
    paid,
    unpaid: accrued - paid,
    credit,
    balance: balanceOf({ accrued, paid, credit }),
    sinceLastPayout: accrued - wallet.accruedAtLastPaidCutoff,
    units,
    totalSales: units * terms.unitValue,
    commissionable,
    maturingDays,
    ...payoutPart({ ...facts, isStopped: stops.length > 0 }, payouts),
    ...levels,
  };
}

function payoutPart(
  facts: PayoutFacts & Readonly<{ isStopped: boolean }>,
  { newest, lastPaid }: LatestPayouts,
) {
  const { payable, waiting, maturing, requested, holdDays, minimum, creditAccount } = facts;
  const openPayout = newest?.state === "requested" ? newest : null;
  const reason =
    refusalOfRequest({ ...facts, isOpen: openPayout !== null, cash: payable }) ??
    (facts.isStopped ? "payout.stopped" : null);
  return {
    payable,
    waiting,
    maturing,
    requested,
    holdDays,
    payoutMinimum: minimum,
    storeCredit: creditAccount,
    openPayout,
    lastPayout: lastPaid ?? null,
    rejectedRequest: newest?.state === "rejected" ? newest : null,
    canRequest: reason === null,
    reason,
    reasonMessage: reason && domainErrors[reason].message,
  };
}

function findFigures(db: ReadDatabase, userId: number) {
  return db
    .selectFrom("projection.wallet")
    .select([
      "units",
      "commissionable",
      "last_paid_cutoff as lastPaidCutoff",
      "accrued_at_last_paid_cutoff as accruedAtLastPaidCutoff",
    ])
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

type LatestPayouts = Readonly<Record<"newest" | "lastPaid", WalletPayout | undefined>>;

/** At most one request is open, and it is the newest. */
async function findLatestPayouts(db: ReadDatabase, userId: number): Promise<LatestPayouts> {
  const requests = payoutsOf(db, userId).limit(1);
  const [newest, lastPaid] = await Promise.all([
    requests.executeTakeFirst(),
    requests.where("state", "=", "paid").executeTakeFirst(),
  ]);
  return { newest, lastPaid };
}

/** All that somebody ever requested, newest first, with what became of it. */
export async function listWalletPayouts(
  db: ReadDatabase,
  userId: number,
  { page, pageSize }: WalletPayouts,
): Promise<Page<WalletPayout>> {
  const { total } = await db
    .selectFrom("projection.payout_request")
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  const rows = await payoutsOf(db, userId)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return { rows, total };
}

function payoutsOf(db: ReadDatabase, userId: number) {
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
      freeTextIn("projection.payout_request.reference_id").as("reference"),
      freeTextIn("projection.payout_request.reason_id").as("reason"),
    ])
    .where("user_id", "=", userId)
    .orderBy("cutoff_position", "desc")
    .orderBy("requested_at", "desc")
    .orderBy("payout_id");
}

/** Whose wallet it is, and where "since the last payout" begins in it. */
type Holder = Readonly<{ id: number; cutoff: number }>;

/** What one level of somebody's tree sold, and what the person earned from it; stockists are level 4. */
type WalletLevel = {
  level: MemberLevel;
  members: number;
  units: number;
  unitsSinceLastPayout: number;
  /** Units at the region's unit value; `commissionable` is the real value without VAT. */
  totalSales: number;
  totalSalesSinceLastPayout: number;
  commissionable: number;
  commissionableSinceLastPayout: number;
  commission: number;
  commissionSinceLastPayout: number;
};

type WalletLevels = {
  levels: WalletLevel[];
  /** What the level 1s below earned it as their leader; part of no level. */
  leaderBonus: number;
  leaderBonusSinceLastPayout: number;
  /** When the last paid request was made. */
  lastPaidAt: string | null;
};

const levels: readonly MemberLevel[] = [1, 2, 3, 4];

/** The commission of all levels and the leader bonus add up to what the wallet accrued. */
async function listWalletLevels(
  db: ReadDatabase,
  holder: Holder,
  unitValue: number,
): Promise<WalletLevels> {
  const [sales, commission] = await Promise.all([
    listLevelSales(db, holder),
    listLevelCommission(db, holder),
  ]);
  return {
    levels: levels.map((level) => {
      const sold = sales(level);
      const { amount, amountSinceLastPayout } = commission.ofLevel(level);
      return {
        level,
        ...sold,
        totalSales: sold.units * unitValue,
        totalSalesSinceLastPayout: sold.unitsSinceLastPayout * unitValue,
        commission: amount,
        commissionSinceLastPayout: amountSinceLastPayout,
      };
    }),
    leaderBonus: commission.leader.amount,
    leaderBonusSinceLastPayout: commission.leader.amountSinceLastPayout,
    lastPaidAt: commission.lastPaidAt,
  };
}

/** `month` is `2026-03`, of the office's calendar; what was taken back in it is in `commission`. */
type WalletMonth = { month: string; commission: number };

const shownMonths = 12;

/**
 * What somebody earned in each of the last twelve months, this one included, the oldest first; a month
 * without entries is there with nothing.
 *
 * @param now an instant, ISO 8601
 */
export async function listWalletMonths(
  db: ReadDatabase,
  { userId, region, now }: Readonly<{ userId: number; region: Region; now: string }>,
): Promise<WalletMonth[]> {
  const { rows } = await sql<WalletMonth>`
    with place as (
      select time_zone as zone,
        date_trunc('month', ${now}::timestamptz at time zone time_zone) as this_month
      from region where code = ${region}
    ), earned as (
      select date_trunc('month', entry.occurred_at at time zone place.zone) as month,
        sum(entry.amount) as commission
      from place, projection.commission_entry entry
      where entry.beneficiary_id = ${userId} and entry.occurred_at
        >= (place.this_month - make_interval(months => ${shownMonths - 1})) at time zone place.zone
      group by 1
    )
    select to_char(shown.month, 'YYYY-MM') as month,
      coalesce(earned.commission, 0)::bigint as commission
    from place, generate_series(
      place.this_month - make_interval(months => ${shownMonths - 1}), place.this_month,
      interval '1 month') as shown (month)
    left join earned on earned.month = shown.month
    order by shown.month`.execute(db);
  return rows;
}
