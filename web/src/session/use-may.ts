import { mayCall, type Procedure } from "@portal/shared/platform/permissions.ts";
import { useSession } from "./session.tsx";

/** Whether the user may call a procedure: what they may not do is not on their screens. The server refuses it anyway. */
export function useMay(): (procedure: Procedure) => boolean {
  const session = useSession();
  return (procedure) => session.state !== "signed-in" || mayCall(procedure, session.user);
}
