import { eftPrefix } from "@portal/shared/platform/constants.ts";
import { type BankKind, kindWords } from "@portal/shared/sales/bank-debits.ts";
import type { ApiOutputs } from "../../../api/api.ts";
import { StatusText } from "../../../ui/facts.tsx";

export type ListedBankDebit = ApiOutputs["bankDebits"]["list"]["rows"][number];

/** What a transaction is: proved, said by somebody, or proposed by a rule. */
export function DebitText({ debit }: { debit: ListedBankDebit }) {
  const known = knownWords(debit);
  if (known !== null) return <StatusText tone="good">{known}</StatusText>;
  if (debit.proposed === null) return <StatusText tone="neutral">To explain</StatusText>;
  return <StatusText tone="waiting">{proposedWords(debit.proposed)}</StatusText>;
}

export function proposedWords(kind: BankKind): string {
  return `${kindWords.out[kind]}, as a rule says`;
}

function knownWords({ kind, batches, orders }: ListedBankDebit): string | null {
  if (batches.length > 0)
    return `${batches.length === 1 ? "Payout of batch" : "Payouts of batches"} ${batches.join(", ")}`;
  if (kind === "refund")
    return `Refund of ${orders.map((each) => `${eftPrefix}${each}`).join(", ")}`;
  return kind === null ? null : kindWords.out[kind];
}
