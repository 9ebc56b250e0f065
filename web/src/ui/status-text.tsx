import type { ReactNode } from "react";
import classes from "./status-text.module.css";

export type Tone = "good" | "waiting" | "bad" | "neutral";

/** A dot and a word: the colour alone never carries the meaning. */
export function StatusText(props: { tone: Tone; children: ReactNode }) {
  return (
    <span className={classes.status}>
      <span className={classes.dot} data-tone={props.tone} aria-hidden="true" />
      {props.children}
    </span>
  );
}
