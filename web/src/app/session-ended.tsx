import { Suspense } from "react";
import { useEndedSession } from "../session/ended-session.ts";
import { useLoadedWithWork } from "../session/unsaved-work.ts";
import { lazyPart } from "../ui/lazy-part.ts";

const SignInAgain = lazyPart(
  async () => (await import("../features/people/accounts/sign-in-again.tsx")).SignInAgain,
);

/** Over a page with unsaved work whose person's session has ended. Rendered once in the client. */
export function SessionEnded() {
  const ended = useEndedSession();
  useLoadedWithWork(SignInAgain.prepare);
  if (!ended) return null;
  return (
    <Suspense fallback={null}>
      <SignInAgain user={ended.user} />
    </Suspense>
  );
}
