import { Notice } from "../../../ui/notice.tsx";
import type { LedgerHealth } from "./ledger-health-screen.tsx";

export type HealthVerdict = Readonly<{
  tone: "good" | "warning" | "bad";
  title: string;
  words: string;
}>;

/** The worst that is known, in a sentence; below a worker that does not look, nothing is known. */
export function verdictOn(health: LedgerHealth): HealthVerdict {
  const { replay, chain, plan, projections } = health;
  if (chain?.damage)
    return {
      tone: "bad",
      title: "The ledger is damaged",
      words: `The event at position ${chain.damage.position} is not what was appended. Payouts are stopped; please call whoever runs the portal.`,
    };
  if (replay && !replay.isSound)
    return {
      tone: "bad",
      title: "The tables do not agree with the ledger",
      words:
        "The ledger is the record. Payouts are stopped until the tables are rebuilt from it; what differs is named below.",
    };
  if (projections.some(({ failure, lag }) => failure !== null || lag > 0))
    return {
      tone: "warning",
      title: "Tables are behind the ledger",
      words: "Screens show an older state until they have caught up.",
    };
  if (plan.outside && plan.outside.count > 0)
    return {
      tone: "warning",
      title: "Sales cost more than the plan allows",
      words:
        "The books agree with the ledger. The sales outside the plan's ceiling are listed below.",
    };
  if (!replay || !chain)
    return {
      tone: "warning",
      title: "Not looked over yet",
      words: "A worker looks by itself within a minute of its start.",
    };
  return {
    tone: "good",
    title: "The books are sound",
    words: "The tables agree with the ledger, every event is whole, and money is conserved.",
  };
}

export function Verdict({ verdict }: { verdict: HealthVerdict }) {
  return (
    <Notice tone={verdict.tone} title={verdict.title}>
      <p>{verdict.words}</p>
    </Notice>
  );
}
