import type { Role } from "@portal/shared/platform/roles.ts";
import { Link } from "wouter";
import { homePath } from "../session/paths.ts";
import { PageHeading } from "../ui/page-heading.tsx";
import classes from "./message-page.module.css";

const articles: Record<Role, string> = {
  admin: "the office",
  distributor: "a distributor",
  stockist: "a stockist",
  customer: "a customer",
};

/** Someone is signed in, only not as one who may see this page. */
export function ForbiddenScreen(props: { role: Role; needed: Role }) {
  return (
    <div className={classes.page}>
      <PageHeading title="Not for this account" heading="This page is not for your account" />
      <p>
        You are signed in as {articles[props.role]}; this page is for {articles[props.needed]}.
      </p>
      <p>
        <Link href={homePath(props.role)}>Go to your own page</Link>
      </p>
    </div>
  );
}
