import { type ReactNode, useId } from "react";
import classes from "./profile-screen.module.css";

/** One part of the profile, which is saved on its own. */
export function ProfileCard(props: {
  title: string;
  hint?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div className={classes.top}>
        <h2 id={id}>{props.title}</h2>
        {props.action}
      </div>
      {props.hint && <p className={classes.hint}>{props.hint}</p>}
      {props.children}
    </section>
  );
}
