import { createContext, type ReactNode, useContext } from "react";
import { api, type ApiOutputs } from "../api/api.ts";

export type SignedInUser = NonNullable<ApiOutputs["auth"]["me"]>;

/** `unknown` until the server has said who this is. */
export type Session =
  | { state: "unknown"; error: unknown; retry: () => void }
  | { state: "guest" }
  | { state: "signed-in"; user: SignedInUser };

const SessionContext = createContext<Session>({ state: "guest" });

export function SessionProvider(props: { children: ReactNode }) {
  const me = api.auth.me.useQuery(undefined, { staleTime: 60_000 });
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
