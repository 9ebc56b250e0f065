import type { PayoutStop } from "@portal/shared/office/ledger-health.ts";
import { Link } from "wouter";
import { Notice } from "../../../ui/feedback.tsx";

/** Why payouts are stopped; nothing while they are not. */
export function PayoutStopNotice(props: { stops: readonly PayoutStop[] }) {
  const { stops } = props;
  if (stops.length === 0) return null;
  return (
    <Notice tone="bad" title={payoutStopTitle}>
      <PayoutStopWords stops={stops} />
    </Notice>
  );
}

export const payoutStopTitle = "Payouts are stopped";

/** The text, for use inside another notice. */
export function PayoutStopWords(props: { stops: readonly PayoutStop[] }) {
  return (
    <p>
      {wordsFor(props.stops)} Nothing is lost and orders continue. Payouts resume once this is
      fixed. <Link href="/admin/ledger-health">See details</Link>
    </p>
  );
}

function wordsFor(stops: readonly PayoutStop[]): string {
  if (stops.includes("chain")) return "The last check found altered events in the ledger.";
  if (stops.includes("currencies"))
    return "There are sales in two currencies, so wallet totals are not reliable.";
  if (!stops.includes("replay"))
    return "The last check found money above the limit without second approval.";
  return "The last check found figures that do not match the ledger.";
}
