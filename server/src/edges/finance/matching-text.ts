import { formatMoney } from "@portal/shared/platform/money.ts";
import type { Session } from "./finance-command.ts";
import type { Matching } from "./match-payments.ts";

export function matchingText(title: string, matching: Matching, { region }: Session): string {
  const money = (amount: number): string => formatMoney(amount, region.currency);
  const { matched, different, missingInLedger, missingInStatement, unreferenced } = matching;
  return [
    `${title}: ${matched} matched, ${different.length} different, ${missingInLedger.length} missing in the ledger, ${missingInStatement.length} missing in the statement, ${unreferenced.length} without a reference`,
    ...different.map(
      ({ line, orderNumber, field, statement, ledger }) =>
        `  different: line ${line}, order ${orderNumber}: ${field} ${money(statement)} in the statement, ${money(ledger)} in the ledger`,
    ),
    ...missingInLedger.map(
      ({ line, orderNumber, paymentId, amount }) =>
        `  missing in the ledger: line ${line}, ${orderNumber === null ? `payment ${paymentId}` : `order ${orderNumber}`}, ${money(amount)}`,
    ),
    ...missingInStatement.map(
      ({ orderNumber, paymentId, amount, day }) =>
        `  missing in the statement: order ${orderNumber}, payment ${paymentId} of ${day}, ${money(amount)}`,
    ),
    ...unreferenced.map(
      ({ line, amount }) => `  without a reference: line ${line}, ${money(amount)}`,
    ),
  ].join("\n");
}
