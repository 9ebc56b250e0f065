import type { Tx } from "../../db/database.ts";
import type { JobQueue } from "../../jobs/jobs.ts";
import { goesByPhone, type MessageAbout, type MessageSubject } from "./message-kinds.ts";

export type MessageDesk = Readonly<{ jobs: JobQueue; now: () => string }>;

/**
 * Asks for a mail (and, for codes and registrations, an SMS where a number is known), written with the rows that are
 * the reason for it. `key` names the occasion: asked for twice under one key, it is sent once. One that starts
 * later is not sent at all where its reason is gone by then.
 */
export async function queueMessage(
  tx: Tx,
  desk: MessageDesk,
  key: string,
  subject: MessageSubject,
  { startAfterSeconds = 0 }: Readonly<{ startAfterSeconds?: number }> = {},
): Promise<void> {
  const { about, toAddress } = addressed(subject);
  const row = {
    message_key: key,
    kind: about.kind,
    user_id: about.userId,
    about: JSON.stringify(about),
    created_at: desk.now(),
  };
  const mail = await tx
    .insertInto("message")
    .values({ ...row, channel: "email", to_address: toAddress })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!mail) return;
  if (goesByPhone(about.kind) && (await hasCell(tx, about.userId)))
    await tx
      .insertInto("message")
      .values({ ...row, channel: "sms" })
      .execute();
  // One job for both, because both carry the same code.
  await desk.jobs.enqueue(tx, "message", { messageId: mail.id }, { startAfterSeconds });
}

function addressed(subject: MessageSubject): { about: MessageAbout; toAddress: string | null } {
  if (subject.kind !== "email-changed") return { about: subject, toAddress: null };
  const { formerEmail, ...about } = subject;
  return { about, toAddress: formerEmail };
}

async function hasCell(tx: Tx, userId: number | null): Promise<boolean> {
  if (userId === null) return false;
  const account = await tx
    .selectFrom("account")
    .select("cell")
    .where("id", "=", userId)
    .executeTakeFirst();
  return Boolean(account?.cell);
}
