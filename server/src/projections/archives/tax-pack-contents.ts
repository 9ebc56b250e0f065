import {
  type FirstAndLast,
  type Month,
  monthAt,
  monthsThrough,
} from "@portal/shared/platform/calendar.ts";
import type { ZipEntry } from "../../gateways/documents/zip.ts";
import { type SheetColumn, sheetOf, writeWorkbook } from "../../gateways/sheets/sheets.ts";
import { csvOf } from "../../money/books/journal-files.rules.ts";
import { getCalendar } from "../../money/statements/closing.queries.ts";
import { readRegister } from "../../money/statements/commission-register.queries.ts";
import { hasMoved, type RegisterRow } from "../../money/statements/commission-register.rules.ts";
import {
  taxPackDocument,
  type TaxPackOf,
  taxYearCsv,
} from "../../money/statements/statement-documents.ts";
import {
  findContractorFormFrom,
  listBuyersOfGoods,
  listCertificateFacts,
  listTaxedPayments,
} from "../../money/statements/tax-certificates.queries.ts";
import {
  type CertificateTable,
  certificateTable,
  directSalesFrom,
  hasCertificates,
  paidByMember,
  paidInAnotherYear,
  paidInAnotherYearFile,
} from "../../money/statements/tax-certificates.rules.ts";
import { findSellerNames } from "../../money/statements/statement.queries.ts";
import { readTaxPack, taxPackName } from "../../money/statements/statement.actions.ts";
import { type Calendar, closingOf } from "../../money/statements/statement.rules.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { type ContentsContext, type ReadContents, textEntry } from "./archive-contents.ts";
import { taxYearNamed } from "./archive.rules.ts";
import { membersToPrint } from "./statement-contents.ts";

/**
 * The tax year of every member who earned or was paid in it, then the months of all of them in one table, and the data of their
 * certificates where the region has them. Both tables have whoever is without a page too, so that they add up to the registers.
 * Certificates go by the day of payment: what the registers have in another year is listed apart, where there is any.
 */
export const readTaxPacks: ReadContents = async (context, period) => {
  const { db, shop, now } = context;
  const calendar = await getCalendar(db, shop.region);
  const { from, to } = monthsOf(period);
  const present = monthAt(now, calendar.timeZone);
  const begun = monthsThrough(from, to < present ? to : present);
  const members = await listTaxMembers(db, calendar, begun);
  const withPage = new Set(await membersToPrint(db, members));
  const certified = hasCertificates(shop.region)
    ? await readCertified(context, calendar, period)
    : null;
  const everyone = new Set([
    ...members.map(({ userId }) => userId),
    ...(certified?.memberIds ?? []),
  ]);
  const listed = certified === null ? 0 : certified.differing.length > 0 ? 3 : 2;
  return {
    documents: everyone.size,
    files: withPage.size + 1 + listed,
    isOpen: closingOf(calendar, to) === null,
    entries: () => printed(context, { members, withPage, certified, calendar }, period),
  };
};

function monthsOf({ from, to }: FirstAndLast): Readonly<{ from: Month; to: Month }> {
  return { from: from.slice(0, 7), to: to.slice(0, 7) };
}

/** By number: those with a movement in the register of one of the months. */
async function listTaxMembers(
  db: ReadDatabase,
  calendar: Calendar,
  months: readonly Month[],
): Promise<readonly RegisterRow[]> {
  const moved = new Map<number, RegisterRow>();
  for (const month of months)
    for (const row of await readRegister(db, calendar, month))
      if (hasMoved(row)) moved.set(row.userId, row);
  return [...moved.values()].toSorted((one, other) => one.userId - other.userId);
}

/** Who may have a certificate of a tax year and what they were paid; in the USA also who only bought for box 2 of the 1099-NEC. */
async function readCertified(
  { db, shop: { region } }: ContentsContext,
  calendar: Calendar,
  period: FirstAndLast,
) {
  const payments = await listTaxedPayments(db, calendar, period);
  const buyers =
    region === "usa" ? await listBuyersOfGoods(db, calendar, period, directSalesFrom) : [];
  const memberIds = [...new Set([...paidByMember(payments, period).keys(), ...buyers])];
  return { memberIds, payments, differing: paidInAnotherYear(payments, period) };
}

type Certified = Awaited<ReturnType<typeof readCertified>>;

/** Who has a tax year, who of them has a page, and who has a certificate. */
type TaxMembers = Readonly<{
  members: readonly RegisterRow[];
  withPage: ReadonlySet<number>;
  certified: Certified | null;
  calendar: Calendar;
}>;

async function* printed(
  context: ContentsContext,
  { members, withPage, certified, calendar }: TaxMembers,
  period: FirstAndLast,
): AsyncGenerator<ZipEntry> {
  const { db, shop, now, print } = context;
  const { region } = shop;
  const year = taxYearNamed(period);
  const packs: TaxPackOf[] = [];
  for (const { userId: memberId } of members) {
    const { pack, head } = await readTaxPack({ db, region, now }, { memberId, year });
    packs.push({ pack, head });
    if (!withPage.has(memberId)) continue;
    const content = await print(taxPackDocument(pack, head));
    yield { name: `${taxPackName(pack)}.pdf`, content };
  }
  yield textEntry({ name: `tax-year-${year}.csv`, text: taxYearCsv(packs) });
  if (certified !== null) yield* certificatesOf(context, calendar, certified, period);
}

async function* certificatesOf(
  { db, shop: { region } }: ContentsContext,
  calendar: Calendar,
  { memberIds, payments, differing }: Certified,
  period: FirstAndLast,
): AsyncGenerator<ZipEntry> {
  const year = taxYearNamed(period);
  const facts = await listCertificateFacts(db, calendar, { memberIds, payments, period });
  const contractorFormFrom = await findContractorFormFrom(db);
  const table = certificateTable(facts, { region, year, contractorFormFrom });
  if (table === null) return;
  const name = `certificates-${year}`;
  yield textEntry({ name: `${name}.csv`, text: csvOf(table.headings, table.rows) });
  yield { name: `${name}.xlsx`, content: await workbookOf(table) };
  if (differing.length === 0) return;
  const names = await findSellerNames(
    db,
    differing.map(({ memberId }) => memberId),
  );
  const text = paidInAnotherYearFile(differing, { names, region, currency: calendar.currency });
  yield textEntry({ name: `paid-in-another-year-${year}.csv`, text });
}

/** Of texts alone: a spreadsheet that opens the CSV cuts the zeros at the begin of tax numbers. */
function workbookOf({ headings, rows }: CertificateTable): Promise<Buffer> {
  const columns = headings.map((header, at): SheetColumn<readonly string[]> => {
    return { kind: "text", header, width: 20, value: (cells) => cells[at] ?? "" };
  });
  return writeWorkbook([sheetOf("Certificates", columns, rows)]);
}
