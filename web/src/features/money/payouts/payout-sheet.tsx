import { Button } from "@mantine/core";
import { useState } from "react";
import { Link } from "wouter";
import { api } from "../../../api/api.ts";
import { DayText } from "../../../ui/day-text.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { type Fact, Facts } from "../../../ui/facts.tsx";
import { Failure } from "../../../ui/failure.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { ClearDialog } from "./clear-dialog.tsx";
import { MarkPaidDialog } from "./mark-paid-dialog.tsx";
import { PayeeBankDetails } from "./payee-bank-details.tsx";
import { PayoutLog } from "./payout-log.tsx";
import classes from "./payouts.module.css";
import type { ListedPayout } from "./payouts-screen.tsx";
import { PreflightLines } from "./preflight-lines.tsx";
import { RejectDialog } from "./reject-dialog.tsx";
import { SecondPerson } from "./second-person.tsx";

/** One request: what it is made of, where it goes, and the two ways to settle it. */
export function PayoutSheet(props: { payout: ListedPayout; onClose: () => void }) {
  const { payout } = props;
  return (
    <Dialog shape="sheet" title={`Payout to ${payout.fullName}`} onClose={props.onClose}>
      <Payout payout={payout} onSettled={props.onClose} />
    </Dialog>
  );
}

function Payout(props: { payout: ListedPayout; onSettled: () => void }) {
  const { payout } = props;
  return (
    <div className={classes.sheet}>
      <div>
        <p className={classes.amount}>
          <MoneyText minor={payout.amount} currency={payout.currency} />
        </p>
        <p className={classes.note}>
          Requested on <DayText value={payout.requested} />
        </p>
      </div>
      <Settled payout={payout} />
      <Hold payout={payout} />
      {payout.state === "requested" && (
        <section aria-labelledby="preflight">
          <h3 id="preflight" className={classes.heading}>
            Before paying
          </h3>
          <PreflightLines lines={payout.preflight} currency={payout.currency} />
        </section>
      )}
      <SecondPerson payout={payout} />
      <section aria-labelledby="breakdown">
        <h3 id="breakdown" className={classes.heading}>
          What it is made of
        </h3>
        <Breakdown payout={payout} />
      </section>
      <section aria-labelledby="bank">
        <h3 id="bank" className={classes.heading}>
          Bank details
        </h3>
        <PayeeBankDetails userId={payout.userId} name={payout.fullName} />
      </section>
      <section aria-labelledby="log">
        <h3 id="log" className={classes.heading}>
          Log
        </h3>
        <PayoutLog id={payout.id} />
      </section>
      <Settling payout={payout} onSettled={props.onSettled} />
    </div>
  );
}

function Hold(props: { payout: ListedPayout }) {
  const { payout } = props;
  if (!payout.bankDetailsHoldUntil) return null;
  return (
    <Notice tone="warning" title="The bank details were changed in the last 48 hours">
      <p>
        Please confirm them with {payout.fullName} before you pay, by a number that you know. After{" "}
        <DayText value={payout.bankDetailsHoldUntil} withTime /> that is not asked any more.
      </p>
    </Notice>
  );
}

/** The ways out of waiting; what is in a batch is settled with it. */
function Settling(props: { payout: ListedPayout; onSettled: () => void }) {
  const { payout } = props;
  const [settling, setSettling] = useState<"pay" | "reject" | "clear" | null>(null);
  const stop = () => setSettling(null);
  return (
    <>
      {payout.batchId !== null && (
        <Notice tone="info" title="Already in progress">
          <p>
            It is in{" "}
            <Link href={`/admin/payout-batches?batch=${payout.batchId}`}>
              payment batch {payout.batchId}
            </Link>{" "}
            and is settled there.
          </p>
        </Notice>
      )}
      {payout.state === "requested" && payout.batchId === null && (
        <div className={classes.actions}>
          <Button onClick={() => setSettling("pay")}>Mark as paid</Button>
          <Button variant="default" onClick={() => setSettling("reject")}>
            Reject
          </Button>
          <Button variant="default" onClick={() => setSettling("clear")}>
            Clear
          </Button>
        </div>
      )}
      {settling === "pay" && (
        <MarkPaidDialog payout={payout} onClose={stop} onPaid={props.onSettled} />
      )}
      {settling === "reject" && (
        <RejectDialog payout={payout} onClose={stop} onRejected={props.onSettled} />
      )}
      {settling === "clear" && (
        <ClearDialog payout={payout} onClose={stop} onCleared={props.onSettled} />
      )}
    </>
  );
}

function Settled(props: { payout: ListedPayout }) {
  const { payout } = props;
  if (payout.state === "requested") return null;
  const facts: Fact[] =
    payout.state === "paid"
      ? [
          {
            name: "Paid on",
            value: payout.datePaid ? <DayText value={payout.datePaid} /> : "not written down",
          },
          { name: "Bank reference", value: payout.reference ?? "none" },
        ]
      : [{ name: "Rejected", value: payout.reason ?? "Cleared, without a reason" }];
  return <Facts facts={facts} />;
}

const kindNames: Readonly<Record<string, string>> = {
  own: "Own sales",
  upline: "Sales below",
  stockist: "Stockists’ orders",
  leader: "Leader bonus",
};

function Breakdown(props: { payout: ListedPayout }) {
  const { payout } = props;
  const lines = api.payouts.breakdown.useQuery({ id: payout.id });
  if (!lines.data) {
    return lines.error ? (
      <Failure what="the breakdown" error={lines.error} onRetry={() => void lines.refetch()} />
    ) : (
      <Loading what="the breakdown" lines={3} height={36} />
    );
  }
  const money = (minor: number) => <MoneyText minor={minor} currency={payout.currency} />;
  return (
    <Facts
      amounts
      facts={[
        ...lines.data.map((line) => ({
          name: `${nameOfKind(line.kind)}, ${levelName(line.sellerLevel)} (${line.count})`,
          value: money(line.amount),
        })),
        { name: "Commission", value: money(payout.commission), isSum: true },
        ...(payout.credit === 0
          ? []
          : [
              { name: "Less credit", value: money(0 - payout.credit) },
              { name: "To pay", value: money(payout.amount), isSum: true },
            ]),
      ]}
    />
  );
}

function nameOfKind(kind: string): string {
  const taken = kind.startsWith("reversal-of-");
  const name = kindNames[kind.replace("reversal-of-", "")] ?? kind;
  return taken ? `Taken back: ${name.toLowerCase()}` : name;
}

function levelName(level: number): string {
  return level === 4 ? "stockists" : `level ${level}`;
}
