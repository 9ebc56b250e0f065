import { type Currency, formatMoney } from "@portal/shared/platform/money.ts";
import type { Balance } from "../../money/statements/statement.rules.ts";
import type { Statement, StatementEntry } from "../../money/statements/statement.queries.ts";
import { moneyColumn, textTable } from "./text-table.ts";

export function statementText(statement: Statement, currency: Currency): string {
  const { memberId, month, timeZone, opening, entries, movements, closing, seal } = statement;
  const entryTable = textTable<StatementEntry>(
    [
      { title: "when", text: ({ occurredAt }) => occurredAt },
      { title: "order", align: "right", text: ({ orderNumber }) => String(orderNumber) },
      {
        title: "kind",
        text: ({ kind, cappedBy }) => (cappedBy === undefined ? kind : `${kind}, capped`),
      },
      { title: "seller", align: "right", text: ({ sellerId }) => String(sellerId) },
      moneyColumn("on", currency, ({ value }) => value),
      { title: "rate", align: "right", text: ({ rateBps }) => `${rateBps / 100} %` },
      moneyColumn("amount", currency, ({ amount }) => amount),
    ],
    entries,
  );
  const paidOut = movements.map(({ occurredAt, type, cash, credit, reference }) =>
    type === "PayoutPaid"
      ? `${occurredAt}  paid out ${formatMoney(cash, currency)}${reference ? ` (${reference})` : ""}`
      : `${occurredAt}  turned into store credit ${formatMoney(credit, currency)}`,
  );
  return [
    `Member ${memberId}, ${month} (${timeZone}${seal ? `, closed through position ${seal.throughPosition}` : ""})`,
    balanceLine("Opening", opening, currency),
    ...(entries.length === 0 ? ["No commission in this month."] : [entryTable]),
    ...paidOut,
    balanceLine("Closing", closing, currency),
  ].join("\n");
}

function balanceLine(
  name: string,
  { accrued, paid, credit, balance }: Balance,
  currency: Currency,
): string {
  const [had, out, turned, left] = [accrued, paid, credit, balance].map((amount) =>
    formatMoney(amount, currency),
  );
  return `${name} balance ${left}: accrued ${had}, paid ${out}, turned into credit ${turned}`;
}
