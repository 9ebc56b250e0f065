import type { MessageChannel } from "@portal/shared/platform/messages.ts";
import type { MessageClass } from "@portal/shared/office/message-kinds.ts";
import type { Caller } from "../../caller.ts";
import { consume, giveBack, type Limit, type RateLimit } from "../rate-limit/rate-limits.ts";
import { digestOf } from "../secrets.ts";
import type { OpenMessage } from "./define-message.ts";
import { findJustQueued, type WaitingMessage } from "./message.store.ts";

/** Why a message is not sent now: `later` waits, the others are final. */
export type Unsent = Readonly<{
  state: "failed" | "refused" | "dropped" | "later";
  failure: string;
}>;
type Ask = Readonly<{
  subject: OpenMessage;
  messageClass: MessageClass;
  message: WaitingMessage;
  to: string;
}>;

const hour = 3600;
const day = 24 * hour;

/**
 * What one address gets of a class, and all addresses together (docs/domain.md, "Messages"). Null: no limit but the one of
 * equal messages, so that nobody can use up what warns. An SMS costs money.
 */
export const classLimits: Readonly<
  Record<MessageClass, Readonly<Record<MessageChannel, { each: Limit | null; all: Limit }>>>
> = {
  secret: {
    email: { each: null, all: { times: 3000, seconds: hour } },
    sms: { each: { times: 6, seconds: hour }, all: { times: 500, seconds: hour } },
  },
  warning: {
    email: { each: null, all: { times: 3000, seconds: hour } },
    sms: { each: null, all: { times: 500, seconds: hour } },
  },
  work: {
    email: { each: { times: 20, seconds: hour }, all: { times: 3000, seconds: hour } },
    sms: { each: { times: 6, seconds: hour }, all: { times: 500, seconds: hour } },
  },
  stranger: {
    // Two orders with their bank details.
    email: { each: { times: 4, seconds: day }, all: { times: 2000, seconds: hour } },
    sms: { each: { times: 4, seconds: day }, all: { times: 100, seconds: hour } },
  },
};

/** What waits, waits behind its own class, and secrets behind those of their own purpose. */
export function keyOfAll(
  messageClass: MessageClass,
  channel: MessageChannel,
  purpose = "",
): string {
  return `${channel} of all ${messageClass} ${purpose}`.trim();
}

const justSent: Unsent = {
  state: "dropped",
  failure: "The same message was sent to this address a moment ago.",
};
const tooManyForAll: Unsent = { state: "later", failure: "Too many messages in the last hour." };

/** Null where it may be sent. Only before the first try: a retry has been counted. */
export async function findObstacle(
  { db, now }: Pick<Caller, "db" | "now">,
  { subject, messageClass, message, to }: Ask,
): Promise<Unsent | null> {
  if (message.attempts > 0) return null;
  const { channel } = message;
  const isRepeated = messageClass === "warning" || messageClass === "secret";
  const isCode = subject.message.lasts === "code";
  if (isRepeated && !isCode && (await wasJustSent(db, { subject, message, to }))) return justSent;

  const purpose = messageClass === "secret" ? subject.message.kind : "";
  const { each, all } = classLimits[messageClass][channel];
  const at = now();
  const ofAddress: RateLimit | null = each && {
    key: `${channel} ${messageClass} ${purpose}:${await digestOf(to.toLowerCase())}`,
    limits: [each],
  };
  if (ofAddress && !(await consume(db, ofAddress, at))) return beyond(messageClass);
  const ofAll = { key: keyOfAll(messageClass, channel, purpose), limits: [all] };
  if (await consume(db, ofAll, at)) return null;
  if (ofAddress) await giveBack(db, ofAddress, at);
  return messageClass === "stranger" ? beyond("stranger") : tooManyForAll;
}

/** Work waits; what strangers cause is dropped; a code comes by the other channel. */
function beyond(messageClass: MessageClass): Unsent {
  const failure = "Too many messages to this address.";
  if (messageClass === "stranger") return { state: "dropped", failure };
  return { state: messageClass === "secret" ? "dropped" : "later", failure };
}

const resendMs = 2 * 60_000;
const resendOftenMs = 15 * 60_000;
const oftenFrom = 3;

/**
 * Whether an equal one was sent, or waits, so shortly before that this one is not needed: two minutes, and a link from the
 * fourth in an hour on fifteen. The earlier link lives on.
 */
async function wasJustSent(
  db: Caller["db"],
  { subject: { about }, message, to }: Omit<Ask, "messageClass">,
): Promise<boolean> {
  const same = { about, userId: about.userId, to };
  const earlier = await findJustQueued(db, message, same);
  const [latest] = earlier;
  if (latest === undefined) return false;
  const apartMs = earlier.length < oftenFrom ? resendMs : resendOftenMs;
  return Date.parse(message.createdAt) - Date.parse(latest) < apartMs;
}
