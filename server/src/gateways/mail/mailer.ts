import { shopEmail, shopName } from "@portal/shared/platform/constants.ts";
import type { Transporter } from "nodemailer";
import { z } from "zod";
import type { Env } from "../../env.ts";
import { type Mailer, RefusedForGood } from "../../platform/messages/senders.ts";
import { keepOnly, withSink } from "./sink.ts";

export function openMailer({ smtpUrl, from, sinkDir }: Env["mail"], publicUrl: string): Mailer {
  const address = from ?? `no-reply@${new URL(publicUrl).hostname}`;
  const mailer = smtpUrl === null ? keepOnly : smtpMailer(smtpUrl, address);
  return sinkDir === null ? mailer : withSink(mailer, sinkDir);
}

const timeoutMs = 15_000;
const oneAddress = z.email().max(254);
const refusal = z.object({
  responseCode: z.number().optional(),
  response: z.string().optional(),
  command: z.string().optional(),
});

/**
 * Sends emails through a mail server (RFC 5321): the caller retries after 4xx, and 5xx is final where it is about the
 * recipient (`isOfRecipient`).
 *
 * @param url `smtps://user:password@host:465`, or `smtp://` for a server that begins without TLS
 */
function smtpMailer(url: string, address: string): Mailer {
  let opening: Promise<Transporter> | null = null;
  return {
    async send(mail) {
      const to = oneAddress.safeParse(mail.to);
      if (!to.success) throw new RefusedForGood("This is not an email address.");
      opening ??= openTransport(url);
      await sendThrough(await opening, {
        from: { name: shopName, address },
        replyTo: shopEmail,
        // An object is always one address; text would be parsed as a list.
        to: { name: "", address: to.data },
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        headers: {
          "X-Message-Key": mail.messageKey,
          // Suppresses out-of-office replies.
          "Auto-Submitted": "auto-generated",
          ...(mail.unsubscribe !== undefined && {
            "List-Unsubscribe": `<${mail.unsubscribe}>`,
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
          }),
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
    const refused = refusal.safeParse(error).data;
    if (refused === undefined || !isOfRecipient(refused)) throw error;
    throw new RefusedForGood(error instanceof Error ? error.message : "refused", { cause: error });
  }
}

/** Of RFC 3463: what is wrong with the recipient's address, and a mailbox that is closed or never takes a mail of this size. */
const ofRecipient = new Set(["1.1", "1.2", "1.3", "1.4", "1.6", "1.10", "2.1", "2.3"]);
/** What a server answers without such a code to a recipient whom it does not have. 552 is a mailbox that is full. */
const noSuchRecipient = new Set([501, 550, 551, 553, 554, 556]);
/** Microsoft 365 of an address that its directory does not have. The code alone is that of a route, which can be put right. */
const noSuchAddressOfMicrosoft = /^550[ -]5\.4\.1 Recipient address rejected: Access denied/i;

/**
 * Everything else is our machine, account or sender, or a mailbox that is full: that can be put right while the mail waits.
 * Providers say it only once the recipient is named, or when they have the mail, and often without a code (`554 Sending
 * paused for this account`); by then they have accepted the recipient.
 */
function isOfRecipient({ responseCode = 0, response = "", command = "" }: z.infer<typeof refusal>) {
  if (responseCode < 500 || !["RCPT TO", "DATA"].includes(command)) return false;
  if (command === "RCPT TO" && noSuchAddressOfMicrosoft.test(response)) return true;
  // Some write the code at the end: `553 sorry, that domain isn't in my list (#5.7.1)`.
  const [, code] = /(?:^\d{3}[ -]|\(#)5\.(\d{1,3}\.\d{1,3})\b/.exec(response) ?? [];
  if (code !== undefined) return ofRecipient.has(code);
  return command === "RCPT TO" && noSuchRecipient.has(responseCode);
}
