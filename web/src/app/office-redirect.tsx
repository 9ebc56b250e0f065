import { Redirect } from "wouter";
import { OfficePointer } from "../features/sales/orders/office-pointer.tsx";
import { createOrderPath, homePath } from "../session/paths.ts";
import type { SignedInUser } from "../session/session.tsx";

/** Whoever orders in the office portal goes to the form there, or is told where the portal is. */
export function OfficeRedirect(props: { user: SignedInUser }) {
  const { user } = props;
  if (!user.office.isHere) return <OfficePointer user={user} />;
  return <Redirect to={createOrderPath(user) ?? homePath(user.role)} replace />;
}
