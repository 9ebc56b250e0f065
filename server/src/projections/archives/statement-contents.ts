import { buffer } from "node:stream/consumers";
import type { Month } from "@portal/shared/platform/calendar.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import type { ZipEntry } from "../../gateways/documents/zip.ts";
import { streamCsv } from "../../gateways/sheets/sheets.ts";
import {
  printSelfBilledCreditNote,
  printSelfBilledInvoice,
} from "../../money/self-billing/self-billed-invoice.actions.ts";
import { listSelfBilledOf } from "../../money/self-billing/self-billed-invoice.queries.ts";
import { getCalendar } from "../../money/statements/closing.queries.ts";
import { registerSheetOf } from "../../money/statements/commission-register.actions.ts";
import { readRegister } from "../../money/statements/commission-register.queries.ts";
import type { RegisterRow } from "../../money/statements/commission-register.rules.ts";
import { statementPdf } from "../../money/statements/statement.actions.ts";
import { type Calendar, closingOf } from "../../money/statements/statement.rules.ts";
import { listUnerased } from "../../people/users/user.queries.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import type { ContentsContext, ReadContents } from "./archive-contents.ts";
import { monthOf } from "./archive.rules.ts";

/** The statement of every member in the commission register of a month, the self-billed documents, then the register. */
export const readStatements: ReadContents = async (context, period) => {
  const month = monthOf(period);
  const calendar = await getCalendar(context.db, context.shop.region);
  const register = await readRegister(context.db, calendar, month);
  const papers = await papersOfMonth(context.db, calendar, { month, register });
  return {
    documents: papers.members.length,
    files: papers.files + 1,
    isOpen: closingOf(calendar, month) === null,
    async *entries() {
      yield* printed(context, papers);
      const content = await registerCsv(register, calendar.currency);
      yield { name: `commission-${month}.csv`, content };
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

type Papers = Awaited<ReturnType<typeof papersOfMonth>>;

/** The members of a month's register with their statements, and the tax invoices and credit notes that the shop wrote in it for members. */
export async function papersOfMonth(
  db: ReadDatabase,
  calendar: Calendar,
  { month, register }: Readonly<{ month: Month; register: readonly RegisterRow[] }>,
) {
  const members = await membersToPrint(db, register);
  const selfBilled = await listSelfBilledOf(db, calendar, month);
  return { month, members, selfBilled, files: members.length + selfBilled.length };
}

/** Each as the member's own. */
export async function* printed(
  { db, shop: { region }, now, print }: ContentsContext,
  { month, members, selfBilled }: Papers,
): AsyncGenerator<ZipEntry> {
  for (const memberId of members) {
    const { fileName, body } = await statementPdf({ db, region, now }, { memberId, month }, print);
    yield { name: fileName, content: Buffer.from(body) };
  }
  for (const { payoutId, userId: id, kind } of selfBilled) {
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
