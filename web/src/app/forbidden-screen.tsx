import type { Role } from "@portal/shared/platform/roles.ts";
import { Link } from "wouter";
import { areaOf, homePath } from "../session/paths.ts";
import { PageHeading } from "../ui/page-heading.tsx";
import { PageColumn } from "./page.tsx";

const roleNames: Record<Role, { one: string; all: string }> = {
  admin: { one: "office staff", all: "office staff" },
  accountant: { one: "an accountant", all: "accountants" },
  distributor: { one: "a distributor", all: "distributors" },
  stockist: { one: "a stockist", all: "stockists" },
  customer: { one: "a customer", all: "customers" },
};

/** The user has another role than the page needs, or lacks the permission. */
export function ForbiddenScreen(props: { role: Role; needed: Role }) {
  return (
    <PageColumn>
      <PageHeading title="No access" heading="You do not have access to this page" />
      <p>
        You are signed in as {roleNames[props.role].one}.{" "}
        {areaOf(props.role) === props.needed
          ? "Your account is not allowed to open this page."
          : `This page is for ${roleNames[props.needed].all} only.`}
      </p>
      <p>
        <Link href={homePath(props.role)}>Go to your home page</Link>
      </p>
    </PageColumn>
  );
}
