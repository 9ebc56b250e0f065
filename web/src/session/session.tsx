import { createContext, type ReactNode, useContext, useEffect } from "react";
import { api, type ApiOutputs } from "../api/api.ts";
import { writeStored } from "./store.ts";

export type SignedInUser = NonNullable<ApiOutputs["auth"]["me"]>;

/** `unknown` until the first answer of `auth.me`. */
export type Session =
  | { state: "unknown"; error: unknown; retry: () => void }
  | { state: "guest" }
  | { state: "signed-in"; user: SignedInUser };

const SessionContext = createContext<Session>({ state: "guest" });

const endedKey = "signed-out-at";

/** Makes the other tabs of this browser refetch the session. Without storage they find out with their next call. */
export function tellSignedOut(): void {
  writeStored("localStorage", endedKey, String(Date.now()));
}

export function SessionProvider(props: { children: ReactNode }) {
  const me = api.auth.me.useQuery(undefined, { staleTime: 60_000 });
  const { refetch } = me;
  useEffect(() => {
    const onStorage = ({ key }: StorageEvent) => {
      if (key === endedKey) void refetch();
    };
    window.addEventListener("storage", onStorage);
    return () => window.removeEventListener("storage", onStorage);
  }, [refetch]);
  const session: Session = me.data
    ? { state: "signed-in", user: me.data }
    : me.data === null
      ? { state: "guest" }
      : { state: "unknown", error: me.error, retry: () => void refetch() };
  return <SessionContext value={session}>{props.children}</SessionContext>;
}

export function useSession(): Session {
  return useContext(SessionContext);
}
