import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { parsePhone } from "@portal/shared/platform/phones/phone-number.ts";
import { countryOf } from "@portal/shared/platform/region.ts";
import { classOf, type MessageClass } from "@portal/shared/office/message-kinds.ts";
import type { Caller } from "../../caller.ts";
import { insertAudit } from "../audit/audit.store.ts";
import { readOnly } from "../db/database.ts";
import { isBusy } from "../ledger/busy.ts";
import { findObstacle, type Unsent } from "./message-limits.ts";
import type { Addressee, Message, MessageWords, OpenMessage, Secret } from "./define-message.ts";
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
import { mask, type RenderedMessage, renderWords } from "./render-message.ts";
import { type Delivery, type Mailer, RefusedForGood, type SmsSender } from "./senders.ts";

export type SendContext = Pick<Caller, "db" | "passwords" | "shop" | "now" | "log" | "messages"> &
  Readonly<{ mailer: Mailer; sms: SmsSender }>;

const noLongerWanted: Unsent = {
  state: "failed",
  failure: "No longer needed at the time of sending.",
};
const unwritten = "It could not be written. The log of the server has the error.";
const noNumber: Unsent = { state: "failed", failure: "No mobile number on file." };
type Outcome = Readonly<{ state: Delivery }> | Unsent;
type Settled = Readonly<{ message: WaitingMessage; outcome: Outcome }>;

/** The mail server or the SMS provider did not take it, and may later. */
class NotTaken extends Error {
  override readonly name = "NotTaken";
}

/**
 * Renders one message and sends it by email and SMS, and retries it for the life of its class. Where a code was sent by one
 * of them, the other is not retried: a retry needs a new code, which would invalidate the one that was sent. One that cannot
 * be written is given up, so that the office sees it.
 *
 * @throws so that the job is retried
 */
export async function sendMessage(context: SendContext, messageId: number): Promise<void> {
  const batch = await findWaiting(context.db, messageId);
  if (!batch) return;
  try {
    await sendBatch(context, messageId, batch);
  } catch (error) {
    if (error instanceof NotTaken || isBusy(error)) throw error;
    await giveUpUnwritten(context, messageId, { batch, error });
  }
}

/** In which an update of the portal may still write it. */
const unwrittenMs = 3600_000;

/** It failed by a fault of ours, and would fail as often as it is tried. @throws while it is tried */
async function giveUpUnwritten(
  { db, log, now }: SendContext,
  messageId: number,
  { batch, error }: Readonly<{ batch: WaitingBatch; error: unknown }>,
): Promise<void> {
  const ends = Date.parse(batch.messages[0]?.createdAt ?? now()) + unwrittenMs;
  const isOver = Date.parse(now()) >= ends;
  // Not the words of the error: they may hold an address.
  const { name, stack = "" } = error instanceof Error ? error : new Error("not an error");
  const at = stack
    .split("\n")
    .find((line) => /^\s+at /.test(line))
    ?.trim();
  const fault = { messageId, messageKind: batch.kind, error: name, at };
  log.error(fault, isOver ? "a message was given up" : "a message cannot be written");
  const ids = batch.messages.map(({ id }) => id);
  // One that nobody tried to send counts as no longer needed.
  if (isOver) await countAttempt(db, ids);
  for (const id of ids)
    await settleMessage(db, id, { state: isOver ? "failed" : "queued", failure: unwritten });
  if (!isOver) throw new Error(`message ${messageId} cannot be written`);
}

async function sendBatch(
  context: SendContext,
  messageId: number,
  batch: WaitingBatch,
): Promise<void> {
  const { kind } = batch;
  const subject = context.messages.ofKind(kind).open(batch.stored);
  if (!(await subject.isStillWanted(readOnly(context.db), context.now())))
    return deleteMessage(context.db, messageId);
  const messageClass = classOf(kind, await subject.isProved(readOnly(context.db)));
  const tried = await tryToSend(context, subject, batch, messageClass);

  const { lasts } = subject.message;
  const hasArrived = lasts === "code" && tried.some(({ outcome }) => outcome.state === "sent");
  const lifeMs = sendingLifeSeconds(messageClass, lasts) * 1000;
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
  if (isUnfinished) throw new NotTaken(`message ${messageId} was not taken`);
}

async function tryToSend(
  context: SendContext,
  subject: OpenMessage,
  { messages }: WaitingBatch,
  messageClass: MessageClass,
): Promise<Settled[]> {
  const addressee = await subject.findAddressee(context.db, context.now());
  if (!addressee) return messages.map((message) => ({ message, outcome: noLongerWanted }));
  const unsent: Settled[] = [];
  const sendable: { message: WaitingMessage; to: string }[] = [];
  for (const message of messages) {
    const to = addressOf(context, message, addressee);
    const obstacle =
      to === null ? noNumber : await findObstacle(context, { subject, messageClass, message, to });
    if (to !== null && obstacle === null) sendable.push({ message, to });
    else unsent.push({ message, outcome: obstacle ?? noNumber });
  }
  if (sendable.length === 0) return unsent;
  await countAttempt(
    context.db,
    sendable.map(({ message }) => message.id),
  );

  const ways = Object.fromEntries(sendable.map(({ message, to }) => [message.channel, to]));
  const secrets = await subject.mintSecrets(context, ways);
  if (!secrets) return messages.map((message) => ({ message, outcome: noLongerWanted }));
  const facts = await subject.getFacts(readOnly(context.db), context.shop);
  const render = await renderer(context, subject, (words, secret) =>
    renderWords(words, addressee, secret, context.shop, facts),
  );
  // All are written before the first is sent, which would be sent again if another could not be written.
  const written = await Promise.all(
    sendable.map(async ({ message, to }) => {
      const secret = secrets[message.channel];
      await keepCopy(context.db, message.id, copyFor(message, to, render(maskOf(secret))));
      return { message, to, rendered: { ...render(secret), unsubscribe: secret.oneClick } };
    }),
  );
  const tried = await Promise.all(
    written.map(async ({ message, to, rendered }) => ({
      message,
      outcome: await send(context, subject.message, message, to, rendered),
    })),
  );
  return [...unsent, ...tried];
}

/** Renders the office's own words where there are any, and the default words where those are broken. */
async function renderer(
  { db, log, messages }: SendContext,
  { message, findOwnWords }: OpenMessage,
  render: (words: MessageWords, secret: Secret) => RenderedMessage,
): Promise<(secret: Secret) => RenderedMessage> {
  const original = (secret: Secret) => render(message.words, secret);
  const written =
    (await findOwnWords(readOnly(db), (kind) => messages.ofKind(kind).words)) ??
    (await messages.findWrittenWords(readOnly(db), message));
  if (written === null) return original;
  return (secret) => {
    try {
      if (written.words) return render(written.words, secret);
    } catch {
      // Logged below without the error, which may quote the words.
    }
    log.error({ messageKind: message.kind }, "the saved words of a message are broken");
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
  { isSecret }: Message,
  message: WaitingMessage,
  to: string,
  rendered: RenderedMessage & Readonly<{ unsubscribe: string | undefined }>,
): Promise<Outcome> {
  // A retry has a new code, and must not be taken for a duplicate of the first.
  const isNew = isSecret && message.attempts > 0;
  const messageKey = isNew ? `${message.key}#${message.attempts}` : message.key;
  const { subject, html, text, sms, unsubscribe } = rendered;
  try {
    const state =
      message.channel === "sms"
        ? await context.sms.send({ messageKey, to, text: sms ?? "" })
        : await context.mailer.send({ messageKey, to, subject, html, text, unsubscribe });
    return { state };
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    return { state: error instanceof RefusedForGood ? "refused" : "later", failure };
  }
}

const hour = 3600;
const day = 24 * hour;

/** How long sending is retried: a secret for its own life, a warning for the life of a decision. */
function sendingLifeSeconds(messageClass: MessageClass, lasts: Message["lasts"]): number {
  switch (messageClass) {
    case "secret":
      return lasts === "week" ? 7 * day : hour;
    case "warning":
      return 14 * day;
    case "work":
      return 7 * day;
    case "stranger":
      return day;
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
  if (caller.messages.isSecret(message.kind)) throw new DomainError("message.holds-secret");

  await caller.db.transaction().execute(async (tx) => {
    if (!(await queueAgain(tx, id, "present address")))
      throw new DomainError("request.in-progress");
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
