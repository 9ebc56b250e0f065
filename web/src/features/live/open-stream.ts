import type { AppRouter } from "@portal/server/app-router.ts";
import { createTRPCClient, httpSubscriptionLink } from "@trpc/client";
import type { OpenStream } from "./live-line.ts";

/** The client of the office frame alone, so that the shop does not load what it never uses. */
const client = createTRPCClient<AppRouter>({ links: [httpSubscriptionLink({ url: "/trpc" })] });

/** Where a browser has no such streams, nothing ever comes, and the page reads now and then. */
export const openStream: OpenStream = (after, on) => {
  if (typeof EventSource === "undefined") return () => {};
  const stream = client.events.live.subscribe(after === null ? undefined : { lastEventId: after }, {
    onData: ({ id, data }) => on.message({ id, message: data }),
    onComplete: on.end,
    onError: on.error,
  });
  return () => stream.unsubscribe();
};
