import { Suspense, useEffect, useEffectEvent } from "react";
import { useLocation } from "wouter";
import { lapsePage, leavePage, useEndedSession } from "../session/ended-session.ts";
import { signInPath } from "../session/paths.ts";
import { useLoadedWithWork } from "../session/unsaved-work.ts";
import { lazyPart } from "../ui/lazy-part.ts";

const SignInAgain = lazyPart(
  async () => (await import("../features/people/accounts/sign-in-again.tsx")).SignInAgain,
);

/** Over a page with unsaved work whose person's session has ended. Rendered once in the client. */
export function SessionEnded() {
  const ended = useEndedSession();
  const [path, navigate] = useLocation();
  useLoadedWithWork(SignInAgain.prepare);
  const giveUp = (leave: () => void) => {
    leave();
    navigate(signInPath(path), { replace: true });
  };
  // Without its code nothing covers the page, and what waits for an answer would wait for ever.
  const leaveUncovered = useEffectEvent((question: typeof ended) => {
    if (question === ended) giveUp(lapsePage);
  });
  useEffect(() => {
    if (ended) SignInAgain.prepare().catch(() => leaveUncovered(ended));
  }, [ended]);
  if (!ended) return null;
  return (
    <Suspense fallback={null}>
      <SignInAgain user={ended.user} onGivenUp={() => giveUp(leavePage)} />
    </Suspense>
  );
}
