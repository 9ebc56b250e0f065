import {
  IconAlertTriangle,
  IconCircleCheck,
  IconExclamationCircle,
  IconInfoCircle,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./notice.module.css";

const icons = {
  info: IconInfoCircle,
  good: IconCircleCheck,
  warning: IconAlertTriangle,
  bad: IconExclamationCircle,
} as const;

/** A sentence that stays on the page, in its place. What went wrong is read out at once. */
export function Notice(props: { tone: keyof typeof icons; title?: string; children?: ReactNode }) {
  const Icon = icons[props.tone];
  return (
    <div
      className={classes.notice}
      data-tone={props.tone}
      role={props.tone === "bad" ? "alert" : undefined}
    >
      <Icon size={20} stroke={1.8} className={classes.icon} aria-hidden="true" />
      <div className={classes.text}>
        {props.title && <p className={classes.title}>{props.title}</p>}
        {props.children}
      </div>
    </div>
  );
}
