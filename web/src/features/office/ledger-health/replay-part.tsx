import { formatMoney } from "@portal/shared/platform/money.ts";
import { Facts } from "../../../ui/facts.tsx";
import type { LedgerHealth } from "./ledger-health-screen.tsx";
import classes from "./ledger-health.module.css";
import { LookedText } from "./looked-text.tsx";
import { Part } from "./part.tsx";

type Replay = NonNullable<LedgerHealth["replay"]>;

/** The tables that screens read, beside what the ledger makes of them, and the laws of money. */
export function ReplayPart({ health }: { health: LedgerHealth }) {
  const { replay, projections, now } = health;
  const behind = Math.max(0, ...projections.map(({ lag }) => lag));
  const stopped = projections.filter(({ failure }) => failure !== null);
  const isSound = replay?.isSound === true && behind === 0;
  return (
    <Part
      title="Tables and replay"
      isWide={replay?.isSound === false}
      tone={replay === null ? "neutral" : isSound ? "good" : replay.isSound ? "waiting" : "bad"}
      state={replay === null ? "Not known" : replay.isSound ? "The same" : "They differ"}
    >
      <Facts
        facts={[
          { name: "Behind the ledger", value: behind === 0 ? "Nothing" : `${behind} events` },
          {
            name: "Laws of money",
            value:
              replay === null ? "Not known" : replay.broken.length === 0 ? "All hold" : "Broken",
          },
        ]}
      />
      {stopped.map(({ name, failure }) => (
        <p key={name} className={classes.finding}>
          The table of {name} stopped at position {failure?.position}: {failure?.message}
        </p>
      ))}
      {replay && !replay.isSound && <Findings replay={replay} currency={health.currency} />}
      <LookedText looked={replay} now={now} />
    </Part>
  );
}

function Findings({ replay, currency }: { replay: Replay; currency: LedgerHealth["currency"] }) {
  const more = replay.memberCount - replay.members.length;
  return (
    <ul className={classes.findings}>
      {replay.failure !== null && <li>{replay.failure}</li>}
      {replay.members.map(({ memberId, fullName, figures, tables, firstEvent }) => (
        <li key={memberId}>
          <strong>
            {fullName || "A member"} ({memberId})
          </strong>
          {figures.length > 0
            ? figures.map(({ name, old, new: replayed }) => (
                <span key={name} className={classes.figure}>
                  {name}: {formatMoney(old, currency)} in the table,{" "}
                  {formatMoney(replayed, currency)} by the ledger
                </span>
              ))
            : `: rows differ in ${tables.join(", ")}`}
          {firstEvent && (
            <span className={classes.figure}>
              First at position {firstEvent.position}, {firstEvent.type}
            </span>
          )}
        </li>
      ))}
      {more > 0 && <li>and {more} more members</li>}
      {replay.tables.map(({ table, differing, examples }) => (
        <li key={table}>
          <strong>{table}</strong>: {differing === 1 ? "1 row differs" : `${differing} rows differ`}{" "}
          ({examples.slice(0, 3).join(", ")})
        </li>
      ))}
      {replay.broken.map(({ law, subject, detail }) => (
        <li key={`${law} ${subject}`}>
          <strong>{law}</strong>: not for {subject} ({detail})
        </li>
      ))}
    </ul>
  );
}
