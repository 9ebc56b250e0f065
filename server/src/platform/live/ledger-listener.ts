import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { Log } from "../../caller.ts";
import { createCall } from "./call.ts";

/** Rings when something was appended to the ledger, by whichever process. */
export type LedgerBell = Readonly<{
  /** Resolves at the next ring, or after a while without one, because a ring can be lost. */
  next: () => Promise<void>;
  close: () => Promise<void>;
}>;

const reconnectMs = 1000;
/** How often to look without being called: seldom while the line stands, else often enough for two seconds. */
const lookMs = { listening: 5000, deaf: 500 } as const;

/**
 * Listens on a connection of its own, and connects again when it breaks. A pooler between us that
 * cannot LISTEN costs nothing but a look at the ledger twice a second.
 */
export function listenToLedger(databaseUrl: string, log: Log): LedgerBell {
  const call = createCall();
  const closing = new AbortController();
  const { signal } = closing;
  let isListening = false;
  const listening = listenUntil(signal, { databaseUrl, log }, (isUp) => {
    isListening = isUp;
    // Also when the line is up again: something may have been appended while it was down.
    call.ring();
  });
  return {
    async next() {
      if (!signal.aborted) await call.next(isListening ? lookMs.listening : lookMs.deaf);
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
  onCall: (isUp: boolean) => void,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await listenOnce(signal, databaseUrl, () => onCall(true));
    } catch (error) {
      log.warn({ err: error }, "live: the database does not call; looking instead");
    }
    onCall(false);
    await delay(reconnectMs, undefined, { signal }).catch(() => {});
  }
}

/** Until the connection breaks, or is not wanted any more. */
async function listenOnce(
  signal: AbortSignal,
  connectionString: string,
  onCall: () => void,
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
  client.on("notification", onCall);
  const onAbort = () => hangUp();
  signal.addEventListener("abort", onAbort);
  try {
    await client.connect();
    await client.query("listen ledger");
    onCall();
    if (!signal.aborted) await over;
  } finally {
    signal.removeEventListener("abort", onAbort);
    await client.end().catch(() => {});
  }
}
