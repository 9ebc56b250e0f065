import { agoWords } from "../../../ui/ago.ts";
import { formatInstant } from "../../../ui/day.ts";
import classes from "./ledger-health.module.css";

/** When something was looked over, by the server's clock, and how far the ledger went then. */
export function LookedText(props: {
  looked: Readonly<{ checkedAt: string; position: number }> | null;
  now: string;
}) {
  if (!props.looked) return <p className={classes.looked}>Not looked over yet.</p>;
  const { checkedAt, position } = props.looked;
  return (
    <p className={classes.looked}>
      Looked over{" "}
      <time dateTime={checkedAt} title={formatInstant(checkedAt)}>
        {agoWords(checkedAt, new Date(props.now))}
      </time>{" "}
      at position {position}.
    </p>
  );
}
