import type { LiveMessage } from "@portal/shared/platform/live.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { tracked } from "@trpc/server";
import { z } from "zod";
import { asRefusal, procedure, router } from "../http/trpc.ts";

/** The id of the last message that arrived: a position of the ledger. */
const liveInputSchema = z
  .object({
    lastEventId: z
      .string()
      .regex(/^\d{1,15}$/)
      .nullish(),
  })
  .optional();

export const eventsRouter = router({
  /** Server-sent events; a client that reconnects sends the last id that it saw and misses nothing. */
  live: procedure("events.live")
    .input(liveInputSchema)
    .subscription(async function* ({ ctx, input, signal }) {
      if (!ctx.session) throw new DomainError("access.sign-in-required");
      const { id: userId, role } = ctx.user;
      const who = { userId, isAdmin: role === "admin", sessionHandle: ctx.session.handle };
      const after = input?.lastEventId ? Number(input.lastEventId) : null;
      // The middleware has returned before the stream begins, so it does not see the stream's refusals.
      try {
        for await (const { position, message } of ctx.live.subscribe(who, after, signal))
          yield tracked<LiveMessage>(String(position), message);
      } catch (error) {
        throw asRefusal(error);
      }
    }),
});
