import { setTimeout as delay } from "node:timers/promises";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { LiveMessage } from "@portal/shared/platform/live.ts";
import pg from "pg";
import type { Log } from "../log.ts";
import { keepAlive } from "../db/connect.ts";
import type { ReadDatabase } from "../db/database.ts";
import { readHead } from "../ledger/read-events.ts";
import { eventsWithAudienceAfter, sessionsStillOf } from "./ledger-tail.queries.ts";
import {
  addTo,
  type EventWithAudience,
  everythingMayHaveChanged,
  type LiveListener,
  messageFor,
  nothingChanged,
  officeMayHaveChanged,
} from "./live.rules.ts";

/** Changes in the ledger and the office, for the subscribers of this process that they concern. */
export type LiveFeed = Readonly<{
  /**
   * Begins with a message about what was missed since `after` (nothing where it is null). Ends with the session, when the
   * subscriber is too slow, on `signal`, and when the feed closes.
   *
   * @throws DomainError access.too-many-tries, access.sign-in-required, request.busy
   */
  subscribe: (
    who: Subscription,
    after: number | null,
    signal: AbortSignal | undefined,
  ) => AsyncGenerator<Delivery, void>;
  /** Ends all streams; there are no subscriptions afterwards. */
  close: () => Promise<void>;
}>;

export type LiveFeedOptions = Readonly<{ databaseUrl: string; db: ReadDatabase; log: Log }>;

const streamsPerPersonMax = 8;
const streamsMax = 2000;
/** Changes within this time are sent as one message. */
const gatherMs = 100;
const sessionCheckMs = 5000;
const slowMs = 30_000;

/** One reader of the ledger for all subscribers of this process; it starts with the first of them. */
export function createLiveFeed({ databaseUrl, db, log }: LiveFeedOptions): LiveFeed {
  const subscribers = new Set<Subscriber>();
  const tail = createLedgerTail(db);
  const closing = new AbortController();
  let listener: LedgerListener | null = null;
  let running: Promise<void> | null = null;
  let beginning: Promise<void> | null = null;

  async function begin(): Promise<void> {
    if (subscribers.size === 0) await tail.skip();
    if (listener || closing.signal.aborted) return;
    listener = listenToLedger(databaseUrl, log);
    running = follow(listener);
  }

  async function follow(changes: LedgerListener): Promise<void> {
    let checkedAt = Date.now();
    while (!closing.signal.aborted) {
      await changes.next();
      if (subscribers.size === 0) continue;
      try {
        await tail.readOn((position, news) => {
          for (const each of subscribers) each.tell({ position, message: news(each.who) });
        });
        if (changes.takeOfficeChange())
          for (const each of subscribers)
            if (each.who.isAdmin)
              each.tell({ position: tail.position(), message: officeMayHaveChanged });
        if (Date.now() - checkedAt >= sessionCheckMs) {
          checkedAt = Date.now();
          await endStale();
        }
      } catch (error) {
        log.warn({ err: error }, "live: the ledger could not be read");
      }
      await delay(gatherMs, undefined, { signal: closing.signal }).catch(() => {});
    }
  }

  async function endStale(): Promise<void> {
    const handles = new Set([...subscribers].map(({ who }) => who.sessionHandle));
    if (handles.size === 0) return;
    const admins = await sessionsStillOf(db, [...handles]);
    for (const each of subscribers) {
      const isAdmin = admins.get(each.who.sessionHandle);
      if (isAdmin === undefined) each.end(new DomainError("access.sign-in-required"));
      // With another role it has to subscribe again; with messages that wait this long it is gone, or too slow.
      else if (isAdmin !== each.who.isAdmin || each.waitsForMs() > slowMs) each.end();
    }
  }

  function requireRoom({ userId }: Subscription): void {
    const own = [...subscribers].filter((each) => each.who.userId === userId);
    if (own.length >= streamsPerPersonMax) throw new DomainError("access.too-many-tries");
    if (subscribers.size >= streamsMax) throw new DomainError("request.busy");
  }

  return {
    async *subscribe(who, after, signal) {
      beginning ??= begin().finally(() => (beginning = null));
      await beginning;
      if (closing.signal.aborted || signal?.aborted) return;
      requireRoom(who);

      const subscriber = createSubscriber(who);
      const onAbort = () => subscriber.end();
      subscribers.add(subscriber);
      signal?.addEventListener("abort", onAbort);
      try {
        yield { position: tail.position(), message: tail.missedSince(after, who) };
        yield* subscriber.deliveries();
      } finally {
        subscribers.delete(subscriber);
        signal?.removeEventListener("abort", onAbort);
      }
    },
    async close() {
      closing.abort();
      for (const each of subscribers) each.end();
      await listener?.close();
      await running;
    },
  };
}

type Subscription = LiveListener & Readonly<{ sessionHandle: string }>;

/** A message, and the position of the ledger up to which it covers all changes. */
type Delivery = Readonly<{ position: number; message: LiveMessage }>;

type Subscriber = ReturnType<typeof createSubscriber>;

/** One open stream. Undelivered messages are merged into one. */
function createSubscriber(who: Subscription) {
  const news = createWakeUp();
  const over = new AbortController();
  let waiting: Delivery | null = null;
  let waitingSince = 0;

  function take(): Delivery | null {
    const next = waiting;
    waiting = null;
    return next;
  }

  return {
    who,
    tell({ position, message }: Delivery): void {
      if (message.topics.length === 0) return;
      if (!waiting) waitingSince = Date.now();
      waiting = { position, message: waiting ? addTo(waiting.message, message) : message };
      news.wake();
    },
    /** With a reason, the client gets it as an error. */
    end(reason?: Error): void {
      over.abort(reason ?? null);
      news.wake();
    },
    /** For how long the oldest message has not been delivered; 0 where there is none. */
    waitsForMs: () => (waiting ? Date.now() - waitingSince : 0),
    /** @throws Error the reason with which the stream was ended */
    async *deliveries(): AsyncGenerator<Delivery, void> {
      while (!over.signal.aborted) {
        const next = take();
        if (next) yield next;
        else await news.next();
      }
      if (over.signal.reason instanceof Error) throw over.signal.reason;
    },
  };
}

const eventsPerPage = 500;
/** With a larger lag an import is running, and its events are not sent one by one. */
const lagMax = 5000;
const rememberedMax = 2000;

/** The end of the ledger as this process follows it, and the last events that it read. */
function createLedgerTail(db: ReadDatabase) {
  let position = 0;
  /** All events after `rememberedAfter`, for clients that reconnect. */
  let remembered: EventWithAudience[] = [];
  let rememberedAfter = 0;

  function skipTo(head: number) {
    position = head;
    remembered = [];
    rememberedAfter = head;
  }

  function remember(events: readonly EventWithAudience[]) {
    remembered.push(...events);
    const dropped = remembered.splice(0, Math.max(0, remembered.length - rememberedMax));
    rememberedAfter = dropped.at(-1)?.position ?? rememberedAfter;
  }

  return {
    position: () => position,
    /** Goes to the head without reading: no subscriber needs what came before. */
    skip: async () => skipTo(await readHead(db)),
    /** Reads up to the head, page by page; `news` is the message of a page for one subscriber. */
    async readOn(
      tell: (position: number, news: (who: LiveListener) => LiveMessage) => void,
    ): Promise<void> {
      const head = await readHead(db);
      if (head - position > lagMax) {
        skipTo(head);
        tell(head, () => everythingMayHaveChanged);
      }
      while (position < head) {
        const events = await eventsWithAudienceAfter(db, position, eventsPerPage);
        position = events.at(-1)?.position ?? head;
        remember(events);
        tell(position, (who) => messageFor(who, events));
      }
    },
    missedSince(after: number | null, who: LiveListener): LiveMessage {
      if (after === null) return nothingChanged;
      if (after < rememberedAfter) return everythingMayHaveChanged;
      const missed = messageFor(
        who,
        remembered.filter((event) => event.position > after),
      );
      // Changes of the office are not remembered.
      return who.isAdmin ? addTo(missed, officeMayHaveChanged) : missed;
    },
  };
}

type LedgerListener = ReturnType<typeof listenToLedger>;

const reconnectMs = 1000;
/** How often to poll: rarely while notifications arrive, else often enough to show a change within two seconds. */
const pollMs = { listening: 5000, disconnected: 500 } as const;

/**
 * Wakes when any process appended to the ledger. Listens on a connection of its own, and reconnects when it breaks. Behind
 * a pooler that does not support LISTEN, the ledger is polled twice a second.
 */
function listenToLedger(databaseUrl: string, log: Log) {
  const changes = createWakeUp();
  const closing = new AbortController();
  const { signal } = closing;
  let isListening = false;
  let hasOfficeChange = false;

  function onNotification(channel: string): void {
    hasOfficeChange ||= channel === "office";
    changes.wake();
  }

  async function listenUntilClosed(): Promise<void> {
    while (!signal.aborted) {
      try {
        await listenOnce(signal, databaseUrl, onNotification, () => {
          // Notifications were lost while there was no connection.
          hasOfficeChange = true;
          isListening = true;
          changes.wake();
        });
      } catch (error) {
        log.warn({ err: error }, "live: the database does not notify; polling instead");
      }
      isListening = false;
      changes.wake();
      await delay(reconnectMs, undefined, { signal }).catch(() => {});
    }
  }

  const listening = listenUntilClosed();
  return {
    /** Resolves with the next notification, or after a while without one, because one can be lost. */
    async next(): Promise<void> {
      if (!signal.aborted) await changes.next(pollMs[isListening ? "listening" : "disconnected"]);
    },
    /** Whether the office changed something since the last call. */
    takeOfficeChange(): boolean {
      const taken = hasOfficeChange;
      hasOfficeChange = false;
      return taken;
    },
    async close(): Promise<void> {
      closing.abort();
      changes.wake();
      await listening;
    },
  };
}

/** Until the connection breaks, or `signal` is aborted. */
async function listenOnce(
  signal: AbortSignal,
  connectionString: string,
  onNotification: (channel: string) => void,
  onListening: () => void,
): Promise<void> {
  const client = new pg.Client({
    connectionString,
    application_name: "portal-live",
    connectionTimeoutMillis: 5000,
    ...keepAlive,
  });
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  client.on("end", end);
  client.on("error", () => end());
  client.on("notification", ({ channel }) => onNotification(channel));
  const onAbort = () => end();
  signal.addEventListener("abort", onAbort);
  try {
    await client.connect();
    await client.query("listen ledger; listen office");
    onListening();
    if (!signal.aborted) await over;
  } finally {
    signal.removeEventListener("abort", onAbort);
    await client.end().catch(() => {});
  }
}

/** For one waiter; a wake-up that comes while it does not wait is not lost. */
function createWakeUp() {
  let isDue = false;
  let resolveNext: (() => void) | null = null;
  return {
    wake() {
      isDue = true;
      resolveNext?.();
    },
    /** Resolves with the next wake-up, or after `timeoutMs`. */
    async next(timeoutMs?: number): Promise<void> {
      if (!isDue) {
        const { promise, resolve } = Promise.withResolvers<void>();
        resolveNext = resolve;
        const timer = timeoutMs === undefined ? undefined : setTimeout(resolve, timeoutMs);
        await promise;
        clearTimeout(timer);
        resolveNext = null;
      }
      isDue = false;
    },
  };
}
