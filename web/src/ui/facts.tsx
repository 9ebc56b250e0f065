import { Fragment, type ReactNode } from "react";
import classes from "./facts.module.css";
import figureCardClasses from "./figure-card.module.css";
import statusTextClasses from "./status-text.module.css";

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

export type Tone = "good" | "waiting" | "bad" | "neutral";

/** A dot and a word: the colour alone never carries the meaning. */
export function StatusText(props: {
  tone: Tone;
  children: ReactNode;
  /** More than a word or two, which may take several lines. */
  isSentence?: boolean;
}) {
  return (
    <span className={statusTextClasses.status} data-sentence={props.isSentence || undefined}>
      <span className={statusTextClasses.dot} data-tone={props.tone} aria-hidden="true" />
      <span>{props.children}</span>
    </span>
  );
}

/** One figure with its name above and what it means below. */
export function FigureCard(props: {
  label: string;
  figure: ReactNode;
  note?: ReactNode;
  isMain?: boolean;
  children?: ReactNode;
}) {
  return (
    <section className={figureCardClasses.card} data-main={props.isMain || undefined}>
      <h2 className={figureCardClasses.label}>{props.label}</h2>
      <p className={figureCardClasses.figure}>{props.figure}</p>
      {props.note && <p className={figureCardClasses.note}>{props.note}</p>}
      {props.children && <div className={figureCardClasses.action}>{props.children}</div>}
    </section>
  );
}
