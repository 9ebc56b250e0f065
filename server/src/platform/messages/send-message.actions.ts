import { createHash } from "node:crypto";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { MessageChannel } from "@portal/shared/platform/messages.ts";
import { parsePhone } from "@portal/shared/platform/phones/phone-number.ts";
import { countryOf } from "@portal/shared/platform/region.ts";
import type { Caller } from "../../caller.ts";
import { insertAudit } from "../audit/audit.store.ts";
import { type Database, readOnly } from "../db/database.ts";
import { consume } from "../rate-limit/rate-limits.ts";
import { type Delivery, type Mailer, RefusedForGood, type SmsSender } from "./senders.ts";
import { holdsSecret, type MessageAbout } from "./message-kinds.ts";
import type { Addressee } from "./message-sources.ts";
import {
  countAttempt,
  findMessage,
  findWaiting,
  deleteMessage,
  keepCopy,
  queueAgain,
  type RenderedCopy,
  settleMessage,
  type WaitingBatch,
  type WaitingMessage,
} from "./message.store.ts";
import { mask, type RenderedMessage, renderWords, type Secret } from "./render-message.ts";
import { type MessageWords, messageWords } from "./templates/message-words.ts";

export type SendContext = Pick<
  Caller,
  "db" | "passwords" | "shop" | "now" | "log" | "messageSources"
> &
  Readonly<{ mailer: Mailer; sms: SmsSender }>;

/** With the queue's growing pauses that is more than two hours: a mail server may be away that long. */
export const triesMax = 12;
const noLongerWanted: Unsent = {
  state: "failed",
  failure: "No longer needed at the time of sending.",
};
const noNumber: Unsent = { state: "failed", failure: "No mobile number on file." };
const tooMuchForOne: Unsent = {
  state: "failed",
  failure: "Too many messages to this address in the last hour.",
};
const tooMuchForAll: Unsent = {
  state: "later",
  failure: "Too many messages in the last hour.",
};

type Unsent = Readonly<{ state: "failed" | "later"; failure: string }>;
type Outcome = Readonly<{ state: Delivery }> | Unsent;
type Settled = Readonly<{ message: WaitingMessage; outcome: Outcome }>;

/**
 * Renders one message and hands it to the mail server and the SMS provider. Mail and SMS carry the same
 * code, but for a registration; where one of them has arrived, the other is not tried again, because another try would need
 * another code and make the first one wrong.
 *
 * @throws so that the job comes again
 */
export async function sendMessage(context: SendContext, messageId: number): Promise<void> {
  const batch = await findWaiting(context.db, messageId);
  if (!batch) return;
  if (!(await context.messageSources.isStillWanted(readOnly(context.db), batch.about)))
    return deleteMessage(context.db, messageId);
  const tried = await tryToSend(context, batch);

  const hasArrived = tried.some(({ outcome }) => outcome.state === "sent");
  let isUnfinished = false;
  for (const { message, outcome } of tried) {
    const isOver = hasArrived || message.attempts + 1 >= triesMax;
    if (!("failure" in outcome))
      await settleMessage(context.db, message.id, { state: outcome.state, at: context.now() });
    else {
      const state = outcome.state === "failed" || isOver ? "failed" : "queued";
      await settleMessage(context.db, message.id, { state, failure: outcome.failure });
      isUnfinished ||= state === "queued";
    }
  }
  // What went wrong stands in the row; the queue and the log are told no address.
  if (isUnfinished) throw new Error(`message ${messageId} was not taken`);
}

async function tryToSend(
  context: SendContext,
  { about, messages }: WaitingBatch,
): Promise<Settled[]> {
  const addressee = await context.messageSources.findAddressee(context.db, about, context.now());
  if (!addressee) return messages.map((message) => ({ message, outcome: noLongerWanted }));
  await countAttempt(
    context.db,
    messages.map(({ id }) => id),
  );

  const held: Settled[] = [];
  const free: { message: WaitingMessage; to: string }[] = [];
  for (const message of messages) {
    const to = addressOf(context, message, addressee);
    const isGuest = about.userId === null;
    const hindrance = to === null ? noNumber : await spend(context, message, { to, isGuest });
    if (to !== null && hindrance === null) free.push({ message, to });
    else held.push({ message, outcome: hindrance ?? noNumber });
  }
  // A newer link ends the older one: none is made that nobody gets.
  if (free.length === 0) return held;

  const ways = Object.fromEntries(free.map(({ message, to }) => [message.channel, to]));
  const secrets = await context.messageSources.mintSecrets(context, about, ways);
  if (!secrets) return messages.map((message) => ({ message, outcome: noLongerWanted }));
  const facts = await context.messageSources.getFacts(readOnly(context.db), about, context.shop);
  const write = await writer(context, about, (words, shown) =>
    renderWords(words, addressee, shown, context.shop, facts),
  );
  const tried = await Promise.all(
    free.map(async ({ message, to }) => {
      const secret = secrets[message.channel];
      const said = write(secret);
      await keepCopy(context.db, message.id, copyFor(message, to, write(maskOf(secret))));
      return { message, outcome: await hand(context, about, { message, to, said }) };
    }),
  );
  return [...held, ...tried];
}

type Write = (secret: Secret) => RenderedMessage;

/** With the office's own words where it has written any; with ours where those are broken. */
async function writer(
  { db, log, messageSources }: SendContext,
  about: MessageAbout,
  render: (words: MessageWords, secret: Secret) => RenderedMessage,
): Promise<Write> {
  const original: Write = (secret) => render(messageWords[about.kind], secret);
  const written = await messageSources.findWrittenWords(readOnly(db), about);
  if (written === null) return original;
  return (secret) => {
    try {
      if (written.words) return render(written.words, secret);
    } catch {
      // Said below; the words themselves may hold anything.
    }
    log.error({ messageKind: about.kind }, "the saved words of a message are broken");
    return original(secret);
  };
}

function addressOf({ shop }: SendContext, message: WaitingMessage, to: Addressee): string | null {
  if (message.channel === "email") return message.toAddress ?? to.email;
  const number = message.toAddress ?? to.cell;
  return number === null ? null : parsePhone(number, countryOf[shop.region]);
}

/** One address is asked about once; every try costs, whoever it is for. */
async function spend(
  context: SendContext,
  { channel, attempts }: WaitingMessage,
  { to, isGuest }: Readonly<{ to: string; isGuest: boolean }>,
): Promise<Unsent | null> {
  const now = context.now();
  if (attempts === 0 && !(await spendOnAddress(context.db, channel, to, now))) return tooMuchForOne;
  if (isGuest && !(await spendOnGuests(context.db, now))) return tooMuchForAll;
  return (await spendOnAll(context.db, channel, now)) ? null : tooMuchForAll;
}

function copyFor({ channel }: WaitingMessage, to: string, copy: RenderedMessage): RenderedCopy {
  const { subject, html, text, sms } = copy;
  return channel === "email"
    ? { toAddress: to, subject, html, text }
    : { toAddress: to, subject, html: null, text: sms ?? "" };
}

async function hand(
  context: SendContext,
  about: MessageAbout,
  { message, to, said }: { message: WaitingMessage; to: string; said: RenderedMessage },
): Promise<Outcome> {
  // Another try has another code, and must not be taken for a copy of the first.
  const isNew = holdsSecret(about.kind) && message.attempts > 0;
  const messageKey = isNew ? `${message.key}#${message.attempts}` : message.key;
  const { subject, html, text, sms } = said;
  try {
    const state =
      message.channel === "sms"
        ? await context.sms.send({ messageKey, to, text: sms ?? "" })
        : await context.mailer.send({ messageKey, to, subject, html, text });
    return { state };
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    return { state: error instanceof RefusedForGood ? "failed" : "later", failure };
  }
}

/** The same message as the office may read it. */
function maskOf({ code, link }: Secret): Secret {
  return {
    ...(code !== undefined && { code: mask }),
    ...(link !== undefined && { link: link.replace(/[^#]+$/, mask) }),
  };
}

/**
 * Sends a message once more, to what the account says now.
 *
 * @throws DomainError message.unknown, message.holds-secret, request.in-progress
 */
export async function resendMessage(caller: Caller, id: number): Promise<{ queued: true }> {
  const message = await findMessage(caller.db, id);
  if (!message) throw new DomainError("message.unknown");
  if (holdsSecret(message.kind)) throw new DomainError("message.holds-secret");

  await caller.db.transaction().execute(async (tx) => {
    if (!(await queueAgain(tx, message))) throw new DomainError("request.in-progress");
    await insertAudit(tx, caller, {
      action: "message.resent",
      subjectId: message.userId,
      target: String(id),
      details: { kind: message.kind },
    });
    await caller.jobs.enqueue(tx, "message", { messageId: id });
  });
  return { queued: true };
}

/**
 * How much is sent in an hour at most (docs/reliability.md, R53: an SMS costs money, and a mailbox that is flooded is
 * nobody's any more). One address gets no more than it can read; all together, no more than a busy day needs.
 */
export const hourlyBudgets: Readonly<Record<MessageChannel, { each: number; all: number }>> = {
  email: { each: 20, all: 3000 },
  sms: { each: 6, all: 500 },
};

/**
 * What of it is for guests: anybody can order as one, with any address for the recipient, and whoever does that without
 * end must not stand in the way of a code or of the mail to somebody with an account.
 */
export const guestsHourlyMails = 2000;

export const keyOfAll = (channel: MessageChannel) => `${channel} of all`;
export const keyOfGuests = "email of guests";

/** @returns false when this address had enough in this hour */
function spendOnAddress(
  db: Database,
  channel: MessageChannel,
  address: string,
  now: string,
): Promise<boolean> {
  return take(db, `${channel}:${digest(address)}`, hourlyBudgets[channel].each, now);
}

/** @returns false when everybody together had enough in this hour */
function spendOnAll(db: Database, channel: MessageChannel, now: string): Promise<boolean> {
  return take(db, keyOfAll(channel), hourlyBudgets[channel].all, now);
}

/** @returns false when guests together had enough in this hour */
function spendOnGuests(db: Database, now: string): Promise<boolean> {
  return take(db, keyOfGuests, guestsHourlyMails, now);
}

function take(db: Database, key: string, times: number, now: string): Promise<boolean> {
  return consume(db, { key, limits: [{ times, seconds: 3600 }] }, now);
}

/** Known again, but not to be read: the table is no list of addresses. */
function digest(address: string): string {
  return createHash("sha256").update(address.toLowerCase()).digest("hex");
}
