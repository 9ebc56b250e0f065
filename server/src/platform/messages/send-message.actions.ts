import { parsePhone, phoneCountryOf } from "@portal/shared/platform/phones/phone-number.ts";
import type { Caller } from "../../caller.ts";
import { readOnly } from "../db/database.ts";
import { type Delivery, type Mailer, RefusedForGood } from "./mailer.ts";
import type { SmsSender } from "./sms-sender.ts";
import { findWrittenWords } from "../../office/email-copy/email-copy.store.ts";
import { isStillToPay } from "../../sales/payments/payment.queries.ts";
import { spendOnAddress, spendOnAll, spendOnGuests } from "./message-budget.store.ts";
import { holdsSecret, type MessageAbout } from "./message-kinds.ts";
import {
  type Addressee,
  countAttempt,
  findAddressee,
  findWaiting,
  forgetMessage,
  keepCopy,
  type RenderedCopy,
  settleMessage,
  type WaitingBatch,
  type WaitingMessage,
} from "./message.store.ts";
import { getMessageFacts } from "../../office/messages/message-facts.queries.ts";
import { maskOf, mintSecrets } from "../../people/accounts/message-secret.ts";
import { type RenderedMessage, renderWords, type Secret } from "./render-message.ts";
import { type MessageWords, messageWords } from "./templates/message-words.ts";

export type SendDesk = Pick<Caller, "db" | "passwords" | "shop" | "now" | "log"> &
  Readonly<{ mailer: Mailer; sms: SmsSender }>;

/** With the queue's growing pauses that is more than two hours: a mail server may be away that long. */
export const triesMax = 12;
const noLongerWanted: Unsent = {
  state: "failed",
  failure: "This was no longer wanted when it was about to be sent.",
};
const noNumber: Unsent = { state: "failed", failure: "There is no number that an SMS reaches." };
const tooMuchForOne: Unsent = {
  state: "failed",
  failure: "This address was sent too much in the last hour.",
};
const tooMuchForAll: Unsent = {
  state: "later",
  failure: "Too much was sent to everybody in the last hour.",
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
export async function sendMessage(desk: SendDesk, messageId: number): Promise<void> {
  const batch = await findWaiting(desk.db, messageId);
  if (!batch) return;
  if (!(await isStillWanted(desk, batch.about))) return forgetMessage(desk.db, messageId);
  const tried = await tryToSend(desk, batch);

  const hasArrived = tried.some(({ outcome }) => outcome.state === "sent");
  let isUnfinished = false;
  for (const { message, outcome } of tried) {
    const isOver = hasArrived || message.attempts + 1 >= triesMax;
    if (!("failure" in outcome))
      await settleMessage(desk.db, message.id, { state: outcome.state, at: desk.now() });
    else {
      const state = outcome.state === "failed" || isOver ? "failed" : "queued";
      await settleMessage(desk.db, message.id, { state, failure: outcome.failure });
      isUnfinished ||= state === "queued";
    }
  }
  // What went wrong stands in the row; the queue and the log are told no address.
  if (isUnfinished) throw new Error(`message ${messageId} was not taken`);
}

/** What was asked for to be said later may be said by something better by now. */
async function isStillWanted({ db }: SendDesk, about: MessageAbout): Promise<boolean> {
  return about.kind !== "order-payment-failed" || isStillToPay(readOnly(db), about.orderId);
}

async function tryToSend(desk: SendDesk, { about, messages }: WaitingBatch): Promise<Settled[]> {
  const addressee = await findAddressee(desk.db, about, desk.now());
  if (!addressee) return messages.map((message) => ({ message, outcome: noLongerWanted }));
  await countAttempt(
    desk.db,
    messages.map(({ id }) => id),
  );

  const held: Settled[] = [];
  const free: { message: WaitingMessage; to: string }[] = [];
  for (const message of messages) {
    const to = addressOf(desk, message, addressee);
    const isGuest = about.userId === null;
    const hindrance = to === null ? noNumber : await spend(desk, message, { to, isGuest });
    if (to !== null && hindrance === null) free.push({ message, to });
    else held.push({ message, outcome: hindrance ?? noNumber });
  }
  // A newer link ends the older one: none is made that nobody gets.
  if (free.length === 0) return held;

  const ways = Object.fromEntries(free.map(({ message, to }) => [message.channel, to]));
  const secrets = await mintSecrets(desk, about, ways);
  if (!secrets) return messages.map((message) => ({ message, outcome: noLongerWanted }));
  const facts = await getMessageFacts(readOnly(desk.db), about, desk.shop);
  const write = await writer(desk, about, (words, shown) =>
    renderWords(words, addressee, shown, desk.shop, facts),
  );
  const tried = await Promise.all(
    free.map(async ({ message, to }) => {
      const secret = secrets[message.channel];
      const said = write(secret);
      await keepCopy(desk.db, message.id, copyFor(message, to, write(maskOf(secret))));
      return { message, outcome: await hand(desk, about, { message, to, said }) };
    }),
  );
  return [...held, ...tried];
}

type Write = (secret: Secret) => RenderedMessage;

/** With the office's own words where it has written any; with ours where those are broken. */
async function writer(
  { db, log }: SendDesk,
  about: MessageAbout,
  render: (words: MessageWords, secret: Secret) => RenderedMessage,
): Promise<Write> {
  const original: Write = (secret) => render(messageWords[about.kind], secret);
  const written = await findWrittenWords(readOnly(db), about);
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

function addressOf({ shop }: SendDesk, message: WaitingMessage, to: Addressee): string | null {
  if (message.channel === "email") return message.toAddress ?? to.email;
  const number = message.toAddress ?? to.cell;
  return number === null ? null : parsePhone(number, phoneCountryOf[shop.region]);
}

/** One address is asked about once; every try costs, whoever it is for. */
async function spend(
  desk: SendDesk,
  { channel, attempts }: WaitingMessage,
  { to, isGuest }: Readonly<{ to: string; isGuest: boolean }>,
): Promise<Unsent | null> {
  const now = desk.now();
  if (attempts === 0 && !(await spendOnAddress(desk.db, channel, to, now))) return tooMuchForOne;
  if (isGuest && !(await spendOnGuests(desk.db, now))) return tooMuchForAll;
  return (await spendOnAll(desk.db, channel, now)) ? null : tooMuchForAll;
}

function copyFor({ channel }: WaitingMessage, to: string, copy: RenderedMessage): RenderedCopy {
  const { subject, html, text, sms } = copy;
  return channel === "email"
    ? { toAddress: to, subject, html, text }
    : { toAddress: to, subject, html: null, text: sms ?? "" };
}

async function hand(
  desk: SendDesk,
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
        ? await desk.sms.send({ messageKey, to, text: sms ?? "" })
        : await desk.mailer.send({ messageKey, to, subject, html, text });
    return { state };
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    return { state: error instanceof RefusedForGood ? "failed" : "later", failure };
  }
}
