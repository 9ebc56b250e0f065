import { mayChangeWhileImpersonating } from "@portal/shared/platform/impersonation.ts";
import type { Procedure } from "@portal/shared/platform/permissions.ts";
import { useSession } from "./session.tsx";

/** Whether a change of one's own data is offered: an admin who views the portal as this user may change almost nothing. */
export function useMay(change: Procedure): boolean {
  const session = useSession();
  if (session.state !== "signed-in" || session.user.impersonatedBy === null) return true;
  return mayChangeWhileImpersonating(change);
}
