import type { ReactNode } from "react";
import { BrandMark } from "./brand-mark.tsx";
import classes from "./empty.module.css";

/** Says what will be here, why nothing is, and the one thing to do about it. */
export function Empty(props: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className={classes.empty}>
      <span className={classes.mark}>
        <BrandMark size={36} />
      </span>
      <p className={classes.title}>{props.title}</p>
      {props.children && <div className={classes.text}>{props.children}</div>}
      {props.action}
    </div>
  );
}
