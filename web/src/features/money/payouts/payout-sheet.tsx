import { Button } from "@mantine/core";
import { useState } from "react";
import { Link } from "wouter";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { accountTypeWord, useRegionWords } from "../../../session/use-region-words.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { DayText } from "../../../ui/days.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { type Fact, Facts } from "../../../ui/facts.tsx";
import { Failure, Loading, Notice } from "../../../ui/feedback.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { ClearDialog, MarkPaidDialog, RejectDialog, SecondPerson } from "./payout-decisions.tsx";
import type { ListedPayout } from "./payouts-screen.tsx";
import classes from "./payouts.module.css";
import { PreflightLines } from "./preflight-lines.tsx";

/** One request: what it is made of, where it goes, and the two ways to settle it. */
export function PayoutSheet(props: { payout: ListedPayout; onClose: () => void }) {
  const { payout } = props;
  return (
    <Sheet title={`Payout to ${payout.fullName}`} onClose={props.onClose}>
      <Payout payout={payout} onSettled={props.onClose} />
    </Sheet>
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
            Checks before paying
          </h3>
          <PreflightLines lines={payout.preflight} currency={payout.currency} />
        </section>
      )}
      <SecondPerson payout={payout} />
      <section aria-labelledby="breakdown">
        <h3 id="breakdown" className={classes.heading}>
          Breakdown
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
    <Notice tone="warning" title="Bank details changed in the last 48 hours">
      <p>
        Call {payout.fullName} on a known number to confirm them before you pay. This check ends at{" "}
        <DayText value={payout.bankDetailsHoldUntil} withTime />.
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
            This request is in{" "}
            <Link href={`/admin/payout-batches?batch=${payout.batchId}`}>
              payout batch {payout.batchId}
            </Link>
            . Mark it as paid there.
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
            value: payout.datePaid ? <DayText value={payout.datePaid} /> : "not recorded",
          },
          { name: "Bank reference", value: payout.reference ?? "none" },
        ]
      : [{ name: "Rejected", value: payout.reason ?? "Cleared (no reason given)" }];
  return <Facts facts={facts} />;
}

const kindNames: Readonly<Record<string, string>> = {
  own: "Own sales",
  upline: "Team sales",
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
              { name: "Minus store credit", value: money(0 - payout.credit) },
              { name: "To pay", value: money(payout.amount), isSum: true },
            ]),
      ]}
    />
  );
}

function nameOfKind(kind: string): string {
  const taken = kind.startsWith("reversal-of-");
  const name = kindNames[kind.replace("reversal-of-", "")] ?? kind;
  return taken ? `${name}, reversed` : name;
}

function levelName(level: number): string {
  return level === 4 ? "stockists" : `level ${level}`;
}

/** Somebody else's account number is fetched on demand only: each look is written down. */
function PayeeBankDetails(props: { userId: number; name: string }) {
  const [isShown, setShown] = useState(false);
  if (!isShown) {
    return (
      <div className={classes.reveal}>
        <p className={classes.note}>Viewing is logged.</p>
        <Button variant="default" onClick={() => setShown(true)}>
          Show bank details
        </Button>
      </div>
    );
  }
  return <Revealed userId={props.userId} name={props.name} />;
}

function Revealed(props: { userId: number; name: string }) {
  const words = useRegionWords();
  const details = api.bankDetails.getForAdmin.useQuery(
    { userId: props.userId },
    { gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false },
  );
  if (details.data === undefined) {
    return details.error ? (
      <Failure
        what="the bank details"
        error={details.error}
        onRetry={() => void details.refetch()}
      />
    ) : (
      <Loading what="the bank details" lines={3} height={36} />
    );
  }
  if (details.data === null)
    return <Notice tone="warning" title={`${props.name} no longer has bank details`} />;

  const { bankName, accountName, accountNumber, branchCode, chequeOrSavings, notes } = details.data;
  return (
    <Facts
      facts={[
        { name: "Bank", value: bankName },
        { name: "Account name", value: accountName },
        {
          name: "Account number",
          value: (
            <span className={classes.number}>
              {accountNumber} <CopyButton value={accountNumber} what="account number" />
            </span>
          ),
        },
        { name: words.branchCode, value: branchCode ?? "none" },
        { name: "Type", value: accountTypeWord(chequeOrSavings, words) },
        ...(notes ? [{ name: "Notes", value: notes }] : []),
      ]}
    />
  );
}

type Entry = ApiOutputs["payouts"]["log"][number];

/** What happened to a request, the earliest first. */
function PayoutLog(props: { id: string }) {
  const log = api.payouts.log.useQuery({ id: props.id });
  if (!log.data) {
    return log.error ? (
      <Failure what="the log" error={log.error} onRetry={() => void log.refetch()} />
    ) : (
      <Loading what="the log" lines={2} height={28} />
    );
  }
  return (
    <ol className={classes.lines}>
      {log.data.map((entry) => (
        <li key={`${entry.at}-${entry.what}-${entry.byName}`}>
          {logWords(entry)}
          {entry.byName ? ` by ${entry.byName}` : ""},{" "}
          <span className={classes.note}>
            <DayText value={entry.at} withTime />
          </span>
        </li>
      ))}
    </ol>
  );
}

function logWords({ what, note }: Entry): string {
  switch (what) {
    case "requested":
      return "Requested";
    case "approved":
      return "Approved";
    case "in-batch":
      return `Added to payout batch ${note ?? ""}`;
    case "paid":
      return note ? `Paid (${note})` : "Paid";
    case "rejected":
      return note ? `Rejected: ${note}` : "Cleared";
  }
}
