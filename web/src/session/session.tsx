import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useRef } from "react";
import { api, type ApiOutputs } from "../api/api.ts";
import { shownPersonId } from "../api/api-provider.tsx";
import { dropAnswers, forgetAnswers } from "./become.ts";
import { coverPage, lapsePage, leavePage, useEndedSession } from "./ended-session.ts";
import { personElsewhere } from "./person.ts";
import { writeStored } from "./store.ts";

export type SignedInUser = NonNullable<ApiOutputs["auth"]["me"]>;

/** `unknown` until the first answer of `auth.me`. */
export type Session =
  | { state: "unknown"; error: unknown; retry: () => void }
  /** `waiting` has given the password and lacks the second step; nothing is shown as theirs yet. */
  | { state: "guest"; waiting?: SignedInUser }
  | { state: "signed-in"; user: SignedInUser };

const SessionContext = createContext<Session>({ state: "guest" });

const endedKey = "signed-out-at";

/** Makes the other tabs of this browser refetch the session. Without storage they find out with their next call. */
export function tellSignedOut(): void {
  leavePage();
  writeStored("localStorage", endedKey, String(Date.now()));
}

export function SessionProvider(props: { children: ReactNode }) {
  // Also when the tab is shown again: somebody may have signed out on the other host, of which no event comes.
  const me = api.auth.me.useQuery(undefined, { staleTime: 60_000, refetchOnWindowFocus: "always" });
  const queryClient = useQueryClient();
  const { refetch } = me;
  const isSignedIn = Boolean(me.data);
  const covered = useEndedSession()?.user;
  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      const person = event.key === endedKey ? 0 : personElsewhere(event);
      if (person === null || person === shownPersonId(queryClient)) return;
      if (covered?.id === person) return void refetch();
      // In that tab the session has ended, as here; who signs out says so.
      const hasLapsed = event.key !== endedKey && person === 0;
      if (hasLapsed && coverPage()) return void refetch();
      (hasLapsed ? lapsePage : leavePage)();
      void dropAnswers(queryClient, person === 0);
    };
    // A page that the browser had set aside, with all that it showed: somebody else may have signed in since.
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted && isSignedIn) window.location.reload();
      else if (persisted) void refetch();
    };
    window.addEventListener("storage", onStorage);
    window.addEventListener("pageshow", onPageShow);
    return () => {
      window.removeEventListener("storage", onStorage);
      window.removeEventListener("pageshow", onPageShow);
    };
  }, [refetch, isSignedIn, queryClient, covered]);
  const user = covered ?? me.data;
  useForgottenAnswers(user);
  const session: Session = user
    ? user.lacks
      ? { state: "guest", waiting: user }
      : { state: "signed-in", user }
    : user === null
      ? { state: "guest" }
      : { state: "unknown", error: me.error, retry: () => void refetch() };
  return <SessionContext value={session}>{props.children}</SessionContext>;
}

/** What was read as one person is not shown to the next; the screens of the first are unmounted by the time of an effect. */
function useForgottenAnswers(user: SignedInUser | null | undefined): void {
  const queryClient = useQueryClient();
  const id = user === undefined ? undefined : (user?.id ?? 0);
  const shown = useRef(id);
  useEffect(() => {
    const isOther = shown.current !== undefined && id !== undefined && shown.current !== id;
    if (id !== undefined) shown.current = id;
    if (isOther) void forgetAnswers(queryClient);
  }, [id, queryClient]);
}

export function useSession(): Session {
  return useContext(SessionContext);
}
