import type { FirstAndLast } from "@portal/shared/platform/calendar.ts";
import { sql } from "kysely";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { storedEvents } from "../../platform/ledger/read-events.ts";
import type { Calendar } from "../statements/statement.rules.ts";
import { walletEvents, walletStream } from "../wallets/wallet.events.ts";
import { selfBilledPaymentsOf } from "./self-billed-invoice.rules.ts";
import { type SelfBilledRow, selfBilledRowsOf } from "./self-billed-register.rules.ts";

const billingEvents = ["PayoutPaid", "SelfBilledInvoiceCredited"];

/** The self-billed payment of a payout with its supplier; null where there is none, or no longer because of an erasure. */
export async function findSelfBilled(db: ReadDatabase, payoutId: string) {
  const kept = await findKept(db, payoutId);
  if (!kept) return null;
  const stored = await storedEvents(db)
    .where("stream_id", "=", walletStream(kept.userId))
    .where("type", "in", billingEvents)
    .execute();
  const events = stored.map((event) => ({ ...event, ...walletEvents.read(event) }));
  const payment = selfBilledPaymentsOf(events).find((each) => each.payoutId === payoutId);
  return payment ? { kept, payment } : null;
}

/** The commission is of the time from the request of the payout before, null for the first one, to that of this one. */
async function findKept(db: ReadDatabase, payoutId: string) {
  return db
    .selectFrom("self_billed_invoice as invoice")
    .innerJoin("projection.payout_request as payout", "payout.payout_id", "invoice.payout_id")
    .select(["invoice.user_id as userId", "supplier_name as name", "supplier_address as address"])
    .select(["vat_number as vatNumber", "payout.requested_at as requestedAt"])
    .select((row) =>
      row
        .selectFrom("projection.payout_request as former")
        .select(({ fn }) => fn.max("former.requested_at").as("requestedAt"))
        .whereRef("former.user_id", "=", "payout.user_id")
        .whereRef("former.cutoff_position", "=", "payout.after_position")
        .whereRef("former.payout_id", "!=", "payout.payout_id")
        .as("formerAt"),
    )
    .where("invoice.payout_id", "=", payoutId)
    .executeTakeFirst();
}

/** In the wallets that were ever paid from, also where the bank returned it, which the ledger finds without reading the whole of it. */
const isSelfBilled = sql<boolean>`stream_id in (
    select 'wallet-' || user_id from projection.payout_request where state in ('paid', 'returned'))
  and (type = 'SelfBilledInvoiceCredited'
    or (type = 'PayoutPaid' and data ->> 'selfBilledVatBps' is not null))`;

/**
 * The self-billed invoices and credit notes that are booked in a period, in ledger order. The figures are the ledger's; name and
 * VAT number are erased with the member.
 */
export async function readSelfBilledRegister(
  db: ReadDatabase,
  calendar: Calendar,
  period: FirstAndLast,
): Promise<readonly SelfBilledRow[]> {
  const stored = await storedEvents(db).where(isSelfBilled).execute();
  const events = stored.map((event) => ({ ...event, ...walletEvents.read(event) }));
  const wallets = Map.groupBy(events, ({ data: { userId } }) => userId);
  const rows = [...wallets]
    .flatMap(([memberId, ofWallet]) =>
      selfBilledRowsOf(calendar, memberId, selfBilledPaymentsOf(ofWallet)),
    )
    .filter(({ postingDate: day }) => period.from <= day && day <= period.to)
    .toSorted((one, other) => one.position - other.position);
  const suppliers = await db
    .selectFrom("self_billed_invoice")
    .select(["payout_id as payoutId", "supplier_name as name", "vat_number as vatNumber"])
    .where("payout_id", "=", sql<string>`any (${rows.map((row) => row.payoutId)}::text[])`)
    .execute();
  const found = new Map(suppliers.map(({ payoutId, ...supplier }) => [payoutId, supplier]));
  return rows.map((row) => ({ ...row, supplier: found.get(row.payoutId) ?? null }));
}
