import type { PayoutStop } from "@portal/shared/office/ledger-health.ts";
import { Link } from "wouter";
import { Notice } from "./feedback.tsx";

/** Why nothing is paid out now, and where to see more; nothing while payouts go on. */
export function PayoutStopNotice(props: { stops: readonly PayoutStop[] }) {
  const { stops } = props;
  if (stops.length === 0) return null;
  return (
    <Notice tone="bad" title="Payouts are stopped">
      <p>
        {wordsFor(stops)} Nothing is lost, and orders go on. Payouts go on as well once the books
        are mended. <Link href="/admin/ledger-health">See what was found</Link>
      </p>
    </Notice>
  );
}

function wordsFor(stops: readonly PayoutStop[]): string {
  if (stops.includes("chain"))
    return "The last look at the ledger found events that are not what was recorded.";
  if (stops.includes("currencies"))
    return "There are sales in two currencies here, and what a wallet says is a sum of both.";
  return "The last look at the books found figures that do not agree with the ledger.";
}
