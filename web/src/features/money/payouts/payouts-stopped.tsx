import { api } from "../../../api/api.ts";
import { PayoutStopNotice } from "../../../ui/payout-stop-notice.tsx";

/** Somebody mends the books meanwhile; payouts go on by themselves. */
const pollMs = 30_000;

/** On the screens from which money goes out. */
export function PayoutsStopped() {
  const stops = api.ledgerHealth.payoutStops.useQuery(undefined, { refetchInterval: pollMs });
  return <PayoutStopNotice stops={stops.data ?? []} />;
}
