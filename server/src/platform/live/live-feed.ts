import { readHead } from "../ledger/read-events.ts";
import { setTimeout as delay } from "node:timers/promises";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { LiveMessage } from "@portal/shared/platform/live.ts";
import pg from "pg";
import type { Log } from "../../caller.ts";
import type { ReadDatabase } from "../db/database.ts";
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

/** What happens in the ledger and in the office, told to everybody in this process whom it concerns. */
export type LiveFeed = Readonly<{
  /**
   * Begins with a message that says what was missed since `after` (nothing where it is null), and
   * ends when the session does, when the listener is too slow, on `signal` and when the feed closes.
   *
   * @throws DomainError access.too-many-tries, access.sign-in-required, request.busy
   */
  subscribe: (
    who: Subscription,
    after: number | null,
    signal: AbortSignal | undefined,
  ) => AsyncGenerator<Delivery, void>;
  /** Ends every stream at once; nobody can subscribe afterwards. */
  close: () => Promise<void>;
}>;

export type LiveFeedOptions = Readonly<{ databaseUrl: string; db: ReadDatabase; log: Log }>;

const streamsPerPersonMax = 8;
const streamsMax = 2000;
/** Changes that come together are told together. */
const gatherMs = 100;
const sessionCheckMs = 5000;
const slowMs = 30_000;

type Following = Readonly<{
  options: LiveFeedOptions;
  tail: LedgerTail;
  subscribers: ReadonlySet<Subscriber>;
  closing: AbortSignal;
}>;

/** One reader of the ledger for all who listen in this process; it begins with the first of them. */
export function createLiveFeed(options: LiveFeedOptions): LiveFeed {
  const subscribers = new Set<Subscriber>();
  const tail = createLedgerTail(options.db);
  const closing = new AbortController();
  let bell: LedgerListener | null = null;
  let running: Promise<void> | null = null;
  let beginning: Promise<void> | null = null;

  async function begin(): Promise<void> {
    if (subscribers.size === 0) await tail.skip();
    if (bell || closing.signal.aborted) return;
    bell = listenToLedger(options.databaseUrl, options.log);
    running = follow(bell, { options, tail, subscribers, closing: closing.signal });
  }

  return {
    async *subscribe(who, after, signal) {
      beginning ??= begin().finally(() => (beginning = null));
      await beginning;
      if (closing.signal.aborted || signal?.aborted) return;
      requireRoom(subscribers, who);

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
      await bell?.close();
      await running;
    },
  };
}

function requireRoom(subscribers: ReadonlySet<Subscriber>, { userId }: Subscription): void {
  const own = [...subscribers].filter((each) => each.who.userId === userId);
  if (own.length >= streamsPerPersonMax) throw new DomainError("access.too-many-tries");
  if (subscribers.size >= streamsMax) throw new DomainError("request.busy");
}

async function follow(bell: LedgerListener, following: Following): Promise<void> {
  const { options, tail, subscribers, closing } = following;
  let checkedAt = Date.now();
  while (!closing.aborted) {
    await bell.next();
    if (subscribers.size === 0) continue;
    try {
      await tail.readOn((position, news) => {
        for (const each of subscribers) each.tell({ position, message: news(each.who) });
      });
      if (bell.hasOfficeRung())
        for (const each of subscribers)
          if (each.who.isAdmin)
            each.tell({ position: tail.position(), message: officeMayHaveChanged });
      if (Date.now() - checkedAt >= sessionCheckMs) {
        checkedAt = Date.now();
        await dropTheGone(following);
      }
    } catch (error) {
      options.log.warn({ err: error }, "live: the ledger could not be read");
    }
    await delay(gatherMs, undefined, { signal: closing }).catch(() => {});
  }
}

async function dropTheGone({ options, subscribers }: Following): Promise<void> {
  const handles = new Set([...subscribers].map(({ who }) => who.sessionHandle));
  if (handles.size === 0) return;
  const admins = await sessionsStillOf(options.db, [...handles]);
  for (const each of subscribers) {
    const isAdmin = admins.get(each.who.sessionHandle);
    if (isAdmin === undefined) each.end(new DomainError("access.sign-in-required"));
    // With other rights it has to begin anew; with news that nobody fetches it is gone, or too slow.
    else if (isAdmin !== each.who.isAdmin || each.waitsForMs() > slowMs) each.end();
  }
}

type Subscription = LiveListener & Readonly<{ sessionHandle: string }>;

/** A message, and the position of the ledger that it tells everything up to. */
type Delivery = Readonly<{ position: number; message: LiveMessage }>;

/** One open stream. What was not fetched yet waits as one message, however much it is. */
type Subscriber = Readonly<{
  who: Subscription;
  tell: (delivery: Delivery) => void;
  /** With a reason, the client is told why. */
  end: (reason?: Error) => void;
  /** For how long the oldest news has not been fetched; 0 where there is none. */
  waitsForMs: () => number;
  /** @throws Error what the stream was ended with */
  deliveries: () => AsyncGenerator<Delivery, void>;
}>;

function createSubscriber(who: Subscription): Subscriber {
  const call = createCall();
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
    tell({ position, message }) {
      if (message.topics.length === 0) return;
      if (!waiting) waitingSince = Date.now();
      waiting = { position, message: waiting ? addTo(waiting.message, message) : message };
      call.ring();
    },
    end(reason) {
      over.abort(reason ?? null);
      call.ring();
    },
    waitsForMs: () => (waiting ? Date.now() - waitingSince : 0),
    async *deliveries() {
      while (!over.signal.aborted) {
        const next = take();
        if (next) yield next;
        else await call.next();
      }
      if (over.signal.reason instanceof Error) throw over.signal.reason;
    },
  };
}

/** What somebody is told of what was just read. */
type News = (who: LiveListener) => LiveMessage;

/** The end of the ledger as one process follows it, and the last of what it read. */
type LedgerTail = Readonly<{
  position: () => number;
  /** Goes to the end: what came before is of no interest to anybody here. */
  skip: () => Promise<void>;
  /** Reads to the end, page by page. */
  readOn: (tell: (position: number, news: News) => void) => Promise<void>;
  missedSince: (after: number | null, who: LiveListener) => LiveMessage;
}>;

const eventsPerPage = 500;
/** Behind by more than this, somebody imports a history: nobody is told each of its events. */
const tellingMax = 5000;
const rememberedMax = 2000;

function createLedgerTail(db: ReadDatabase): LedgerTail {
  let position = 0;
  /** Everything after `rememberedAfter`, for whoever comes back. */
  let remembered: EventWithAudience[] = [];
  let rememberedAfter = 0;

  function skipTo(head: number) {
    position = head;
    remembered = [];
    rememberedAfter = head;
  }

  function remember(events: readonly EventWithAudience[]) {
    remembered.push(...events);
    const forgotten = remembered.splice(0, Math.max(0, remembered.length - rememberedMax));
    rememberedAfter = forgotten.at(-1)?.position ?? rememberedAfter;
  }

  return {
    position: () => position,
    skip: async () => skipTo(await readHead(db)),
    async readOn(tell) {
      const head = await readHead(db);
      if (head - position > tellingMax) {
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
    missedSince(after, who) {
      if (after === null) return nothingChanged;
      if (after < rememberedAfter) return everythingMayHaveChanged;
      const missed = messageFor(
        who,
        remembered.filter((event) => event.position > after),
      );
      // What the office did meanwhile is remembered by nobody.
      return who.isAdmin ? addTo(missed, officeMayHaveChanged) : missed;
    },
  };
}

/** Rings when something was appended to the ledger, by whichever process. */
type LedgerListener = Readonly<{
  /** Resolves at the next ring, or after a while without one, because a ring can be lost. */
  next: () => Promise<void>;
  /** Whether the office changed something since this was last asked. */
  hasOfficeRung: () => boolean;
  close: () => Promise<void>;
}>;

const reconnectMs = 1000;
/** How often to look without being called: seldom while the line stands, else often enough for two seconds. */
const lookMs = { listening: 5000, deaf: 500 } as const;

/**
 * Listens on a connection of its own, and connects again when it breaks. A pooler between us that
 * cannot LISTEN costs nothing but a look at the ledger twice a second.
 */
function listenToLedger(databaseUrl: string, log: Log): LedgerListener {
  const call = createCall();
  const closing = new AbortController();
  const { signal } = closing;
  let isListening = false;
  let officeRang = false;
  const listening = listenUntil(signal, { databaseUrl, log }, (isUp, channel) => {
    // What rang while the line was down was not heard.
    officeRang ||= channel === "office" || (isUp && !isListening);
    isListening = isUp;
    // Also when the line is up again: something may have been appended while it was down.
    call.ring();
  });
  return {
    async next() {
      if (!signal.aborted) await call.next(isListening ? lookMs.listening : lookMs.deaf);
    },
    hasOfficeRung() {
      const rang = officeRang;
      officeRang = false;
      return rang;
    },
    async close() {
      closing.abort();
      call.ring();
      await listening;
    },
  };
}

type Line = Readonly<{ databaseUrl: string; log: Log }>;

async function listenUntil(
  signal: AbortSignal,
  { databaseUrl, log }: Line,
  onCall: (isUp: boolean, channel: string | null) => void,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await listenOnce(signal, databaseUrl, (channel) => onCall(true, channel));
    } catch (error) {
      log.warn({ err: error }, "live: the database does not call; looking instead");
    }
    onCall(false, null);
    await delay(reconnectMs, undefined, { signal }).catch(() => {});
  }
}

/** Until the connection breaks, or is not wanted any more. */
async function listenOnce(
  signal: AbortSignal,
  connectionString: string,
  onCall: (channel: string | null) => void,
): Promise<void> {
  const client = new pg.Client({
    connectionString,
    application_name: "portal-live",
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  });
  const { promise: over, resolve: hangUp } = Promise.withResolvers<void>();
  client.on("end", hangUp);
  client.on("error", () => hangUp());
  client.on("notification", ({ channel }) => onCall(channel));
  const onAbort = () => hangUp();
  signal.addEventListener("abort", onAbort);
  try {
    await client.connect();
    await client.query("listen ledger; listen office");
    onCall(null);
    if (!signal.aborted) await over;
  } finally {
    signal.removeEventListener("abort", onAbort);
    await client.end().catch(() => {});
  }
}

/** One waits until others call; a call that comes while nobody waits is not lost. */
type Call = Readonly<{
  ring: () => void;
  /** Resolves with the next call, or when `timeoutMs` are over. */
  next: (timeoutMs?: number) => Promise<void>;
}>;

function createCall(): Call {
  let hasRung = false;
  let answer: (() => void) | null = null;
  return {
    ring() {
      hasRung = true;
      answer?.();
    },
    async next(timeoutMs) {
      if (!hasRung) {
        const { promise, resolve } = Promise.withResolvers<void>();
        answer = resolve;
        const timer = timeoutMs === undefined ? undefined : setTimeout(resolve, timeoutMs);
        await promise;
        clearTimeout(timer);
        answer = null;
      }
      hasRung = false;
    },
  };
}
