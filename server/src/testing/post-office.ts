import type { Delivery, Mail, Mailer } from "../gateways/mail/mailer.ts";
import type { Sms, SmsSender } from "../gateways/sms/sms-sender.ts";

/** Mail server and SMS provider that keep what they were given, and fail as a test wants. */
export type PostOffice = Readonly<{
  mails: Mail[];
  texts: Sms[];
  /** What they answer from now on; an error is thrown. */
  mood: { mail: Delivery | Error; sms: Delivery | Error };
  mailer: Mailer;
  sms: SmsSender;
}>;

export function openPostOffice(): PostOffice {
  const mails: Mail[] = [];
  const texts: Sms[] = [];
  const mood: PostOffice["mood"] = { mail: "sent", sms: "sent" };
  const taken = (answer: Delivery | Error): Delivery => {
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return {
    ...{ mails, texts, mood },
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
