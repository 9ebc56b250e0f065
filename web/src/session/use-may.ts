import { mayChangeWhileImpersonating } from "@portal/shared/platform/impersonation.ts";
import type { Procedure } from "@portal/shared/platform/permissions.ts";
import { useSession } from "./session.tsx";

/** Whether a change of one's own is offered: an admin who views the portal as this person changes next to nothing. */
export function useMay(change: Procedure): boolean {
  const session = useSession();
  if (session.state !== "signed-in" || session.user.impersonatedBy === null) return true;
  return mayChangeWhileImpersonating(change);
}
