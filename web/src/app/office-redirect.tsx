import { Redirect } from "wouter";
import { OfficePointer } from "../features/sales/orders/office-pointer.tsx";
import { createOrderPath, homePath } from "../session/paths.ts";
import type { SignedInUser } from "../session/session.tsx";

/** Members order in the portal: they are redirected to its order form, or shown the portal's address on another host. */
export function OfficeRedirect(props: { user: SignedInUser }) {
  const { user } = props;
  if (!user.office.isHere) return <OfficePointer user={user} />;
  return <Redirect to={createOrderPath(user) ?? homePath(user.role)} replace />;
}
