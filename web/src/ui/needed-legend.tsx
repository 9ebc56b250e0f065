import classes from "./needed-legend.module.css";

/** What the stars in a form mean. Fields that may stay empty say so themselves. */
export function NeededLegend() {
  return <p className={classes.legend}>Fields marked * are needed.</p>;
}
