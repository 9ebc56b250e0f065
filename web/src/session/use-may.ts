import type { ClosedWhileImpersonating } from "@portal/shared/platform/permissions.ts";
import { useSession } from "./session.tsx";

/**
 * Whether a change of one's own data is offered, which an admin who views the portal as this user cannot make.
 *
 * @param _change is checked by the compiler alone, because the table is too large for the shop's first page
 */
export function useMay(_change: ClosedWhileImpersonating): boolean {
  const session = useSession();
  return session.state !== "signed-in" || session.user.impersonatedBy === null;
}
