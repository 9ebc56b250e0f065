import { mayCall, type Procedure } from "@portal/shared/platform/permissions.ts";
import { useSession } from "./session.tsx";

/** Whether a user of the office may call a procedure, which is not for the shop (the table is large): what they may not do is not on their screens. The server refuses it anyway. */
export function useMayCall(): (procedure: Procedure) => boolean {
  const session = useSession();
  return (procedure) => session.state !== "signed-in" || mayCall(procedure, session.user);
}
