import type { Deps } from "../deps.ts";
import { sendMessage } from "../platform/messages/send-message.actions.ts";
import type { Delivery, Mail, Mailer, Sms, SmsSender } from "../platform/messages/senders.ts";

/** Fakes of the mail server and the SMS provider, which record messages and fail on demand. */
export type PostOffice = Readonly<{
  mails: Mail[];
  texts: Sms[];
  /** The result of sending; an error is thrown. */
  mood: { mail: Delivery | Error; sms: Delivery | Error };
  mailer: Mailer;
  sms: SmsSender;
}>;

const silent = { info: () => {}, warn: () => {}, error: () => {} };

/** Sends all queued emails of a user, as the jobs would. */
export async function deliverTo(
  { deps }: Readonly<{ deps: Deps }>,
  office: PostOffice,
  userId: number,
): Promise<void> {
  const waiting = await deps.db
    .selectFrom("message")
    .select("id")
    .where("user_id", "=", userId)
    .where("state", "=", "queued")
    .orderBy("id")
    .execute();
  for (const { id } of waiting) await sendMessage({ ...deps, ...office, log: silent }, id);
}

/** Sends all queued messages, as the jobs would; what could not be sent stays queued. */
export async function deliverAll(
  { deps }: Readonly<{ deps: Deps }>,
  office: PostOffice,
  now: () => string = deps.now,
): Promise<void> {
  const waiting = await deps.db
    .selectFrom("message")
    .select("id")
    .where("channel", "=", "email")
    .where("state", "=", "queued")
    .orderBy("id")
    .execute();
  for (const { id } of waiting)
    await sendMessage({ ...deps, ...office, log: silent, now }, id).catch((error: Error) => {
      if (!error.message.endsWith("was not taken")) throw error;
    });
}

export function openPostOffice(): PostOffice {
  const mails: Mail[] = [];
  const texts: Sms[] = [];
  const mood: PostOffice["mood"] = { mail: "sent", sms: "sent" };
  const resultOf = (result: Delivery | Error): Delivery => {
    if (result instanceof Error) throw result;
    return result;
  };
  return {
    mails,
    texts,
    mood,
    mailer: {
      async send(mail) {
        mails.push(mail);
        return resultOf(mood.mail);
      },
    },
    sms: {
      async send(sms) {
        texts.push(sms);
        return resultOf(mood.sms);
      },
    },
  };
}
