import type { AppRouter } from "@portal/server/app-router.ts";
import type { TRPCLink } from "@trpc/client";
import { observable, type Unsubscribable } from "@trpc/server/observable";
import { reasonOf } from "./error-message.ts";

/**
 * A change that is refused until the password is typed again asks for it, and is then made once more,
 * exactly as it was. Whoever does not confirm gets the refusal.
 */
export function confirmedLink(ask: () => Promise<boolean>): TRPCLink<AppRouter> {
  return () =>
    ({ op, next }) =>
      observable((observer) => {
        let running: Unsubscribable;
        let isOver = false;
        const run = (mayAsk: boolean) => {
          running = next(op).subscribe({
            next: (value) => observer.next(value),
            complete: () => observer.complete(),
            error: (error) => {
              if (!mayAsk || reasonOf(error) !== "access.password-needed") {
                observer.error(error);
                return;
              }
              void ask().then((isConfirmed) => {
                if (isOver) return;
                if (isConfirmed) run(false);
                else observer.error(error);
              });
            },
          });
        };
        run(op.type === "mutation");
        return () => {
          isOver = true;
          running.unsubscribe();
        };
      });
}
