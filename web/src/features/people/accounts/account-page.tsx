import type { ReactNode } from "react";
import { fieldErrors, reasonOf } from "../../../api/error-message.ts";
import { Bottle } from "../../../ui/brand-mark.tsx";
import { PageHeading } from "../../../ui/page-heading.tsx";
import classes from "./accounts.module.css";

/** An account screen in a narrow column; on wide screens beside a band with the bottle. */
export function AccountPage(props: { title: string; heading?: string; children: ReactNode }) {
  const { children, ...heading } = props;
  return (
    <div className={classes.split}>
      <div className={`${classes.side} on-ink`}>
        <Bottle />
        <p className="plain">Order faster and see all your orders in one place.</p>
      </div>
      <div className={`${classes.page} page`}>
        <PageHeading {...heading} />
        {children}
      </div>
    </div>
  );
}

/** Whether an emailed link was used, has expired, or holds no valid UUID, as when its end was cut off. */
export function isLinkEnded(error: unknown): boolean {
  return reasonOf(error) === "account.link-ended" || "uuid" in fieldErrors(error);
}
