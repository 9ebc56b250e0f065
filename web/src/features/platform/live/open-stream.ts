import type { AppRouter } from "@portal/server/app-router.ts";
import { liveTopics } from "@portal/shared/platform/live.ts";
import { TRPCClientError } from "@trpc/client";
import type { OpenStream } from "./live-line.ts";

/** The server says something every 10 s: a line that is silent for so long is gone, though nobody said so. */
const silentMs = 25_000;

/**
 * The subscription `events.live` as the browser itself reads it. The link of tRPC for it would come with
 * the first page of the shop, which has no use for it. Where a browser has no such streams, nothing ever
 * comes, and the page reads now and then.
 */
export const openStream: OpenStream = (after, on) => {
  if (typeof EventSource === "undefined") return () => {};
  const source = new EventSource(addressOf(after));
  let silence: ReturnType<typeof setTimeout> | undefined;

  function close() {
    clearTimeout(silence);
    source.close();
  }
  function fail(error: unknown) {
    close();
    on.error(error);
  }
  function hear() {
    clearTimeout(silence);
    silence = setTimeout(() => fail(new Error("The line has been silent.")), silentMs);
  }

  hear();
  for (const sign of ["connected", "ping", "message"]) source.addEventListener(sign, hear);
  source.addEventListener("message", ({ lastEventId, data }) =>
    on.message({ id: lastEventId, topics: topicsOf(data) }),
  );
  source.addEventListener("serialized-error", ({ data }) => fail(refusalOf(data)));
  source.addEventListener("return", () => {
    close();
    on.end();
  });
  // Left to itself it would try again at once and for ever, with the id that it first came with.
  source.addEventListener("error", fail);
  return close;
};

function addressOf(after: string | null): string {
  if (after === null) return "/trpc/events.live";
  const input = JSON.stringify({ lastEventId: after });
  return `/trpc/events.live?input=${encodeURIComponent(input)}`;
}

/** What the message says that changed; a topic of a newer server is none that this page reads. */
function topicsOf(data: unknown) {
  const message: unknown = JSON.parse(String(data));
  if (typeof message !== "object" || message === null || !("topics" in message)) return [];
  const said: unknown[] = Array.isArray(message.topics) ? message.topics : [];
  return liveTopics.filter((topic) => said.includes(topic));
}

function refusalOf(data: unknown): TRPCClientError<AppRouter> {
  const error: unknown = JSON.parse(String(data));
  return TRPCClientError.from<AppRouter>({ error });
}
