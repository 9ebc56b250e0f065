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
  /** `smtps://user:password@host:465`, or `smtp://` for a server that begins in clear. */
  url: string;
  from: Readonly<{ name: string; address: string }>;
  /** Where people's answers go. */
  replyTo: string;
}>;

const timeoutMs = 15_000;
const oneAddress = z.email().max(254);
const refusal = z.object({ responseCode: z.number().optional(), code: z.string().optional() });

/** Hands mails to a mail server (RFC 5321): 4xx is tried again by the caller, 5xx is for good. */
function smtpMailer({ url, from, replyTo }: SmtpOptions): Mailer {
  let opening: Promise<Transporter> | null = null;
  return {
    async send(mail) {
      const to = oneAddress.safeParse(mail.to);
      if (!to.success) throw new RefusedForGood("This is not an email address.");
      opening ??= openTransport(url);
      await hand(await opening, {
        from: { ...from },
        replyTo,
        // As an object it is one address and nothing else, whatever signs are in it.
        to: { name: "", address: to.data },
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        headers: {
          "X-Message-Key": mail.messageKey,
          // No "I am on holiday" comes back for what a program wrote.
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
    // A password never travels in clear to another machine.
    requireTLS: protocol === "smtp:" && username !== "" && !isOwnMachine,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

async function hand(
  transport: Transporter,
  mail: Parameters<Transporter["sendMail"]>[0],
): Promise<void> {
  try {
    await transport.sendMail(mail);
  } catch (error) {
    const { responseCode = 0, code } = refusal.safeParse(error).data ?? {};
    // That we may not sign in is our own fault, and can be mended.
    const isFinal = responseCode >= 500 && code !== "EAUTH";
    if (!isFinal) throw error;
    throw new RefusedForGood(error instanceof Error ? error.message : "refused", { cause: error });
  }
}
