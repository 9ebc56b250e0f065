import type { Tx } from "../db/database.ts";

/** Work that is asked for in a transaction and done after it, at least once. */
export type JobData = {
  "card-notification": { notificationId: number };
  message: { messageId: number };
  "quote-delivery": { orderId: string };
  "track-shipment": { trackingReference: string };
  "simulate-plan": { simulationId: string };
  "publish-plan": Record<string, never>;
  housekeeping: Record<string, never>;
  retention: Record<string, never>;
};
export type JobName = keyof JobData;

/** A handler that throws is called again later. */
export type JobHandlers = { [Name in JobName]: (data: JobData[Name]) => Promise<void> };

export type JobQueue = Readonly<{
  /** Written with the rows that ask for it, so that it is done if they are there, and only then. */
  enqueue: <Name extends JobName>(
    tx: Tx,
    name: Name,
    data: JobData[Name],
    options?: Readonly<{ startAfterSeconds?: number }>,
  ) => Promise<void>;
}>;
