import type { LiveMessage } from "@portal/shared/platform/live.ts";
import { createCall } from "./call.ts";
import { addTo, type LiveListener } from "./live.rules.ts";

export type Subscription = LiveListener & Readonly<{ sessionHandle: string }>;

/** A message, and the position of the ledger that it tells everything up to. */
export type Delivery = Readonly<{ position: number; message: LiveMessage }>;

/** One open stream. What was not fetched yet waits as one message, however much it is. */
export type Subscriber = Readonly<{
  who: Subscription;
  tell: (delivery: Delivery) => void;
  /** With a reason, the client is told why. */
  end: (reason?: Error) => void;
  /** For how long the oldest news has not been fetched; 0 where there is none. */
  waitsForMs: () => number;
  /** @throws Error what the stream was ended with */
  deliveries: () => AsyncGenerator<Delivery, void>;
}>;

export function createSubscriber(who: Subscription): Subscriber {
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
