import { shopEmail, shopName } from "@portal/shared/platform/constants.ts";
import { keepOnly } from "./keep-only.ts";
import type { Mailer } from "../../platform/messages/mailer.ts";
import { withSink } from "./sink.ts";
import { smtpMailer } from "./smtp-mailer.ts";

export type MailOptions = Readonly<{
  smtpUrl: string | null;
  /** Null: `no-reply@` the host of the public address. */
  from: string | null;
  sinkDir: string | null;
}>;

export function openMailer({ smtpUrl, from, sinkDir }: MailOptions, publicUrl: string): Mailer {
  const address = from ?? `no-reply@${new URL(publicUrl).hostname}`;
  const mailer =
    smtpUrl === null
      ? keepOnly
      : smtpMailer({ url: smtpUrl, from: { name: shopName, address }, replyTo: shopEmail });
  return sinkDir === null ? mailer : withSink(mailer, sinkDir);
}
