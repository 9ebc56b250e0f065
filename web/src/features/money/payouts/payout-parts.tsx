import { Title } from "@mantine/core";
import { payoutStateWords } from "@portal/shared/money/payout-terms.ts";
import { type ReactNode, useId } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { StatusText } from "../../../ui/facts.tsx";
import { PayoutStopNotice } from "./payout-stop-notice.tsx";

export type ListedPayout = ApiOutputs["payouts"]["list"]["rows"][number];

const stateTones = {
  requested: "waiting",
  paid: "good",
  rejected: "bad",
  returned: "bad",
} as const;

/** What a request waits for, or how it ended. */
export function PayoutStatus(props: { payout: ListedPayout }) {
  const { payout } = props;
  if (payout.batchId !== null)
    return <StatusText tone="under-way">In batch {payout.batchId}</StatusText>;
  if (payout.bankDetailsHoldUntil) return <StatusText tone="bad">On hold</StatusText>;
  if (payout.needsSecondPerson)
    return (
      <StatusText tone="waiting">
        {payout.approvals.length > 0 ? "Approved" : "Needs second approval"}
      </StatusText>
    );
  return <StatusText tone={stateTones[payout.state]}>{payoutStateWords[payout.state]}</StatusText>;
}

export function countWords(payouts: number): string {
  return payouts === 1 ? "1 payout" : `${payouts} payouts`;
}

/** A section of a sheet under its heading. */
export function Part(props: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Title order={3} id={id} mb="xs">
        {props.title}
      </Title>
      {props.children}
    </section>
  );
}

/** Payouts resume without a reload once the ledger is repaired. */
const pollMs = 30_000;

/** Shown on the screens that pay out, while payouts are stopped. */
export function PayoutsStopped() {
  const stops = api.ledgerHealth.payoutStops.useQuery(undefined, { refetchInterval: pollMs });
  return <PayoutStopNotice stops={stops.data ?? []} />;
}
