import { api, type ApiOutputs } from "../../../api/api.ts";
import { DayText } from "../../../ui/day-text.tsx";
import { Failure } from "../../../ui/failure.tsx";
import { Loading } from "../../../ui/loading.tsx";
import classes from "./payouts.module.css";

type Entry = ApiOutputs["payouts"]["log"][number];

/** What happened to a request, the earliest first. */
export function PayoutLog(props: { id: string }) {
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
          {words(entry)}
          {entry.byName ? ` by ${entry.byName}` : ""},{" "}
          <span className={classes.note}>
            <DayText value={entry.at} withTime />
          </span>
        </li>
      ))}
    </ol>
  );
}

function words({ what, note }: Entry): string {
  switch (what) {
    case "requested":
      return "Requested";
    case "approved":
      return "Approved";
    case "in-batch":
      return `Put into payment batch ${note ?? ""}`;
    case "paid":
      return note ? `Paid (${note})` : "Paid";
    case "rejected":
      return note ? `Rejected: ${note}` : "Cleared";
  }
}
