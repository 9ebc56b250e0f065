import { type LiveTopic, liveTopics } from "@portal/shared/platform/live.ts";
import { TRPCClientError } from "@trpc/client";
import type { AppRouter } from "@portal/server/app-router.ts";

export type LineState = "connecting" | "live";
export type Arrived = Readonly<{ id: string; topics: readonly LiveTopic[] }>;

/** Opens one stream, from what came after `after` on; answers how to close it. */
export type OpenStream = (
  after: string | null,
  on: Readonly<{
    message: (arrived: Arrived) => void;
    end: () => void;
    error: (error: unknown) => void;
  }>,
) => () => void;

export type Line = Readonly<{
  /** Not while the page is hidden for long: a browser has six connections to a server, for all its tabs. */
  pause: () => void;
  resume: () => void;
  close: () => void;
}>;

const retryMs = [500, 1000, 2000, 5000, 10_000, 30_000] as const;
/** Whoever first got through after so long may have missed what happened before. */
const promptMs = 1000;

/**
 * Keeps a stream open for as long as the page is looked at, and comes back with the last id that it
 * saw, so that nothing is missed in between.
 */
export function keepLine(
  open: OpenStream,
  on: Readonly<{
    topics: (topics: readonly LiveTopic[]) => void;
    state: (state: LineState) => void;
    /** @returns whether it is worth trying again */
    error: (error: unknown) => boolean;
  }>,
): Line {
  const startedAt = Date.now();
  let after: string | null = null;
  let tries = 0;
  let hangUp: (() => void) | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function connect() {
    on.state("connecting");
    hangUp = open(after, {
      message({ id, topics: said }) {
        const isLate = after === null && Date.now() - startedAt > promptMs;
        after = id;
        tries = 0;
        on.state("live");
        const topics = isLate ? liveTopics : said;
        if (topics.length > 0) on.topics(topics);
      },
      // The server ends streams now and then; that is no failure.
      end: () => again(),
      error(error) {
        if (on.error(error)) again();
      },
    });
  }

  function again() {
    hangUp = null;
    on.state("connecting");
    clearTimeout(timer);
    timer = setTimeout(connect, retryMs[Math.min(tries, retryMs.length - 1)]);
    tries += 1;
  }

  function pause() {
    clearTimeout(timer);
    hangUp?.();
    hangUp = null;
  }

  connect();
  return {
    pause,
    resume() {
      if (hangUp) return;
      clearTimeout(timer);
      tries = 0;
      connect();
    },
    close: pause,
  };
}

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
