import classes from "./fill-level.module.css";

/** Progress as an amber level that rises in a bottle-shouldered bar. The label says it in words. */
export function FillLevel(props: { value: number; max: number; label: string; small?: boolean }) {
  const share = Math.min(1, Math.max(0, props.value / props.max));
  return (
    <div
      className={classes.bar}
      data-small={props.small || undefined}
      role="progressbar"
      aria-label={props.label}
      aria-valuenow={props.value}
      aria-valuemin={0}
      aria-valuemax={props.max}
      aria-valuetext={props.label}
    >
      <div className={classes.level} style={{ transform: `scaleX(${share})` }} />
    </div>
  );
}
