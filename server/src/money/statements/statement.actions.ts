import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { taxYearNotes } from "@portal/shared/money/statements.ts";
import { type Month, monthsOfTaxYear } from "@portal/shared/platform/calendar.ts";
import { hasVat, type Region } from "@portal/shared/platform/region.ts";
import { isOfficeRole } from "@portal/shared/platform/roles.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import type { PdfPrinter } from "../../gateways/documents/pdf-document.ts";
import { companyDetailsAt } from "../../catalogue/shop-settings/settings.queries.ts";
import { documentLanguages } from "../../sales/orders/order-documents.actions.ts";
import { getCalendar } from "./closing.queries.ts";
import {
  statementDocument,
  type StatementHead,
  statementPage,
  taxPackCsv,
  taxPackDocument,
  type TaxPackOf,
} from "./statement-documents.ts";
import { findSellerNames, getStatement, getTaxPack } from "./statement.queries.ts";
import { type Closing, closingOf } from "./statement.rules.ts";

export type StatementFile = Readonly<{ fileName: string; type: string; body: Buffer | string }>;

export type StatementContext = Readonly<{ db: ReadDatabase; region: Region; now: string }>;

/**
 * The member whose statement is requested: the user, or any member for admins and accountants.
 *
 * @throws DomainError statement.unknown for another member, the same as for an id that is no member
 */
export function memberAskedFor(user: SignedInUser, memberId: number = user.id): number {
  if (!isOfficeRole(user.role) && memberId !== user.id) throw new DomainError("statement.unknown");
  return memberId;
}

/** @throws DomainError statement.unknown */
export async function statementJson(
  { db, region }: StatementContext,
  of: Readonly<{ memberId: number; month: Month }>,
): Promise<StatementFile> {
  const statement = await getStatement(db, await getCalendar(db, region), of);
  const body = `${JSON.stringify(statementDocument(statement), null, 1)}\n`;
  return { fileName: nameOf(of, "json"), type: "application/json", body };
}

/** @throws DomainError statement.unknown */
export async function statementPdf(
  context: StatementContext,
  of: Readonly<{ memberId: number; month: Month }>,
  print: PdfPrinter,
): Promise<StatementFile> {
  const { db, region } = context;
  const calendar = await getCalendar(db, region);
  const statement = await getStatement(db, calendar, of);
  const head = await headOf(context, of.memberId, closingOf(calendar, of.month));
  const body = await print(statementPage(statement, head));
  return { fileName: nameOf(of, "pdf"), type: "application/pdf", body };
}

/** @throws DomainError statement.unknown */
export async function taxPackFile(
  context: StatementContext,
  of: Readonly<{ memberId: number; year: number }>,
  print: PdfPrinter | "csv",
): Promise<StatementFile> {
  const { pack, head } = await readTaxPack(context, of);
  const name = taxPackName(of);
  if (print === "csv")
    return { fileName: `${name}.csv`, type: "text/csv; charset=utf-8", body: taxPackCsv(pack) };
  const body = await print(taxPackDocument(pack, head));
  return { fileName: `${name}.pdf`, type: "application/pdf", body };
}

/** @throws DomainError statement.unknown */
export async function readTaxPack(
  context: StatementContext,
  of: Readonly<{ memberId: number; year: number }>,
): Promise<TaxPackOf> {
  const { db, region, now } = context;
  const calendar = await getCalendar(db, region);
  const pack = await getTaxPack(db, calendar, { ...of, region, now });
  const last = monthsOfTaxYear(of.year, region).at(-1);
  const closing = last === undefined ? null : closingOf(calendar, last);
  return { pack, head: await headOf(context, of.memberId, closing) };
}

export function taxPackName({
  memberId,
  year,
}: Readonly<{ memberId: number; year: number }>): string {
  return `tax-${year}-member-${memberId}`;
}

/** @param closing from which the figures are final, and with them the shop's name; null while they are not */
async function headOf(
  { db, region }: StatementContext,
  memberId: number,
  closing: Closing | null,
): Promise<StatementHead> {
  const { name: shop } = await companyDetailsAt(db, closing?.closedAt ?? null);
  const member = (await findSellerNames(db, [memberId]))[memberId] ?? "";
  const [language, taxYearNote] = [documentLanguages[region], taxYearNotes[region]];
  return { language, shop, member, hasVat: hasVat[region], taxYearNote };
}

function nameOf({ memberId, month }: { memberId: number; month: Month }, ending: string): string {
  return `statement-${month}-member-${memberId}.${ending}`;
}
