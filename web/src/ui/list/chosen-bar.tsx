import type { ReactNode } from "react";
import classes from "./choice-box.module.css";

/** Above a list: how many rows are chosen, and what can be done with them. */
export function ChosenBar(props: { label: string; words: string; children: ReactNode }) {
  return (
    <div className={classes.chosen} role="group" aria-label={props.label}>
      <p className={classes.note}>{props.words}</p>
      {props.children}
    </div>
  );
}
