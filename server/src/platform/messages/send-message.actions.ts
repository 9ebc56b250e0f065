import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { parsePhone } from "@portal/shared/platform/phones/phone-number.ts";
import { countryOf } from "@portal/shared/platform/region.ts";
import type { MessageClass } from "@portal/shared/platform/message-classes.ts";
import type { Caller } from "../../caller.ts";
import { insertAudit } from "../audit/audit.store.ts";
import { readOnly } from "../db/database.ts";
import {
  classOf,
  holdsSecret,
  isCode,
  type MessageAbout,
  sendingLifeSeconds,
} from "./message-kinds.ts";
import { findObstacle, type Unsent } from "./message-limits.ts";
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
import { type Delivery, type Mailer, RefusedForGood, type SmsSender } from "./senders.ts";
import { type MessageWords, messageWords } from "./templates/message-words.ts";

export type SendContext = Pick<
  Caller,
  "db" | "passwords" | "shop" | "now" | "log" | "messageSources"
> &
  Readonly<{ mailer: Mailer; sms: SmsSender }>;

const noLongerWanted: Unsent = {
  state: "failed",
  failure: "No longer needed at the time of sending.",
};
const noNumber: Unsent = { state: "failed", failure: "No mobile number on file." };
type Outcome = Readonly<{ state: Delivery }> | Unsent;
type Settled = Readonly<{ message: WaitingMessage; outcome: Outcome }>;

/**
 * Renders one message and sends it by email and SMS, and retries it for the life of its class. Where a code was sent by one
 * of them, the other is not retried: a retry needs a new code, which would invalidate the one that was sent.
 *
 * @throws so that the job is retried
 */
export async function sendMessage(context: SendContext, messageId: number): Promise<void> {
  const batch = await findWaiting(context.db, messageId);
  if (!batch) return;
  if (!(await context.messageSources.isStillWanted(readOnly(context.db), batch.about)))
    return deleteMessage(context.db, messageId);
  const { kind } = batch.about;
  const isProved = await context.messageSources.isProved(readOnly(context.db), batch.about);
  const messageClass = classOf(kind, isProved);
  const tried = await tryToSend(context, batch, messageClass);

  const hasArrived = isCode(kind) && tried.some(({ outcome }) => outcome.state === "sent");
  const lifeMs = sendingLifeSeconds(kind, messageClass) * 1000;
  let isUnfinished = false;
  for (const { message, outcome } of tried) {
    const isOver =
      hasArrived || Date.parse(context.now()) >= Date.parse(message.createdAt) + lifeMs;
    if (!("failure" in outcome))
      await settleMessage(context.db, message.id, { state: outcome.state, at: context.now() });
    else {
      const { state: ended } = outcome;
      const later = isOver ? "failed" : "queued";
      const state = ended === "later" ? later : ended;
      // Not why: the reason may hold an address.
      if (ended === "later" && state === "failed" && !hasArrived)
        context.log.warn({ messageId, messageKind: kind }, "a message was given up");
      await settleMessage(context.db, message.id, { state, failure: outcome.failure });
      isUnfinished ||= state === "queued";
    }
  }
  // The reason is in the row; it may hold an address, which must not get into the queue or the log.
  if (isUnfinished) throw new Error(`message ${messageId} was not taken`);
}

async function tryToSend(
  context: SendContext,
  { about, messages }: WaitingBatch,
  messageClass: MessageClass,
): Promise<Settled[]> {
  const addressee = await context.messageSources.findAddressee(context.db, about, context.now());
  if (!addressee) return messages.map((message) => ({ message, outcome: noLongerWanted }));
  const unsent: Settled[] = [];
  const sendable: { message: WaitingMessage; to: string }[] = [];
  for (const message of messages) {
    const to = addressOf(context, message, addressee);
    const obstacle =
      to === null ? noNumber : await findObstacle(context, { about, messageClass, message, to });
    if (to !== null && obstacle === null) sendable.push({ message, to });
    else unsent.push({ message, outcome: obstacle ?? noNumber });
  }
  if (sendable.length === 0) return unsent;
  await countAttempt(
    context.db,
    sendable.map(({ message }) => message.id),
  );

  const ways = Object.fromEntries(sendable.map(({ message, to }) => [message.channel, to]));
  const secrets = await context.messageSources.mintSecrets(context, about, ways);
  if (!secrets) return messages.map((message) => ({ message, outcome: noLongerWanted }));
  const facts = await context.messageSources.getFacts(readOnly(context.db), about, context.shop);
  const render = await renderer(context, about, (words, secret) =>
    renderWords(words, addressee, secret, context.shop, facts),
  );
  const tried = await Promise.all(
    sendable.map(async ({ message, to }) => {
      const secret = secrets[message.channel];
      await keepCopy(context.db, message.id, copyFor(message, to, render(maskOf(secret))));
      return { message, outcome: await send(context, about, message, to, render(secret)) };
    }),
  );
  return [...unsent, ...tried];
}

/** Renders the office's own words where there are any, and the default words where those are broken. */
async function renderer(
  { db, log, messageSources }: SendContext,
  about: MessageAbout,
  render: (words: MessageWords, secret: Secret) => RenderedMessage,
): Promise<(secret: Secret) => RenderedMessage> {
  const original = (secret: Secret) => render(messageWords[about.kind], secret);
  const written = await messageSources.findWrittenWords(readOnly(db), about);
  if (written === null) return original;
  return (secret) => {
    try {
      if (written.words) return render(written.words, secret);
    } catch {
      // Logged below without the error, which may quote the words.
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

function copyFor({ channel }: WaitingMessage, to: string, copy: RenderedMessage): RenderedCopy {
  const { subject, html, text, sms } = copy;
  return channel === "email"
    ? { toAddress: to, subject, html, text }
    : { toAddress: to, subject, html: null, text: sms ?? "" };
}

async function send(
  context: SendContext,
  about: MessageAbout,
  message: WaitingMessage,
  to: string,
  rendered: RenderedMessage,
): Promise<Outcome> {
  // A retry has a new code, and must not be taken for a duplicate of the first.
  const isNew = holdsSecret(about.kind) && message.attempts > 0;
  const messageKey = isNew ? `${message.key}#${message.attempts}` : message.key;
  const { subject, html, text, sms } = rendered;
  try {
    const state =
      message.channel === "sms"
        ? await context.sms.send({ messageKey, to, text: sms ?? "" })
        : await context.mailer.send({ messageKey, to, subject, html, text });
    return { state };
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    return { state: error instanceof RefusedForGood ? "refused" : "later", failure };
  }
}

/** For the copy that the office may read. */
function maskOf({ code, link }: Secret): Secret {
  return {
    ...(code !== undefined && { code: mask }),
    ...(link !== undefined && { link: link.replace(/[^#]+$/, mask) }),
  };
}

/**
 * Sends a message again, to the account's present address.
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
