import { Facts } from "../../../ui/facts.tsx";
import { DayText } from "../../../ui/day-text.tsx";
import type { LedgerHealth } from "./ledger-health-screen.tsx";
import classes from "./ledger-health.module.css";
import { LookedText } from "./looked-text.tsx";
import { Part } from "./part.tsx";

/** The hashes of the events, and the signed seals over them. */
export function ChainPart({ health }: { health: LedgerHealth }) {
  const { chain, head, seals, now } = health;
  const damage = chain?.damage ?? null;
  return (
    <Part
      title="Events and seals"
      isWide={damage !== null}
      tone={chain === null ? "neutral" : damage ? "bad" : "good"}
      state={chain === null ? "Not known" : damage ? "Damaged" : "Whole"}
    >
      {damage && (
        <p className={classes.finding}>
          Position {damage.position} ({damage.what}): {damage.explanation}
        </p>
      )}
      {damage?.needsVerify && (
        <p className={classes.finding}>
          Found by <code>npm run finance -- verify</code>, and only a run of it that finds nothing
          lets payouts go on.
        </p>
      )}
      <Facts
        facts={[
          { name: "Events in the ledger", value: head.position },
          { name: "Verified up to position", value: chain?.through ?? 0 },
          {
            name: "All verified anew",
            value: chain?.wholeAt ? <DayText value={chain.wholeAt} withTime /> : "Not yet",
          },
          {
            name: "Sealed up to position",
            value:
              seals.sealedAt === null ? (
                "Nothing yet"
              ) : (
                <>
                  {seals.throughPosition}, <DayText value={seals.sealedAt} withTime />
                </>
              ),
          },
        ]}
      />
      <LookedText looked={chain} now={now} />
    </Part>
  );
}
