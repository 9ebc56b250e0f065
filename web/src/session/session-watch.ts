import { navigate } from "wouter/use-browser-location";
import type { ApiWatch } from "../api/api-provider.tsx";
import { askForPassword } from "./confirm-password.tsx";
import { coverPage, endedSession, staysCovered } from "./ended-session.ts";
import { idleHeader } from "./last-active.ts";
import { signInPath } from "./paths.ts";
import { personIs } from "./person.ts";

/** What the session does at each call and answer; also before anything is drawn. */
export const sessionWatch: ApiWatch = {
  onSignedOut: goToSignIn,
  onOtherPerson: () => void reloadAsOther(),
  onPerson: (user) => {
    if (!staysCovered(user)) personIs(user);
  },
  askForPassword,
  askToSignIn: coverPage,
  callHeaders: idleHeader,
};

function goToSignIn(): void {
  if (endedSession()) return;
  const { pathname, search } = window.location;
  if (pathname !== "/login") navigate(signInPath(pathname + search), { replace: true });
}

async function reloadAsOther(): Promise<void> {
  (await import("./reload-as.ts")).reloadAsOther();
}
