import type { Tx } from "../../db/database.ts";
import type { JobQueue } from "../../jobs/jobs.ts";
import type { MessageSubject } from "./message-kinds.ts";

export type MessageDesk = Readonly<{ jobs: JobQueue; now: () => string }>;

/**
 * Asks for a mail (and, for codes and registrations, an SMS where a number is known), written with the rows that are
 * the reason for it. `key` names the occasion: asked for twice under one key, it is sent once.
 */
export async function queueMessage(
  _tx: Tx,
  _desk: MessageDesk,
  _key: string,
  _subject: MessageSubject,
): Promise<void> {
  throw new Error("not built yet");
}
