import { Button } from "@mantine/core";
import { peopleRefusals } from "@portal/shared/platform/refusals/people-refusals.ts";
import { Link } from "wouter";
import { PageHeading } from "../../../ui/page-heading.tsx";
import classes from "./accounts.module.css";

/** A link works once, and for a while. Asking for a new password sends one that works as well as this did. */
export function EndedLink() {
  return (
    <div className={classes.page}>
      <PageHeading title="This link has ended" />
      <p className={classes.text}>{peopleRefusals["account.link-ended"].message}</p>
      <div className={classes.actions}>
        <Button component={Link} href="/forgot-password">
          Send a new one
        </Button>
        <Button component={Link} href="/login" variant="default">
          Sign in
        </Button>
      </div>
    </div>
  );
}
