import { Button } from "@mantine/core";
import { formatMoney } from "@portal/shared/platform/money.ts";
import { lazy, Suspense, useState } from "react";
import { Link } from "wouter";
import { ChosenBar } from "../../../ui/list/chosen-bar.tsx";
import { useChoice } from "../../../ui/list/use-choice.ts";
import type { ListedPayout } from "./payouts-screen.tsx";

const MakeBatchDialog = lazy(async () => ({
  default: (await import("./make-batch-dialog.tsx")).MakeBatchDialog,
}));

export type PayoutChoice = ReturnType<typeof usePayoutChoice>;

/** Those that are in no batch: nothing is sent to the bank twice. */
export function usePayoutChoice(rows: readonly ListedPayout[]) {
  const free = rows.filter(({ batchId }) => batchId === null);
  return { ...useChoice(free, ({ id }) => id), hasAny: free.length > 0 };
}

/** What can be done with many at once. */
export function ChosenPayouts(props: { choice: PayoutChoice }) {
  const { chosen, hasAny, chooseAll, chooseNone } = props.choice;
  const [making, setMaking] = useState<readonly ListedPayout[] | null>(null);
  const [first] = chosen;
  const total = chosen.reduce((sum, { amount }) => sum + amount, 0);
  return (
    <ChosenBar
      label="Chosen payout requests"
      words={
        first
          ? `${chosen.length} chosen, ${formatMoney(total, first.currency)}`
          : "Choose requests to pay them with one bank file."
      }
    >
      {first && <Button onClick={() => setMaking(chosen)}>Make a payment batch</Button>}
      {first ? (
        <Button variant="default" onClick={chooseNone}>
          Choose none
        </Button>
      ) : (
        <Button variant="default" disabled={!hasAny} onClick={chooseAll}>
          Choose all
        </Button>
      )}
      <Button variant="subtle" component={Link} href="/admin/payout-batches">
        Payment batches
      </Button>
      {making && (
        <Suspense fallback={null}>
          <MakeBatchDialog
            payouts={making}
            onClose={() => setMaking(null)}
            onMade={() => {
              setMaking(null);
              chooseNone();
            }}
          />
        </Suspense>
      )}
    </ChosenBar>
  );
}
