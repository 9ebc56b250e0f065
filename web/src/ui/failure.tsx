import { Button } from "@mantine/core";
import { correlationId, errorMessage } from "../api/error-message.ts";
import classes from "./failure.module.css";
import { Notice } from "./notice.tsx";

/** What failed in words, a way to try again, and the number under which the log has it. */
export function Failure(props: {
  what: string;
  error: unknown;
  onRetry?: () => void;
  /** In place of what is said of such an error anywhere. */
  words?: string;
}) {
  const id = correlationId(props.error);
  return (
    <Notice tone="bad" title={`We could not load ${props.what}.`}>
      <p>{props.words ?? errorMessage(props.error)}</p>
      {id && <p className={classes.id}>If you write to us about it, please name {id}.</p>}
      {props.onRetry && (
        <Button className={classes.retry} variant="default" onClick={props.onRetry}>
          Retry
        </Button>
      )}
    </Notice>
  );
}
