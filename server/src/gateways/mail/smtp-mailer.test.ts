import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerSession } from "smtp-server";
import { describe, expect, test as base } from "vitest";
import { type Mail, RefusedForGood } from "../../platform/messages/senders.ts";
import { openMailer } from "./mailer.ts";

type Taken = Readonly<{ to: string[]; from: string; raw: string }>;
type Step = "CONN" | "MAIL" | "RCPT" | "DATA";
type MailServer = {
  url: string;
  passwords: string[];
  taken: Taken[];
  refusal: { code: number; at: Step; text?: string } | null;
};

const mail: Mail = {
  messageKey: "registration:7",
  to: "anna@shop.test",
  subject: "Welcome to Rhizo: choose your password",
  html: "<!doctype html><p>Zoë, 日本</p>",
  text: "Zoë, 日本\n\nhttps://shop.example.com/set-password/7c1f0a52-6f2d-4d25-9a86-0f6d3b6f2c11\n",
};

const test = base.extend("mailServer", async ({}, { onCleanup }): Promise<MailServer> => {
  const known: MailServer = { url: "", passwords: [], taken: [], refusal: null };
  const refused = (at: Step) =>
    known.refusal?.at === at
      ? Object.assign(new Error(known.refusal.text ?? "not here"), {
          responseCode: known.refusal.code,
        })
      : null;
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    onAuth({ password }, _session, done) {
      known.passwords.push(password ?? "");
      done(null, { user: "shop" });
    },
    onConnect: (_session, done) => done(refused("CONN")),
    onMailFrom: (_address, _session, done) => done(refused("MAIL")),
    onRcptTo: (_address, _session, done) => done(refused("RCPT")),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const raw = Buffer.concat(chunks).toString("utf8");
        if (!refused("DATA")) known.taken.push({ ...envelopeOf(session), raw });
        done(refused("DATA"));
      });
    },
  });
  server.listen(0, "0.0.0.0");
  await once(server.server, "listening");
  onCleanup(() => new Promise<void>((resolve) => server.close(() => resolve())));
  known.url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  return known;
});

function envelopeOf({ envelope }: SMTPServerSession): Omit<Taken, "raw"> {
  return {
    to: envelope.rcptTo.map(({ address }) => address),
    from: envelope.mailFrom === false ? "" : envelope.mailFrom.address,
  };
}

function mailerTo({ url }: MailServer, from: string | null = null) {
  return openMailer({ smtpUrl: url, from, sinkDir: null }, "https://shop.example.com");
}

/** Header lines, unfolded, and what follows them. */
function read(raw: string) {
  const [head = "", ...rest] = raw.split("\r\n\r\n");
  return {
    headers: head.replaceAll(/\r\n[ \t]+/g, " ").split("\r\n"),
    body: rest.join("\r\n\r\n"),
  };
}

describe("the mail server", () => {
  // shows T298
  test("is told how the mail program ends such mails, where there is a way", async ({
    mailServer,
  }) => {
    const unsubscribe = "https://shop.example.com/payment-reminders/7c1f0a52";
    await mailerTo(mailServer).send({ ...mail, unsubscribe });
    await mailerTo(mailServer).send(mail);
    const [one, other] = mailServer.taken.map(({ raw }) => read(raw).headers);
    expect(one).toEqual(
      expect.arrayContaining([
        `List-Unsubscribe: <${unsubscribe}>`,
        "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
      ]),
    );
    expect(other?.filter((line) => line.startsWith("List-"))).toEqual([]);
  });

  test("gets an email in text and HTML, from the shop, to one person", async ({ mailServer }) => {
    expect(await mailerTo(mailServer).send(mail)).toBe("sent");
    const [taken] = mailServer.taken;
    expect(taken).toMatchObject({ to: [mail.to], from: "no-reply@shop.example.com" });
    const { headers, body } = read(taken?.raw ?? "");
    expect(headers).toEqual(
      expect.arrayContaining([
        "From: Rhizo <no-reply@shop.example.com>",
        "To: anna@shop.test",
        "Reply-To: orders@shop.test",
        `Subject: ${mail.subject}`,
        "X-Message-Key: registration:7",
        "Auto-Submitted: auto-generated",
        "MIME-Version: 1.0",
        expect.stringMatching(/^Message-ID: <\S+@shop\.example\.com>$/),
        expect.stringMatching(/^Content-Type: multipart\/alternative;/),
      ]),
    );
    expect(body).toContain("Content-Type: text/plain; charset=utf-8");
    expect(body).toContain("Content-Type: text/html; charset=utf-8");
    expect(body.indexOf("text/plain")).toBeLessThan(body.indexOf("text/html"));
  });

  test("gets it from the configured address", async ({ mailServer }) => {
    await mailerTo(mailServer, "shop@rhizo.example").send(mail);
    expect(mailServer.taken).toMatchObject([{ from: "shop@rhizo.example" }]);
  });

  // R40: user input never becomes a header.
  // shows R40, T59
  test("gets no header and no recipient from injected text", async ({ mailServer }) => {
    const subject = "Hi\r\nBcc: evil@x.example\r\n\r\n<script>";
    await mailerTo(mailServer).send({ ...mail, subject });
    const [taken] = mailServer.taken;
    expect(taken?.to).toEqual([mail.to]);
    expect(read(taken?.raw ?? "").headers.filter((line) => /^bcc:/i.test(line))).toEqual([]);
  });

  test.for([
    "anna@shop.test, evil@x.example",
    "anna@shop.test\r\nRCPT TO:<evil@x.example>",
    "Anna <anna@shop.test>",
    "anna",
    "",
  ])("is not contacted for %j", async (to, { mailServer }) => {
    await expect(mailerTo(mailServer).send({ ...mail, to })).rejects.toThrow(RefusedForGood);
    expect(mailServer.taken).toEqual([]);
  });

  test.for([
    [421, "RCPT"],
    [450, "RCPT"],
    [452, "DATA"],
    // Our address is blocked, or the sender is not allowed: that can be put right.
    [554, "CONN"],
    [550, "MAIL"],
  ] as const)("that answers %i at %s may be retried", async ([code, at], { mailServer }) => {
    mailServer.refusal = { code, at };
    const failure = await mailerTo(mailServer)
      .send(mail)
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(RefusedForGood);
  });

  // What they say of us: it is mended overnight, or by whoever looks after our address.
  test.for([
    [550, "RCPT", "5.4.5 Daily sending quota exceeded"],
    [554, "RCPT", "5.7.1 Service unavailable; client host [192.0.2.7] blocked"],
    [550, "DATA", "5.7.26 Unauthenticated email is not accepted due to the domain's DMARC policy"],
    [552, "DATA", "5.3.1 Mail system full"],
    // By then the recipient was accepted.
    [
      554,
      "DATA",
      "Message rejected: Email address is not verified. The following identities failed the check in region EU-WEST-1: no-reply@shop.example.com",
    ],
    [554, "DATA", "Message rejected: Sending paused for this account."],
    [550, "DATA", "The from address does not match a verified Sender Identity."],
    [554, "DATA", "Transaction failed"],
    // In RFC 3463 the sender's address, and what servers write of either.
    [550, "RCPT", "5.1.8 Access denied, bad outbound sender AS(42004)"],
    [550, "DATA", "5.1.8 Access denied, bad outbound sender AS(42004)"],
    [553, "RCPT", "5.1.7 Bad sender address syntax"],
    [550, "DATA", "5.1.0 <no-reply@shop.example.com> sender rejected"],
    [554, "DATA", "5.2.252 SendAsDenied; not allowed to send as no-reply@shop.example.com"],
    [530, "RCPT", "Authentication required"],
    // Of a route, and of a recipient whom the server had accepted.
    [550, "RCPT", "5.4.1 No answer from host"],
    [550, "RCPT", "5.4.1 Relay Access Denied"],
    [550, "DATA", "5.4.1 Recipient address rejected: Access denied."],
    [550, "RCPT", "5.7.1 Recipient address rejected: Access denied."],
    [553, "RCPT", "sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)"],
    // A mailbox is emptied.
    [552, "RCPT", "5.2.2 Mailbox full"],
    [552, "DATA", "5.2.2 The email account that you tried to reach is over quota"],
    [552, "RCPT", "Requested mail action aborted: exceeded storage allocation"],
  ] as const)(
    "that answers %i at %s, %s, may be retried",
    async ([code, at, text], { mailServer }) => {
      mailServer.refusal = { code, at, text };
      const failure = await mailerTo(mailServer)
        .send(mail)
        .catch((error: unknown) => error);
      expect(failure).toHaveProperty("message", expect.stringContaining(text));
      expect(failure).not.toBeInstanceOf(RefusedForGood);
    },
  );

  test.for([
    [550, "RCPT", "5.1.1 The email account does not exist"],
    [550, "RCPT", "5.2.1 The mailbox is disabled"],
    [550, "DATA", "5.1.1 User unknown"],
    [556, "RCPT", "5.1.10 Recipient address has null MX"],
    [550, "RCPT", "sorry, no mailbox here by that name. (#5.1.1)"],
    // Microsoft 365 of an address that it does not have, as its servers write it.
    [
      550,
      "RCPT",
      "5.4.1 Recipient address rejected: Access denied. AS(201806281) [AM7EUR06FT026.eop-eur06.prod.protection.outlook.com]",
    ],
    [
      550,
      "RCPT",
      "5.4.1 Recipient address rejected: Access denied. For more information see https://aka.ms/EXOSmtpErrors",
    ],
  ] as const)(
    "that answers %i at %s, %s, has finally refused",
    async ([code, at, text], { mailServer }) => {
      mailServer.refusal = { code, at, text };
      await expect(mailerTo(mailServer).send(mail)).rejects.toThrow(RefusedForGood);
    },
  );

  test.for([
    [550, "RCPT"],
    [553, "RCPT"],
  ] as const)("that answers %i at %s has finally refused", async ([code, at], { mailServer }) => {
    mailServer.refusal = { code, at };
    await expect(mailerTo(mailServer).send(mail)).rejects.toThrow(RefusedForGood);
  });

  test("that is unreachable may be retried", async () => {
    const nowhere = { passwords: [], taken: [], refusal: null, url: "smtp://127.0.0.1:1" };
    const failure = await mailerTo(nowhere)
      .send(mail)
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(RefusedForGood);
  });

  test("on this machine may get a password without TLS", async ({ mailServer }) => {
    await mailerTo(withPassword(mailServer, "127.0.0.1")).send(mail);
    expect(mailServer).toMatchObject({ passwords: ["hunter22"], taken: [{ to: [mail.to] }] });
  });

  test("on another machine never gets one", async ({ mailServer }) => {
    // This machine too, but by another name.
    const server = withPassword(mailServer, "127.0.0.2");
    await expect(mailerTo(server).send(mail)).rejects.toThrow(/STARTTLS|TLS/);
    expect(mailServer).toMatchObject({ passwords: [], taken: [] });
  });
});

function withPassword(server: MailServer, host: string): MailServer {
  const { port } = new URL(server.url);
  return { ...server, url: `smtp://shop:hunter22@${host}:${port}` };
}
