import type { ReactNode } from "react";
import classes from "./figure-card.module.css";

/** One figure with its name above and what it means below. */
export function FigureCard(props: {
  label: string;
  figure: ReactNode;
  note?: ReactNode;
  isMain?: boolean;
  children?: ReactNode;
}) {
  return (
    <section className={classes.card} data-main={props.isMain || undefined}>
      <h2 className={classes.label}>{props.label}</h2>
      <p className={classes.figure}>{props.figure}</p>
      {props.note && <p className={classes.note}>{props.note}</p>}
      {props.children && <div className={classes.action}>{props.children}</div>}
    </section>
  );
}
