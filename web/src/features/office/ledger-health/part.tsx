import { type ReactNode, useId } from "react";
import { StatusText, type Tone } from "../../../ui/status-text.tsx";
import classes from "./ledger-health.module.css";

/** One thing that can be right or wrong, its state beside its name. */
export function Part(props: {
  title: string;
  tone: Tone;
  state: string;
  children: ReactNode;
  isWide?: boolean;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.part} data-wide={props.isWide || undefined}>
      <div className={classes.head}>
        <h2 id={id}>{props.title}</h2>
        <StatusText tone={props.tone}>{props.state}</StatusText>
      </div>
      {props.children}
    </section>
  );
}
