import type { Database } from "../../db/database.ts";

export type SendDesk = Readonly<{ db: Database; now: () => string }>;

/** Renders one message and hands it to the mail server or the SMS provider; throws so that the job comes again. */
export async function sendMessage(_desk: SendDesk, _messageId: number): Promise<void> {
  throw new Error("not built yet");
}
