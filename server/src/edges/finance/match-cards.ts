import { isCardException } from "@portal/shared/sales/card-match.ts";
import { readOnly } from "../../platform/db/database.ts";
import {
  findFirstNotification,
  findNotifications,
  listCardPayments,
} from "../../sales/card-settlements/card-match.queries.ts";
import {
  type CardMatch,
  type CardMatchSummary,
  matchCards,
  type MatchedDeposit,
  summaryOf,
} from "../../sales/card-settlements/card-match.rules.ts";
import { readBankStatement, type StatementLine } from "../../gateways/bank-files/bank-statement.ts";
import {
  readCardSettlement,
  type SettlementLine,
} from "../../gateways/bank-files/card-settlement.ts";
import { StatementError } from "../../gateways/bank-files/statement-error.ts";
import { cardMatchText } from "./card-match-text.ts";
import type { CommandResult } from "./command-result.ts";
import type { FinanceCommand, Session } from "./finance-command.ts";
import { readText } from "./json-file.ts";
import { WrongUse } from "./wrong-use.ts";

export type CardMatchDocument = Readonly<{
  from: string;
  to: string;
  summary: CardMatchSummary;
  /** What is not matched; what waits for another file is no exception. */
  exceptions: CardMatch["payments"];
  deposits: readonly MatchedDeposit[];
}>;

type Files = Readonly<{
  settlement: readonly SettlementLine[];
  bank: readonly StatementLine[] | null;
}>;

export const matchCardsCommand: FinanceCommand = {
  name: "match-cards",
  summary: "Card payments four ways: order, notification, the provider's settlement, bank deposit",
  options: [
    { flags: "--payfast <csv>", description: "the card provider's transaction history" },
    { flags: "--bank <file>", description: "the bank statement that its payouts came in on" },
  ],
  async prepare({ options: { payfast, bank } }) {
    if (payfast === undefined)
      throw new WrongUse("Name the settlement: match-cards --payfast CSV [--bank CSV].");
    const files = {
      settlement: await contentOf(payfast, readCardSettlement),
      bank:
        bank === undefined ? null : await contentOf(bank, (text) => readBankStatement(text).lines),
    };
    return (session) => match(session, files);
  },
};

async function match({ db, region }: Session, files: Files): Promise<CommandResult> {
  const { settlement, bank } = files;
  const days = settlement.map(({ day }) => day).toSorted();
  const [from = "", to = ""] = [days[0], days.at(-1)];
  const isSettledDay = (day: string): boolean => day >= from && day <= to;
  const paidIds = settlement.flatMap(({ paymentId }) => paymentId ?? []);
  const { timeZone } = region;
  const read = readOnly(db);
  const payments = await listCardPayments(read, { from, to, timeZone, paidIds });
  const ids = [...paidIds, ...payments.map(({ paymentId }) => paymentId)];
  const matched = matchCards({
    payments,
    settlement,
    isSettledDay,
    notifications: await findNotifications(read, ids),
    notifiedSince: await findFirstNotification(read, timeZone),
    deposits: bank ?? [],
    bankKnownUntil:
      bank
        ?.map(({ day }) => day)
        .toSorted()
        .at(-1) ?? null,
  });
  // What the days around the file's own have is there to be found, not to be missed.
  const rows = matched.payments.filter(({ day, settlement: line }) => line || isSettledDay(day));
  const document: CardMatchDocument = {
    from,
    to,
    summary: summaryOf(rows, settlement),
    exceptions: rows.filter(({ state }) => isCardException(state)),
    deposits: matched.deposits,
  };
  const isFine =
    document.exceptions.length === 0 &&
    document.deposits.every(({ state }) => state === "matched" || state === "waiting");
  return {
    exitCode: isFine ? 0 : 1,
    document,
    text: cardMatchText(document, region.currency),
  };
}

async function contentOf<Content>(
  file: string,
  parse: (text: string) => Content,
): Promise<Content> {
  const text = await readText(file);
  try {
    return parse(text);
  } catch (error) {
    throw error instanceof StatementError
      ? new WrongUse(`${file}: ${error.message}.`, { cause: error })
      : error;
  }
}
