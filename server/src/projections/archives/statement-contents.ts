import { buffer } from "node:stream/consumers";
import type { Month } from "@portal/shared/platform/calendar.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import type { ZipEntry } from "../../gateways/documents/zip.ts";
import { streamCsv } from "../../gateways/sheets/sheets.ts";
import { getCalendar } from "../../money/statements/closing.queries.ts";
import { registerSheetOf } from "../../money/statements/commission-register.actions.ts";
import { readRegister } from "../../money/statements/commission-register.queries.ts";
import type { RegisterRow } from "../../money/statements/commission-register.rules.ts";
import { statementPdf } from "../../money/statements/statement.actions.ts";
import { closingOf } from "../../money/statements/statement.rules.ts";
import { listUnerased } from "../../people/users/user.queries.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import type { ContentsContext, ReadContents } from "./archive-contents.ts";
import { monthOf } from "./archive.rules.ts";

/** The statement of every member in the commission register of a month, then the register. */
export const readStatements: ReadContents = async (context, period) => {
  const month = monthOf(period);
  const calendar = await getCalendar(context.db, context.shop.region);
  const register = await readRegister(context.db, calendar, month);
  const members = await membersToPrint(context.db, register);
  return {
    documents: members.length,
    files: members.length + 1,
    isOpen: closingOf(calendar, month) === null,
    async *entries() {
      yield* statementsOf(context, members, month);
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

/** As each member's own. */
export async function* statementsOf(
  { db, shop: { region }, now, print }: ContentsContext,
  members: readonly number[],
  month: Month,
): AsyncGenerator<ZipEntry> {
  for (const memberId of members) {
    const { fileName, body } = await statementPdf({ db, region, now }, { memberId, month }, print);
    yield { name: fileName, content: Buffer.from(body) };
  }
}

export function registerCsv(
  register: readonly RegisterRow[],
  currency: Currency,
): Promise<Uint8Array> {
  return buffer(streamCsv(registerSheetOf(register, currency)));
}
