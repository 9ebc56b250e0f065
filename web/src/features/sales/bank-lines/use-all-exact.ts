import { useState } from "react";
import { api } from "../../../api/api.ts";
import { errorMessage } from "../../../api/error-message.ts";
import { newId } from "../../../api/new-id.ts";
import { showDone } from "../../../ui/proposed-toast.ts";
import type { ListedBankLine } from "./bank-lines-screen.tsx";

/** Applies every line of the page that names an order and pays just what it misses; failing ones are named. */
export function useAllExact(rows: readonly ListedBankLine[]) {
  const utils = api.useUtils();
  const apply = api.bankLines.use.useMutation();
  const [isBusy, setIsBusy] = useState(false);
  const [failures, setFailures] = useState<readonly string[]>([]);
  const exact = rows.flatMap(({ id, description, proposal }) =>
    proposal?.kind === "exact" ? [{ id, description, uses: proposal.uses }] : [],
  );

  const applyAll = async () => {
    setIsBusy(true);
    const failed: string[] = [];
    let waiting: string | null = null;
    for (const { id, description, uses } of exact) {
      try {
        const line = { commandId: newId(), lineId: id, uses: [...uses] };
        waiting = (await apply.mutateAsync(line)).proposalId ?? waiting;
      } catch (error) {
        failed.push(`${description}: ${errorMessage(error)}`);
      }
    }
    setFailures(failed);
    await Promise.all([utils.bankLines.list.invalidate(), utils.orders.list.invalidate()]);
    setIsBusy(false);
    if (failed.length === 0) showDone(waiting);
  };
  return { count: exact.length, apply: applyAll, isBusy, failures };
}
