import type { Tx } from "../db/database.ts";

/** Jobs are enqueued in a transaction and run after it commits, at least once. */
export type JobData = {
  "card-notification": { notificationId: number };
  message: { messageId: number };
  "quote-delivery": { orderId: string };
  "track-shipment": { trackingReference: string };
  "simulate-plan": { simulationId: string };
  "write-archive": { archiveId: string };
  "publish-plan": Record<string, never>;
  housekeeping: Record<string, never>;
  retention: Record<string, never>;
};
export type JobName = keyof JobData;

/** A handler that throws is retried. */
export type JobHandlers = { [Name in JobName]: (data: JobData[Name]) => Promise<void> };

export type JobQueue = Readonly<{
  /** In the transaction of the rows that need the job, so that it runs if and only if they are committed. */
  enqueue: <Name extends JobName>(
    tx: Tx,
    name: Name,
    data: JobData[Name],
    options?: Readonly<{
      startAfterSeconds?: number;
      /** Before the jobs of this queue that have waited longer. */
      isUrgent?: boolean;
    }>,
  ) => Promise<void>;
}>;
