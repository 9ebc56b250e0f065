import { StatusText } from "../../../ui/status-text.tsx";
import classes from "./live-mark.module.css";
import { useLive } from "./use-live.ts";

/** Keeps the pages of the office up to date, and says quietly whether it does. */
export function LiveMark() {
  const state = useLive();
  const isLive = state === "live";
  return (
    <span
      className={classes.mark}
      title={
        isLive
          ? "Changes appear here by themselves."
          : "Changes appear within half a minute. Connecting again …"
      }
    >
      <StatusText tone={isLive ? "good" : "neutral"}>{isLive ? "Live" : "Connecting"}</StatusText>
    </span>
  );
}
