import { Fragment, type ReactNode } from "react";
import classes from "./facts.module.css";

export type Fact = Readonly<{ name: string; value: ReactNode; isSum?: boolean }>;

/** Names and values in two columns: the value at the right where it is an amount. */
export function Facts(props: { facts: readonly Fact[]; amounts?: boolean }) {
  return (
    <dl className={classes.facts} data-amounts={props.amounts || undefined}>
      {props.facts.map(({ name, value, isSum }, at) => (
        <Fragment key={`${at}-${name}`}>
          <dt data-sum={isSum || undefined}>{name}</dt>
          <dd data-sum={isSum || undefined}>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
