import type { Month } from "@portal/shared/platform/calendar.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { rowsOf } from "../../platform/db/rows.ts";
import { storedEvents } from "../../platform/ledger/read-events.ts";
import { isOfMonth } from "../statements/closing.queries.ts";
import type { Calendar } from "../statements/statement.rules.ts";
import { walletEvents, walletStream } from "../wallets/wallet.events.ts";
import { selfBilledPaymentsOf } from "./self-billed-invoice.rules.ts";

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

const documentOfMonth = z.strictObject({
  payoutId: z.string(),
  userId: z.int(),
  kind: z.enum(["invoice", "credit-note"]),
});

/** The self-billed invoices and credit notes that are booked in a month, in ledger order, without those of erased members. */
export async function listSelfBilledOf(db: ReadDatabase, calendar: Calendar, month: Month) {
  return rowsOf(
    db,
    documentOfMonth,
    sql`
    select invoice.payout_id as "payoutId", invoice.user_id as "userId",
      case event.type when 'PayoutPaid' then 'invoice' else 'credit-note' end as kind
    from self_billed_invoice invoice
    join ledger_events event on event.stream_id = 'wallet-' || invoice.user_id
      and event.type = any(${billingEvents}::text[]) and event.data ->> 'payoutId' = invoice.payout_id
    where ${isOfMonth(calendar, sql`event`, month)}
    order by event.position`,
  );
}
