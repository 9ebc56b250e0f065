import { balanceOf, owedBy, usableCreditOf } from "@portal/shared/money/wallet-figures.ts";
import type { WalletPayouts } from "@portal/shared/money/wallet-entries.ts";
import { domainErrors } from "@portal/shared/platform/domain-error.ts";
import { addMonths, monthAt, monthsThrough } from "@portal/shared/platform/calendar.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { sql } from "kysely";
import { z } from "zod";
import {
  levelTotals,
  listLevelCommission,
  listLevelSales,
} from "../../network/members/network-levels.queries.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { pageOf } from "../../platform/db/list-filters.ts";
import { rowsOf } from "../../platform/db/rows.ts";
import { freeTextIn } from "../../platform/free-text/free-text.store.ts";
import { hasTaxInvoice, isInvoiceCredited } from "../self-billing/has-tax-invoice.ts";
import { bookedDaySql, getCalendar } from "../statements/closing.queries.ts";
import { findPayoutStops } from "../payouts/payout-checks.queries.ts";
import { getPayoutFacts, listMaturingDays, type PayoutFacts } from "./wallet-facts.queries.ts";
import { emptyWallet, refusalOfRequest, withheldOf } from "./wallet.rules.ts";
import { shownRegion } from "../../platform/db/region.queries.ts";

type WalletOf = Readonly<{ userId: number; region: Region; now: string }>;

/** The figures of `PayoutFacts`, with sales and levels, in two rounds of parallel queries. */
export async function getWallet(db: ReadDatabase, { userId, region, now }: WalletOf) {
  const [terms, figures, facts, payouts, stops] = await Promise.all([
    shownRegion(db, region),
    findFigures(db, userId),
    getPayoutFacts(db, userId, now),
    findLatestPayouts(db, userId),
    findPayoutStops(db),
  ]);
  const wallet = figures ?? emptyWallet;
  // "Since the last payout" begins at the cut-off.
  const holder = { id: userId, cutoff: wallet.lastPaidCutoff };
  const [sales, commission, maturingDays] = await Promise.all([
    listLevelSales(db, holder),
    listLevelCommission(db, holder),
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
    // At the region's unit value; `commissionable` is the value that commission was calculated on.
    totalSales: units * terms.unitValue,
    commissionable,
    maturingDays,
    ...payoutPart({ ...facts, isStopped: stops.length > 0 }, payouts),
    ...levelTotals(sales, commission, terms.unitValue),
  };
}

function payoutPart(
  facts: PayoutFacts & Readonly<{ isStopped: boolean }>,
  { newest, lastPaid }: Awaited<ReturnType<typeof findLatestPayouts>>,
) {
  const { payable, waiting, maturing, requested, holdDays, minimum, creditAccount } = facts;
  const { accrued, paid, credit, earned, withholdingBps } = facts;
  const figures = { accrued: earned, paid, credit };
  const openPayout = newest?.state === "requested" ? newest : null;
  const reason =
    refusalOfRequest({ ...facts, isOpen: openPayout !== null, cash: payable }) ??
    (facts.isStopped ? ("payout.stopped" as const) : null);
  const reasonMessage: string | null = reason && domainErrors[reason].message;
  return {
    payable,
    /** The rate in basis points, and what a request made now would withhold. */
    withholdingBps,
    withheld: withheldOf({ commission: accrued - paid, requested: payable }, withholdingBps),
    waiting,
    maturing,
    requested,
    holdDays,
    payoutMinimum: minimum,
    storeCredit: creditAccount,
    /** The negative balance, as a positive amount: so much of the store credit cannot be used. */
    owed: owedBy(figures),
    usableCredit: usableCreditOf({ ...figures, creditAccount }),
    openPayout,
    lastPayout: lastPaid ?? null,
    rejectedRequest: newest?.state === "rejected" ? newest : null,
    canRequest: reason === null,
    reason,
    reasonMessage,
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

/** At most one request is open, and it is the newest. */
async function findLatestPayouts(db: ReadDatabase, userId: number) {
  const requests = payoutsOf(db, userId).limit(1);
  const [newest, lastPaid] = await Promise.all([
    requests.executeTakeFirst(),
    requests.where("state", "=", "paid").executeTakeFirst(),
  ]);
  return { newest, lastPaid };
}

/** All payout requests of a user, newest first. */
export async function listWalletPayouts(db: ReadDatabase, userId: number, page: WalletPayouts) {
  return pageOf(payoutsOf(db, userId), page);
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
      "withheld",
      "requested_at as requestedAt",
      "settled_at as settledAt",
      "paid_on as paidOn",
      freeTextIn("projection.payout_request.reference_id").as("reference"),
      freeTextIn("projection.payout_request.reason_id").as("reason"),
      hasTaxInvoice(sql.ref("projection.payout_request.payout_id")),
      isInvoiceCredited(sql.ref("projection.payout_request.payout_id")),
    ])
    .where("user_id", "=", userId)
    .orderBy("cutoff_position", "desc")
    .orderBy("requested_at", "desc")
    .orderBy("payout_id");
}

/** `month` is `2026-03`, of the shop's calendar; `commission` includes reversals. */
const monthRow = z.strictObject({ month: z.string(), commission: z.int() });

const shownMonths = 12;

/**
 * The commission of each of the last twelve months including this one, the oldest first; 0 for a month without entries.
 *
 * @param now an instant, ISO 8601
 */
export async function listWalletMonths(
  db: ReadDatabase,
  { userId, region, now }: WalletOf,
): Promise<z.infer<typeof monthRow>[]> {
  const { closings, timeZone } = await getCalendar(db, region);
  const local = sql<string>`(entry.occurred_at at time zone ${timeZone})::date`;
  const booked = bookedDaySql(closings, { local, position: sql`entry.position` });
  const thisMonth = monthAt(now, timeZone);
  return rowsOf(
    db,
    monthRow,
    sql`
    with earned as (
      select to_char(${booked}, 'YYYY-MM') as month, sum(entry.amount) as commission
      from projection.commission_entry entry where entry.beneficiary_id = ${userId}
      group by 1
    )
    select shown.month, coalesce(earned.commission, 0)::bigint as commission
    from unnest(${monthsThrough(addMonths(thisMonth, 1 - shownMonths), thisMonth)}::text[]) shown (month)
    left join earned on earned.month = shown.month
    order by shown.month`,
  );
}
