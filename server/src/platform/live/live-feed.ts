import { setTimeout as delay } from "node:timers/promises";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Log } from "../../caller.ts";
import type { ReadDatabase } from "../db/database.ts";
import { type LedgerBell, listenToLedger } from "./ledger-listener.ts";
import { createLedgerTail, type LedgerTail } from "./ledger-tail.ts";
import { sessionsStillOf } from "./ledger-tail.queries.ts";
import {
  createSubscriber,
  type Delivery,
  type Subscriber,
  type Subscription,
} from "./live-subscriber.ts";

/** What happens in the ledger, told to everybody in this process whom it concerns. */
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
  let bell: LedgerBell | null = null;
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

async function follow(bell: LedgerBell, following: Following): Promise<void> {
  const { options, tail, subscribers, closing } = following;
  let checkedAt = Date.now();
  while (!closing.aborted) {
    await bell.next();
    if (subscribers.size === 0) continue;
    try {
      await tail.readOn((position, news) => {
        for (const each of subscribers) each.tell({ position, message: news(each.who) });
      });
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
