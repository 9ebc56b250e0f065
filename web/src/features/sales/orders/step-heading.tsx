import { FillLevel } from "../../../ui/fill-level.tsx";
import { PageHeading } from "../../../ui/page-heading.tsx";
import classes from "./order-form.module.css";

export function StepHeading(props: { step: 2 | 3; title: string }) {
  const label = `Step ${props.step} of 3`;
  return (
    <div className={classes.step}>
      <FillLevel value={props.step} max={3} label={label} />
      <p className={classes.stepLabel}>{label}</p>
      <PageHeading title={props.title} />
    </div>
  );
}
