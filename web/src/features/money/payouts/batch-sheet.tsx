import { layoutNames } from "@portal/shared/money/payouts.ts";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { DayText } from "../../../ui/day-text.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { Failure } from "../../../ui/failure.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { StatusText } from "../../../ui/status-text.tsx";
import { BatchActions } from "./batch-actions.tsx";
import { ProveBatch } from "./prove-batch.tsx";
import classes from "./payouts.module.css";

export type Batch = ApiOutputs["payoutBatches"]["byId"];

/** One file for the bank: what is in it, what became of each payout, and what can be done now. */
export function BatchSheet(props: { batchId: number; onClose: () => void }) {
  const { batchId } = props;
  const batch = api.payoutBatches.byId.useQuery({ batchId });
  return (
    <Dialog shape="sheet" title={`Payment batch ${batchId}`} onClose={props.onClose}>
      {batch.data ? (
        <Shown batch={batch.data} />
      ) : batch.error ? (
        <Failure
          what="the payment batch"
          error={batch.error}
          onRetry={() => void batch.refetch()}
        />
      ) : (
        <Loading what="the payment batch" lines={5} />
      )}
    </Dialog>
  );
}

function Shown(props: { batch: Batch }) {
  const { batch } = props;
  return (
    <div className={classes.sheet}>
      <div>
        <p className={classes.amount}>
          <MoneyText minor={batch.total} currency={batch.currency} />
        </p>
        <p className={classes.note}>
          {batch.itemCount === 1 ? "1 payout" : `${batch.itemCount} payouts`}, to be paid on{" "}
          <DayText value={batch.payOn} />
        </p>
      </div>
      <Facts
        facts={[
          { name: "Bank file", value: layoutNames[batch.layout] },
          { name: "Hash total", value: batch.hashTotal },
          { name: "Made by", value: batch.madeByName },
          { name: "Made", value: <DayText value={batch.madeAt} withTime /> },
          ...(batch.settledAt === null
            ? []
            : [
                {
                  name: batch.state === "paid" ? "Settled" : "Cancelled",
                  value: (
                    <>
                      <DayText value={batch.settledAt} withTime /> by {batch.settledByName}
                    </>
                  ),
                },
              ]),
        ]}
      />
      <BatchActions batch={batch} />
      <section aria-labelledby="in-batch">
        <h3 id="in-batch" className={classes.heading}>
          What is in it
        </h3>
        <ul className={classes.items}>
          {batch.items.map((item) => (
            <Item key={item.id} item={item} batch={batch} />
          ))}
        </ul>
      </section>
      {batch.state !== "cancelled" && <ProveBatch batchId={batch.id} />}
    </div>
  );
}

const itemTones = { open: "waiting", paid: "good", released: "neutral" } as const;
const itemWords = { open: "Waiting", paid: "Paid", released: "Not paid here" } as const;

function Item(props: { item: Batch["items"][number]; batch: Batch }) {
  const { item, batch } = props;
  return (
    <li className={classes.item}>
      <span>
        <strong>{item.fullName}</strong>
        <br />
        <span className={classes.note}>{item.reference}</span>
      </span>
      <span className={classes.itemEnd}>
        <MoneyText minor={item.amount} currency={batch.currency} />
        <StatusText tone={item.failure === null ? itemTones[item.state] : "bad"}>
          {item.failure === null ? itemWords[item.state] : "Not marked"}
        </StatusText>
      </span>
      {item.failure !== null && <span className={classes.missing}>{item.failure}</span>}
      {item.proofDay !== null && (
        <span className={classes.note}>
          On the bank statement of <DayText value={item.proofDay} />
        </span>
      )}
    </li>
  );
}
