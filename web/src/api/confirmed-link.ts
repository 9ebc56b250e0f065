import type { AppRouter } from "@portal/server/app-router.ts";
import type { TRPCClientError, TRPCLink } from "@trpc/client";
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
        const run = (onError: (error: TRPCClientError<AppRouter>) => void) => {
          running = next(op).subscribe({
            next: (value) => observer.next(value),
            complete: () => observer.complete(),
            error: onError,
          });
        };
        const repeat = async (refusal: TRPCClientError<AppRouter>) => {
          const isConfirmed = await ask();
          if (isOver) return;
          if (isConfirmed) run((error) => observer.error(error));
          else observer.error(refusal);
        };

        run((error) => {
          const mayRepeat = op.type === "mutation" && reasonOf(error) === "access.password-needed";
          if (mayRepeat) void repeat(error);
          else observer.error(error);
        });
        return () => {
          isOver = true;
          running.unsubscribe();
        };
      });
}
