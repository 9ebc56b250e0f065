import type { Month } from "@portal/shared/platform/calendar.ts";
import { dayOf } from "@portal/shared/platform/calendar.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { isOfficeRole } from "@portal/shared/platform/roles.ts";
import { sql } from "kysely";
import { z } from "zod";
import { getShopFacts } from "../../catalogue/shop-settings/settings.queries.ts";
import type { PdfPrinter } from "../../gateways/documents/pdf-document.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { loadRegion } from "../../platform/db/region.queries.ts";
import { rowsOf } from "../../platform/db/rows.ts";
import { storedEvents } from "../../platform/ledger/read-events.ts";
import { documentLanguages, type PrintedPdf } from "../../sales/orders/order-documents.actions.ts";
import { isOfMonth } from "../statements/closing.queries.ts";
import type { Calendar } from "../statements/statement.rules.ts";
import { walletEvents, walletStream } from "../wallets/wallet.events.ts";
import { selfBilledPaymentsOf, writeSelfBilledInvoice } from "./self-billed-invoice.rules.ts";

type Context = Readonly<{ db: ReadDatabase; region: Region; print: PdfPrinter }>;

/**
 * The tax invoice of a payout, which the shop wrote in the member's name: for the member, the office and accountants.
 *
 * @throws DomainError payout.unknown for another member's, as where there is none, or no longer because the member was erased
 */
export async function printSelfBilledInvoice(
  { db, region, print }: Context,
  payoutId: string,
  user: Pick<SignedInUser, "id" | "role">,
): Promise<PrintedPdf> {
  const kept = await findKept(db, payoutId);
  if (!kept || (kept.userId !== user.id && !isOfficeRole(user.role)))
    throw new DomainError("payout.unknown");
  const stored = await storedEvents(db)
    .where("stream_id", "=", walletStream(kept.userId))
    .where("type", "=", "PayoutPaid")
    .execute();
  const events = stored.map((event) => ({ ...event, ...walletEvents.read(event) }));
  const payment = selfBilledPaymentsOf(events).find((each) => each.payoutId === payoutId);
  if (!payment) throw new DomainError("payout.unknown");
  const [{ currency, timeZone }, shop, [from, to]] = await Promise.all([
    loadRegion(db, region),
    getShopFacts(db),
    Promise.all([kept.afterPosition, kept.cutoffPosition].map((at) => instantAt(db, at))),
  ]);
  const document = writeSelfBilledInvoice({
    ...payment,
    language: documentLanguages[region],
    region,
    currency,
    day: dayOf(payment.at, timeZone),
    period: {
      from: from ? dayOf(from, timeZone) : null,
      to: dayOf(to ?? payment.at, timeZone),
    },
    supplier: { name: kept.name, address: kept.address, vatNo: kept.vatNumber },
    recipient: shop,
  });
  return { fileName: `invoice-${payment.number}.pdf`, pdf: await print(document) };
}

async function findKept(db: ReadDatabase, payoutId: string) {
  return db
    .selectFrom("self_billed_invoice as invoice")
    .innerJoin("projection.payout_request as payout", "payout.payout_id", "invoice.payout_id")
    .select(["invoice.user_id as userId", "supplier_name as name", "supplier_address as address"])
    .select(["vat_number as vatNumber", "after_position as afterPosition"])
    .select("cutoff_position as cutoffPosition")
    .where("invoice.payout_id", "=", payoutId)
    .executeTakeFirst();
}

/** When the event at a position happened, or the last one before it; undefined before the first. */
async function instantAt(db: ReadDatabase, position: number): Promise<string | undefined> {
  const event = await db
    .selectFrom("ledger_events")
    .select("occurred_at as at")
    .where("position", "<=", position)
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
  return event?.at;
}

const keptOfMonth = z.strictObject({ payoutId: z.string(), userId: z.int() });

/** The payouts of these members that are booked in a month and have a self-billed invoice, in ledger order. */
export async function listSelfBilledOf(
  db: ReadDatabase,
  calendar: Calendar,
  { month, members }: Readonly<{ month: Month; members: readonly number[] }>,
) {
  return rowsOf(
    db,
    keptOfMonth,
    sql`
    select invoice.payout_id as "payoutId", invoice.user_id as "userId"
    from self_billed_invoice invoice
    join ledger_events event on event.stream_id = 'wallet-' || invoice.user_id
      and event.type = 'PayoutPaid' and event.data ->> 'payoutId' = invoice.payout_id
    where invoice.user_id = any(${members}::integer[])
      and ${isOfMonth(calendar, sql`event`, month)}
    order by event.position`,
  );
}
