import { buffer } from "node:stream/consumers";
import { firstDayOf, lastDayOf, type Month } from "@portal/shared/platform/calendar.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import { hasVat, type Region } from "@portal/shared/platform/region.ts";
import type { ZipEntry } from "../../gateways/documents/zip.ts";
import { streamCsv } from "../../gateways/sheets/sheets.ts";
import {
  printSelfBilledCreditNote,
  printSelfBilledInvoice,
} from "../../money/self-billing/self-billed-invoice.actions.ts";
import { readSelfBilledRegister } from "../../money/self-billing/self-billed-invoice.queries.ts";
import { selfBilledFile } from "../../money/self-billing/self-billed-register.rules.ts";
import { getCalendar } from "../../money/statements/closing.queries.ts";
import { registerSheetOf } from "../../money/statements/commission-register.actions.ts";
import { readRegister } from "../../money/statements/commission-register.queries.ts";
import type { RegisterRow } from "../../money/statements/commission-register.rules.ts";
import { statementPdf } from "../../money/statements/statement.actions.ts";
import { type Calendar, closingOf } from "../../money/statements/statement.rules.ts";
import { listUnerased } from "../../people/users/user.queries.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { type ContentsContext, type ReadContents, textEntry } from "./archive-contents.ts";
import { monthOf } from "./archive.rules.ts";

/** The statement of every member in the commission register of a month, the self-billed documents, then both registers. */
export const readStatements: ReadContents = async (context, period) => {
  const month = monthOf(period);
  const calendar = await getCalendar(context.db, context.shop.region);
  const register = await readRegister(context.db, calendar, month);
  const papers = await papersOfMonth(context.db, calendar, { month, register });
  const selfBilled = selfBilledFilesOf(papers, context.shop.region, calendar.currency);
  return {
    documents: papers.members.length,
    files: papers.files + 1 + selfBilled.length,
    isOpen: closingOf(calendar, month) === null,
    async *entries() {
      yield* printed(context, papers);
      const content = await registerCsv(register, calendar.currency);
      yield { name: `commission-${month}.csv`, content };
      yield* selfBilled.map(textEntry);
    },
  };
};

/** An erased member has no statement; the register has their figures. */
export function membersToPrint(
  db: ReadDatabase,
  register: readonly Pick<RegisterRow, "userId">[],
): Promise<readonly number[]> {
  return listUnerased(
    db,
    register.map(({ userId }) => userId),
  );
}

export type Papers = Awaited<ReturnType<typeof papersOfMonth>>;

/** The members of a month's register with their statements, and the tax invoices and credit notes that the shop wrote in it for members. */
export async function papersOfMonth(
  db: ReadDatabase,
  calendar: Calendar,
  { month, register }: Readonly<{ month: Month; register: readonly RegisterRow[] }>,
) {
  const members = await membersToPrint(db, register);
  const period = { from: firstDayOf(month), to: lastDayOf(month) };
  const selfBilled = await readSelfBilledRegister(db, calendar, period);
  // Without the supplier, who was erased, there is no document any more, but its figures.
  const printable = selfBilled.filter(({ supplier }) => supplier !== null);
  return { month, members, selfBilled, printable, files: members.length + printable.length };
}

/** The register of the self-billed documents: in the USA there are none. */
export function selfBilledFilesOf(
  { month, selfBilled }: Pick<Papers, "month" | "selfBilled">,
  region: Region,
  currency: Currency,
) {
  return hasVat[region]
    ? [{ name: `self-billed-${month}.csv`, text: selfBilledFile(selfBilled, currency) }]
    : [];
}

/** Each as the member's own. */
export async function* printed(
  { db, shop: { region }, now, print }: ContentsContext,
  { month, members, printable }: Papers,
): AsyncGenerator<ZipEntry> {
  for (const memberId of members) {
    const { fileName, body } = await statementPdf({ db, region, now }, { memberId, month }, print);
    yield { name: fileName, content: Buffer.from(body) };
  }
  for (const { payoutId, memberId: id, kind } of printable) {
    const of = { id, role: "distributor" } as const;
    const write = kind === "invoice" ? printSelfBilledInvoice : printSelfBilledCreditNote;
    const { fileName, pdf } = await write({ db, region, print }, payoutId, of);
    yield { name: fileName, content: pdf };
  }
}

export function registerCsv(
  register: readonly RegisterRow[],
  currency: Currency,
): Promise<Uint8Array> {
  return buffer(streamCsv(registerSheetOf(register, currency)));
}
