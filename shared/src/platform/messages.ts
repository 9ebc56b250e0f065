import { z } from "zod/mini";
import { userIdSchema, command } from "./ids.ts";
import { pagingFields, sortedBy } from "./paging.ts";

export const messageChannels = ["email", "sms"] as const;
export type MessageChannel = (typeof messageChannels)[number];

/**
 * `sent`: the provider accepted it. `kept`: no gateway is configured, so the message can only be read in the office.
 * `refused`: the provider refused it for good. `dropped`: its class is limited, or an equal one had just been sent. `failed`:
 * given up, or no longer needed.
 */
export const messageStates = ["queued", "sent", "kept", "refused", "dropped", "failed"] as const;
export type MessageState = (typeof messageStates)[number];

export const listMessagesSchema = z.strictObject({
  ...pagingFields,
  state: z.optional(z.enum(messageStates)),
  channel: z.optional(z.enum(messageChannels)),
  /** The recipient. */
  userId: z.optional(userIdSchema),
  /** Days on which it was written, both included. */
  from: z.optional(z.iso.date()),
  to: z.optional(z.iso.date()),
  sort: sortedBy(["createdAt", "subject"], "desc"),
});
export type ListMessages = z.infer<typeof listMessagesSchema>;

export const messageIdSchema = z.int().check(z.positive());
export const messageRefSchema = z.strictObject({ id: messageIdSchema });
export const messageCommandSchema = z.extend(messageRefSchema, command);
