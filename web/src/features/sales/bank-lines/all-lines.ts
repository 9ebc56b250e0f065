import { kindWords } from "@portal/shared/sales/bank-debits.ts";
import { useState } from "react";
import { api } from "../../../api/api.ts";
import { errorMessage } from "../../../api/error-message.ts";
import { doneWords } from "../../../ui/done-words.ts";
import { showToast } from "../../../ui/feedback.tsx";
import { useEachCommand } from "../../../ui/use-each-command.ts";
import type { ListedBankLine } from "./bank-line-match-form.tsx";

/** Applies the exact proposals of the page one by one, and collects the failures. */
export function useAllExact(rows: readonly ListedBankLine[]) {
  const { mutateAsync } = api.bankLines.use.useMutation();
  const [failures, setFailures] = useState<readonly string[]>([]);
  const exact = rows.flatMap(({ id, description, proposal }) =>
    proposal?.kind === "exact" ? [{ id, description, uses: proposal.uses }] : [],
  );
  const { start, isRunning } = useEachCommand(
    ({ id, uses }: (typeof exact)[number], commandId) =>
      mutateAsync({ commandId, lineId: id, uses: [...uses] }),
    {
      onEnd: (outcomes) => {
        const failed = outcomes.flatMap((each) =>
          each.isDone ? [] : `${each.task.description}: ${errorMessage(each.error)}`,
        );
        setFailures(failed);
        if (failed.length > 0) return;
        const [waiting = null] = outcomes.flatMap((each) =>
          each.isDone ? (each.answer.proposalId ?? []) : [],
        );
        const words = outcomes.length === 1 ? "Transaction matched." : "Transactions matched.";
        showToast(doneWords(waiting, words));
      },
    },
  );
  return { count: exact.length, apply: () => start(exact), isBusy: isRunning, failures };
}

/** Ignores the transactions of the page that rules say are no order payments, one by one. */
export function useByRules(rows: readonly ListedBankLine[]) {
  const { mutateAsync } = api.bankLines.ignore.useMutation();
  const [failure, setFailure] = useState<string | null>(null);
  const ruled = rows.flatMap(({ id, state, proposedKind }) =>
    state === "open" && proposedKind !== null
      ? { lineId: id, kind: proposedKind, reason: kindWords.in[proposedKind] }
      : [],
  );
  const { start, isRunning } = useEachCommand(
    (line: (typeof ruled)[number], commandId) => mutateAsync({ commandId, ...line }),
    {
      stopsAtFailure: true,
      onEnd: (outcomes) => {
        const failed = outcomes.find((each) => !each.isDone);
        setFailure(failed ? errorMessage(failed.error) : null);
        if (!failed)
          showToast(outcomes.length === 1 ? "Transaction ignored." : "Transactions ignored.");
      },
    },
  );
  const apply = () => {
    setFailure(null);
    return start(ruled);
  };
  return { count: ruled.length, apply, isBusy: isRunning, failure };
}
