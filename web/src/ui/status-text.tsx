import type { ReactNode } from "react";
import classes from "./status-text.module.css";

export type Tone = "good" | "waiting" | "bad" | "neutral";

/** A dot and a word: the colour alone never carries the meaning. */
export function StatusText(props: {
  tone: Tone;
  children: ReactNode;
  /** More than a word or two, which may take several lines. */
  isSentence?: boolean;
}) {
  return (
    <span className={classes.status} data-sentence={props.isSentence || undefined}>
      <span className={classes.dot} data-tone={props.tone} aria-hidden="true" />
      <span>{props.children}</span>
    </span>
  );
}
