import { useSession } from "./session.tsx";

/** Whether an admin views the portal as this user, who then can change next to nothing. What the user may do is `useMayCall`. */
export function useIsImpersonated(): boolean {
  const session = useSession();
  return session.state === "signed-in" && session.user.impersonatedBy !== null;
}
