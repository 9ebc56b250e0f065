import type { VatDocuments, VatPeriod } from "@portal/shared/money/books.ts";
import type { Caller } from "../../caller.ts";
import { vatFile } from "../../money/books/vat-file.rules.ts";
import {
  isOfChoice,
  signedSumsOf,
  type VatDocument,
  vatGroupsOf,
  vatReturnOf,
  vatSumsOf,
} from "../../money/books/vat.rules.ts";
import { closingOf } from "../../money/statements/statement.rules.ts";
import { loadRegion } from "../../platform/db/region.queries.ts";

type VatContext = Pick<Caller, "readDb" | "readBooks" | "shop">;

/** Output VAT of the documents posted in a period, by rate and kind, and the figures of the region's return. */
export async function getVat(
  { readDb, readBooks, shop: { region } }: VatContext,
  { from, to }: VatPeriod,
) {
  const { calendar, documents } = await readBooks({ kind: "documents", region, from, to });
  const { currency, vatBps } = await loadRegion(readDb, region);
  const groups = vatGroupsOf(documents);
  return {
    from,
    to,
    region,
    currency,
    vatBps,
    isClosed: closingOf(calendar, to.slice(0, 7)) !== null,
    groups: groups.map(({ documents: members, ...group }) => ({
      ...group,
      count: members.length,
      late: members.filter(isLate).length,
    })),
    vatReturn: vatReturnOf(groups, { currency, vatBps }),
  };
}

function isLate({ ownDay, postingDate }: VatDocument): boolean {
  return ownDay !== postingDate;
}

/** A page of the documents behind a figure, in ledger order, and the sums of all of them: the figure. */
export async function listVatDocuments(
  { readBooks, shop: { region } }: VatContext,
  { from, to, page, pageSize, ...choice }: VatDocuments,
) {
  const { documents } = await readBooks({ kind: "documents", region, from, to });
  const chosen = documents.filter((document) => isOfChoice(document, choice));
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

/** Every document of a period as a line of a CSV file; the columns add up to the figures. */
export async function writeVatFile(
  { readDb, readBooks, shop: { region } }: VatContext,
  { from, to }: VatPeriod,
) {
  const { documents } = await readBooks({ kind: "documents", region, from, to });
  const { currency, vatBps } = await loadRegion(readDb, region);
  return {
    name: `vat-${from}-to-${to}.csv`,
    text: vatFile(documents, { currency, vatBps }),
  };
}
