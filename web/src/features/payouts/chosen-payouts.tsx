import { Button } from "@mantine/core";
import { formatMoney } from "@portal/shared/money.ts";
import { lazy, Suspense, useState } from "react";
import { Link } from "wouter";
import type { ListedPayout } from "./payouts-screen.tsx";
import classes from "./payouts.module.css";

const MakeBatchDialog = lazy(async () => ({
  default: (await import("./make-batch-dialog.tsx")).MakeBatchDialog,
}));

export type PayoutChoice = ReturnType<typeof usePayoutChoice>;

/** Those that are chosen, in sight and in no batch: what is not seen is not sent to the bank. */
export function usePayoutChoice(rows: readonly ListedPayout[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const choose = (id: string, isChosen: boolean) =>
    setIds((before) => {
      const after = new Set(before);
      if (isChosen) after.add(id);
      else after.delete(id);
      return after;
    });
  const free = rows.filter(({ batchId }) => batchId === null);
  return {
    ids,
    hasAny: free.length > 0,
    chosen: free.filter(({ id }) => ids.has(id)),
    choose,
    chooseAll: () => setIds(new Set(free.map(({ id }) => id))),
    chooseNone: () => setIds(new Set()),
  };
}

/** What can be done with many at once. */
export function ChosenPayouts(props: { choice: PayoutChoice }) {
  const { chosen, hasAny, chooseAll, chooseNone } = props.choice;
  const [making, setMaking] = useState<readonly ListedPayout[] | null>(null);
  const [first] = chosen;
  const total = chosen.reduce((sum, { amount }) => sum + amount, 0);
  return (
    <div className={classes.chosen} role="group" aria-label="Chosen payout requests">
      <p className={classes.note}>
        {first
          ? `${chosen.length} chosen, ${formatMoney(total, first.currency)}`
          : "Choose requests to pay them with one bank file."}
      </p>
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
    </div>
  );
}
