import type { CommissionEntryRow } from "../features/books/books.ts";
import { walletStream } from "../features/wallets/wallet.events.ts";
import type { CommandResult } from "./command-result.ts";
import type { FinanceCommand, Session } from "./finance-command.ts";
import { readHead } from "./ledger-head.ts";
import { wholeNumberOf } from "./number-arguments.ts";
import { statementText } from "./statement-text.ts";
import { lifted, readStored } from "./stored-events.ts";
import { isWithin, monthOf, type Period } from "./time-arguments.ts";
import { type WalletMovement, walletMovements } from "./wallet-movements.ts";
import { WrongUse } from "./wrong-use.ts";

/** The figures of domain, "Wallet", at one moment. */
export type Balance = Readonly<{
  accrued: number;
  paid: number;
  unpaid: number;
  credit: number;
  balance: number;
}>;

export type StatementEntry = Pick<
  CommissionEntryRow,
  | "position"
  | "entryNo"
  | "occurredAt"
  | "orderNumber"
  | "orderId"
  | "kind"
  | "sellerId"
  | "sellerLevel"
  | "rateBps"
  | "value"
  | "amount"
>;

/** Opening balance, everything that happened to it in the month, closing balance. */
export type Statement = Readonly<{
  memberId: number;
  month: string;
  timeZone: string;
  currency: string;
  opening: Balance;
  entries: readonly StatementEntry[];
  movements: readonly WalletMovement[];
  closing: Balance;
}>;

export const statementCommand: FinanceCommand = {
  name: "statement",
  summary: "A member's commission of a month, every entry with its order",
  options: [
    { flags: "--member <id>", description: "whose statement" },
    { flags: "--month <yyyy-mm>", description: "which month" },
  ],
  prepare({ options: { member, month } }) {
    if (member === undefined || month === undefined)
      throw new WrongUse("Name both: statement --member ID --month YYYY-MM.");
    const memberId = wholeNumberOf("--member", member);
    monthOf("--month", month, "UTC");
    return (session) => statement(session, memberId, month);
  },
};

async function statement(
  session: Session,
  memberId: number,
  month: string,
): Promise<CommandResult> {
  const { db, region } = session;
  const { timeZone, currency } = region;
  const member = await db
    .selectFrom("projection.member")
    .select("user_id")
    .where("user_id", "=", memberId)
    .executeTakeFirst();
  if (!member) throw new WrongUse(`There is no member ${memberId}.`);

  const period = monthOf("--month", month, timeZone);
  const entries = await entriesUntil(session, memberId, period);
  const through = await readHead(db);
  const stored = await readStored(db, { after: 0, through, streamIds: [walletStream(memberId)] });
  const movements = walletMovements(stored.map(lifted));
  const isEarlier = ({ occurredAt }: { occurredAt: string }): boolean =>
    period.from !== null && occurredAt < period.from;
  const isOfMonth = ({ occurredAt }: { occurredAt: string }): boolean =>
    isWithin(occurredAt, period);

  const document: Statement = {
    ...{ memberId, month, timeZone, currency },
    opening: balanceAfter(entries.filter(isEarlier), movements.filter(isEarlier)),
    entries: entries.filter(isOfMonth),
    movements: movements.filter(isOfMonth),
    closing: balanceAfter(
      entries,
      movements.filter((each) => isEarlier(each) || isOfMonth(each)),
    ),
  };
  return { exitCode: 0, document, text: statementText(document, currency) };
}

function entriesUntil(
  { db }: Session,
  memberId: number,
  { through }: Period,
): Promise<StatementEntry[]> {
  return db
    .selectFrom("projection.commission_entry")
    .select([
      "position",
      "entry_no as entryNo",
      "occurred_at as occurredAt",
      "order_number as orderNumber",
      "order_id as orderId",
      "kind",
      "seller_id as sellerId",
      "seller_level as sellerLevel",
      "rate_bps as rateBps",
      "value",
      "amount",
    ])
    .where("beneficiary_id", "=", memberId)
    .where("occurred_at", "<=", through)
    .orderBy("occurred_at")
    .orderBy("position")
    .orderBy("entry_no")
    .execute();
}

function balanceAfter(
  entries: readonly StatementEntry[],
  movements: readonly WalletMovement[],
): Balance {
  const accrued = entries.reduce((sum, { amount }) => sum + amount, 0);
  const paid = movements.reduce((sum, movement) => sum + movement.paid, 0);
  const credit = movements.reduce((sum, movement) => sum + movement.credit, 0);
  const unpaid = accrued - paid;
  return { accrued, paid, unpaid, credit, balance: unpaid - credit };
}
