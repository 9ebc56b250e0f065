import { createContext, type ReactNode, useContext, useEffect } from "react";
import { api, type ApiOutputs } from "../api/api.ts";

export type SignedInUser = NonNullable<ApiOutputs["auth"]["me"]>;

/** `unknown` until the server has said who this is. */
export type Session =
  | { state: "unknown"; error: unknown; retry: () => void }
  | { state: "guest" }
  | { state: "signed-in"; user: SignedInUser };

const SessionContext = createContext<Session>({ state: "guest" });

const endedKey = "signed-out-at";

/** Every other tab of this browser asks who it is as soon as one has signed out. */
export function tellSignedOut(): void {
  try {
    localStorage.setItem(endedKey, String(Date.now()));
  } catch {
    // They find out with their next call.
  }
}

export function SessionProvider(props: { children: ReactNode }) {
  const me = api.auth.me.useQuery(undefined, { staleTime: 60_000 });
  const { refetch } = me;
  useEffect(() => {
    const hear = ({ key }: StorageEvent) => {
      if (key === endedKey) void refetch();
    };
    window.addEventListener("storage", hear);
    return () => window.removeEventListener("storage", hear);
  }, [refetch]);
  const session: Session = me.data
    ? { state: "signed-in", user: me.data }
    : me.data === null
      ? { state: "guest" }
      : { state: "unknown", error: me.error, retry: () => void me.refetch() };
  return <SessionContext value={session}>{props.children}</SessionContext>;
}

export function useSession(): Session {
  return useContext(SessionContext);
}
