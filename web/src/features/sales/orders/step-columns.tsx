import type { ReactNode } from "react";
import classes from "./order-form.module.css";

/** One column to fill in; what it comes to beside it on a desk, at the bottom of the screen on a phone. */
export function StepColumns(props: { children: ReactNode; aside: ReactNode }) {
  return (
    <div className={classes.columns}>
      <div className={classes.column}>{props.children}</div>
      <aside className={classes.aside} aria-label="Total" data-bottom-bar>
        {props.aside}
      </aside>
    </div>
  );
}
