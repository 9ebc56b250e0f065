import type { Deps } from "../deps.ts";
import { sendMessage } from "../platform/messages/send-message.actions.ts";
import type { Delivery, Mail, Mailer, Sms, SmsSender } from "../platform/messages/senders.ts";

/** Mail server and SMS provider that keep what they were given, and fail as a test wants. */
export type PostOffice = Readonly<{
  mails: Mail[];
  texts: Sms[];
  /** What they answer from now on; an error is thrown. */
  mood: { mail: Delivery | Error; sms: Delivery | Error };
  mailer: Mailer;
  sms: SmsSender;
}>;

const silent = { info: () => {}, warn: () => {}, error: () => {} };

/** What the jobs would do: sends all that waits for somebody. */
export async function deliverTo(
  { deps }: Readonly<{ deps: Deps }>,
  office: PostOffice,
  userId: number,
): Promise<void> {
  const waiting = await deps.db
    .selectFrom("message")
    .select("id")
    .where("user_id", "=", userId)
    .where("channel", "=", "email")
    .where("state", "=", "queued")
    .orderBy("id")
    .execute();
  for (const { id } of waiting) await sendMessage({ ...deps, ...office, log: silent }, id);
}

export function openPostOffice(): PostOffice {
  const mails: Mail[] = [];
  const texts: Sms[] = [];
  const mood: PostOffice["mood"] = { mail: "sent", sms: "sent" };
  const taken = (answer: Delivery | Error): Delivery => {
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return {
    mails,
    texts,
    mood,
    mailer: {
      async send(mail) {
        mails.push(mail);
        return taken(mood.mail);
      },
    },
    sms: {
      async send(sms) {
        texts.push(sms);
        return taken(mood.sms);
      },
    },
  };
}
