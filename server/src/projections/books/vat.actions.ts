import type { VatDocuments, VatPeriod } from "@portal/shared/money/books.ts";
import { hasVat, taxFileName } from "@portal/shared/platform/region.ts";
import type { Caller } from "../../caller.ts";
import { lacksVatNumber } from "../../catalogue/shop-settings/vat-number.queries.ts";
import { loadOwnTerms } from "../../money/books/own-terms.queries.ts";
import { vatFile, vatReturnFile } from "../../money/books/vat-file.rules.ts";
import { vatSchedulesFile } from "../../money/books/vat-schedules.rules.ts";
import {
  isOfChoice,
  signedSumsOf,
  type VatDocument,
  vatGroupsOf,
  vatReturnOf,
  vatSumsOf,
} from "../../money/books/vat.rules.ts";
import { readSelfBilledRegister } from "../../money/self-billing/self-billed-invoice.queries.ts";
import { selfBilledSumsOf } from "../../money/self-billing/self-billed-register.rules.ts";
import { closingOf } from "../../money/statements/statement.rules.ts";

type VatContext = Pick<Caller, "readDb" | "readBooks" | "shop">;

/** A screen shows no more; the file has all. */
const scheduleRowsMost = 200;

/**
 * Output VAT of the documents posted in a period, by rate and kind, the figures of the region's return, and the schedules of
 * what no document has.
 */
export async function getVat(
  { readDb, readBooks, shop: { region } }: VatContext,
  { from, to }: VatPeriod,
) {
  const { calendar, documents, schedules } = await readBooks({ kind: "vat", region, from, to });
  const own = await loadOwnTerms(readDb, region, to);
  const { currency, vatBps } = own;
  const groups = vatGroupsOf(documents, own);
  const selfBilled = await readSelfBilledRegister(readDb, calendar, { from, to });
  return {
    from,
    to,
    region,
    currency,
    vatBps,
    isClosed: closingOf(calendar, to.slice(0, 7)) !== null,
    lacksVatNumber: await lacksVatNumber(readDb, region),
    groups: groups.map(({ documents: members, ...group }) => ({
      ...group,
      count: members.length,
      late: members.filter(isLate).length,
    })),
    vatReturn: vatReturnOf(groups, own),
    /** Input VAT: in the commission that was paid, and in no figure of the return. */
    selfBilled: { count: selfBilled.length, vat: selfBilledSumsOf(selfBilled).vat },
    schedules: schedules.map(({ rows, ...schedule }) => ({
      ...schedule,
      rows: rows.slice(0, scheduleRowsMost),
      count: rows.length,
    })),
  };
}

function isLate({ ownDay, postingDate }: VatDocument): boolean {
  return ownDay !== postingDate;
}

/** A page of the documents behind a figure, in ledger order, and the sums of all of them: the figure. */
export async function listVatDocuments(
  { readDb, readBooks, shop: { region } }: VatContext,
  { from, to, page, pageSize, ...choice }: VatDocuments,
) {
  const { documents } = await readBooks({ kind: "vat", region, from, to });
  const own = await loadOwnTerms(readDb, region, to);
  const chosen = documents.filter((document) => isOfChoice(document, choice, own));
  const first = (page - 1) * pageSize;
  return {
    rows: chosen.slice(first, first + pageSize).map(({ orderId, orderNumber, ...document }) => ({
      number: document.number,
      kind: document.kind,
      ownDay: document.ownDay,
      postingDate: document.postingDate,
      orderId,
      orderNumber,
      ...signedSumsOf(document),
    })),
    total: chosen.length,
    sums: vatSumsOf(chosen),
  };
}

/**
 * CSV files: every document of a period on a line, of which the columns add up to the figures, every row of the schedules,
 * and the figures of the return; the last two where the region has any.
 */
export async function writeVatFiles(
  { readDb, readBooks, shop: { region } }: VatContext,
  { from, to }: VatPeriod,
) {
  const { documents, schedules } = await readBooks({ kind: "vat", region, from, to });
  const own = { ...(await loadOwnTerms(readDb, region, to)), region };
  const name = `${from}-to-${to}.csv`;
  return [
    { name: `${taxFileName("vat", region)}-${name}`, text: vatFile(documents, own) },
    ...(schedules.length === 0
      ? []
      : [{ name: `vat-schedules-${name}`, text: vatSchedulesFile(schedules) }]),
    ...(hasVat[region]
      ? [{ name: `vat-return-${name}`, text: vatReturnFile(documents, own) }]
      : []),
  ];
}
