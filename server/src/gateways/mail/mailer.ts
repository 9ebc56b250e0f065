import { shopEmail, shopName } from "@portal/shared/platform/constants.ts";
import type { Transporter } from "nodemailer";
import { z } from "zod";
import { type Mailer, RefusedForGood } from "../../platform/messages/senders.ts";
import { keepOnly, withSink } from "./sink.ts";

type MailOptions = Readonly<{
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

type SmtpOptions = Readonly<{
  /** `smtps://user:password@host:465`, or `smtp://` for a server that begins without TLS. */
  url: string;
  from: Readonly<{ name: string; address: string }>;
  replyTo: string;
}>;

const timeoutMs = 15_000;
const oneAddress = z.email().max(254);
const refusal = z.object({ responseCode: z.number().optional(), code: z.string().optional() });

/** Sends emails through a mail server (RFC 5321): the caller retries after 4xx, 5xx is final. */
function smtpMailer({ url, from, replyTo }: SmtpOptions): Mailer {
  let opening: Promise<Transporter> | null = null;
  return {
    async send(mail) {
      const to = oneAddress.safeParse(mail.to);
      if (!to.success) throw new RefusedForGood("This is not an email address.");
      opening ??= openTransport(url);
      await sendThrough(await opening, {
        from: { ...from },
        replyTo,
        // An object is always one address; text would be parsed as a list.
        to: { name: "", address: to.data },
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        headers: {
          "X-Message-Key": mail.messageKey,
          // Suppresses out-of-office replies.
          "Auto-Submitted": "auto-generated",
        },
      });
      return "sent";
    },
  };
}

async function openTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import("nodemailer");
  const { protocol, username, hostname } = new URL(url);
  const isOwnMachine = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  return createTransport({
    url,
    // A password is never sent to another machine without TLS.
    requireTLS: protocol === "smtp:" && username !== "" && !isOwnMachine,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

async function sendThrough(
  transport: Transporter,
  mail: Parameters<Transporter["sendMail"]>[0],
): Promise<void> {
  try {
    await transport.sendMail(mail);
  } catch (error) {
    const { responseCode = 0, code } = refusal.safeParse(error).data ?? {};
    // A failed sign-in is an error of our configuration, so sending may succeed later.
    const isFinal = responseCode >= 500 && code !== "EAUTH";
    if (!isFinal) throw error;
    throw new RefusedForGood(error instanceof Error ? error.message : "refused", { cause: error });
  }
}
