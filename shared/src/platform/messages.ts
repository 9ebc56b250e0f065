import { z } from "zod";
import { userIdSchema } from "./ids.ts";
import { pagingFields, sortedBy } from "./paging.ts";

export const messageChannels = ["email", "sms"] as const;
export type MessageChannel = (typeof messageChannels)[number];

/** `kept`: no gateway is configured, so the message can only be read in the office. */
export const messageStates = ["queued", "sent", "kept", "failed"] as const;
export type MessageState = (typeof messageStates)[number];

export const listMessagesSchema = z.object({
  ...pagingFields,
  state: z.enum(messageStates).optional(),
  channel: z.enum(messageChannels).optional(),
  /** The recipient. */
  userId: userIdSchema.optional(),
  sort: sortedBy(["createdAt", "subject"], "desc"),
});
export type ListMessages = z.infer<typeof listMessagesSchema>;

export const messageIdSchema = z.int().positive();
export const messageRefSchema = z.object({ id: messageIdSchema });
