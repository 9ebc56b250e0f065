import { Anchor } from "@mantine/core";
import type { Procedure } from "@portal/shared/platform/permissions.ts";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { useMayCall } from "../session/use-may-call.ts";

/** A link to a page of the office; plain text for users to whom that page is closed. */
export function OfficeLink(props: {
  href: string;
  /** What the page depends on. */
  needs: Procedure;
  children: ReactNode;
}) {
  const { href, needs, children } = props;
  if (!useMayCall()(needs)) return children;
  return (
    <Anchor inherit component={Link} href={href}>
      {children}
    </Anchor>
  );
}
