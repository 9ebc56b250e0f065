import type { ReactNode } from "react";
import { Bottle } from "../../../ui/brand-mark.tsx";
import classes from "./accounts.module.css";

/** A form of the account in a narrow column, from a desk's width on beside the band with the bottle. */
export function AccountPage(props: { children: ReactNode }) {
  return (
    <div className={classes.split}>
      <div className={`${classes.side} on-ink`}>
        <Bottle />
        <p className="plain">Order faster and see all your orders in one place.</p>
      </div>
      <div className={`${classes.page} page`}>{props.children}</div>
    </div>
  );
}
