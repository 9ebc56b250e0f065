import { type LiveTopic, liveTopics } from "@portal/shared/platform/live.ts";
import { TRPCClientError } from "@trpc/client";
import type { AppRouter } from "@portal/server/app-router.ts";

export type LineState = "connecting" | "live";
export type Arrived = Readonly<{ id: string; topics: readonly LiveTopic[] }>;

/** Opens a stream of the events after the id `after`. @returns closes it */
export type OpenStream = (
  after: string | null,
  on: Readonly<{
    message: (arrived: Arrived) => void;
    end: () => void;
    error: (error: unknown) => void;
  }>,
) => () => void;

const retryMs = [500, 1000, 2000, 5000, 10_000, 30_000] as const;
/** A first connection later than this may have missed events. */
const promptMs = 1000;

/**
 * Keeps a stream open, and reconnects with the last event id, so that no event is missed in between.
 *
 * @returns `pause`, which closes it, and `resume`. A hidden page pauses: a browser opens at most six connections to a
 * server, shared by all tabs.
 */
export function keepLine(
  open: OpenStream,
  on: Readonly<{
    topics: (topics: readonly LiveTopic[]) => void;
    state: (state: LineState) => void;
    /** @returns whether to retry */
    error: (error: unknown) => boolean;
  }>,
) {
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
      // The server ends streams regularly; this is not a failure.
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
  };
}

/** The server pings every 10 s: a longer silence means that the connection is lost without an error. */
const silentMs = 25_000;

/**
 * Reads the subscription `events.live` with the browser's EventSource. tRPC's subscription link would be part of the shop's
 * first page, which does not need it. Without EventSource the page polls.
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
  function restartTimeout() {
    clearTimeout(silence);
    silence = setTimeout(() => fail(new Error("No event for too long.")), silentMs);
  }

  restartTimeout();
  for (const type of ["connected", "ping", "message"])
    source.addEventListener(type, restartTimeout);
  source.addEventListener("message", ({ lastEventId, data }) =>
    on.message({ id: lastEventId, topics: topicsOf(data) }),
  );
  source.addEventListener("serialized-error", ({ data }) => fail(refusalOf(data)));
  source.addEventListener("return", () => {
    close();
    on.end();
  });
  // EventSource itself would reconnect at once and forever, with its first id.
  source.addEventListener("error", fail);
  return close;
};

function addressOf(after: string | null): string {
  if (after === null) return "/trpc/events.live";
  const input = JSON.stringify({ lastEventId: after });
  return `/trpc/events.live?input=${encodeURIComponent(input)}`;
}

/** The changed topics; those of a newer server that this page does not know are ignored. */
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
