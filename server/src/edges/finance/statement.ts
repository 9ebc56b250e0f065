import { writeFile } from "node:fs/promises";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { readOnly } from "../../platform/db/database.ts";
import { getCalendar } from "../../money/statements/closing.queries.ts";
import { statementPdf } from "../../money/statements/statement.actions.ts";
import { statementDocument } from "../../money/statements/statement-documents.ts";
import { getStatement } from "../../money/statements/statement.queries.ts";
import { printPdf } from "../../gateways/documents/pdf-printer.ts";
import type { CommandResult } from "./command-result.ts";
import type { FinanceCommand, Session } from "./finance-command.ts";
import { wholeNumberOf } from "./number-arguments.ts";
import { statementText } from "./statement-text.ts";
import { monthOf } from "./time-arguments.ts";
import { WrongUse } from "./wrong-use.ts";

type Asked = Readonly<{ memberId: number; month: string; pdf: string | undefined }>;

export const statementCommand: FinanceCommand = {
  name: "statement",
  summary: "A member's commission of a month, every entry with its order",
  options: [
    { flags: "--member <id>", description: "whose statement" },
    { flags: "--month <yyyy-mm>", description: "which month" },
    { flags: "--pdf <file>", description: "write it as PDF as well" },
  ],
  prepare({ options: { member, month, pdf } }) {
    if (member === undefined || month === undefined)
      throw new WrongUse("Name both: statement --member ID --month YYYY-MM.");
    const memberId = wholeNumberOf("--member", member);
    monthOf("--month", month, "UTC");
    return (session) => statement(session, { memberId, month, pdf });
  },
};

async function statement(session: Session, asked: Asked): Promise<CommandResult> {
  const { region, currency } = session.region;
  const db = readOnly(session.db);
  try {
    const found = await getStatement(db, await getCalendar(db, region), asked);
    if (asked.pdf !== undefined) {
      const now = new Date().toISOString();
      const { body } = await statementPdf({ db, region, now }, asked, printPdf);
      await writeFile(asked.pdf, body);
      session.note(`Wrote ${asked.pdf}.`);
    }
    const document = statementDocument(found);
    return { exitCode: 0, document, text: statementText(found, currency) };
  } catch (error) {
    throw asNoMember(error, asked.memberId);
  }
}

/** On the command line a member is known by number, and may be named in the refusal. */
export function asNoMember(error: unknown, memberId: number): unknown {
  const isUnknown = error instanceof DomainError && error.code === "statement.unknown";
  return isUnknown ? new WrongUse(`There is no member ${memberId}.`) : error;
}
