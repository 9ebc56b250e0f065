import { type LiveTopic, liveTopics } from "@portal/shared/platform/live.ts";

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
