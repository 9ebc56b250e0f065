import { z } from "zod/mini";
import { command } from "../platform/ids.ts";
import { pagingFields, sortedBy } from "../platform/paging.ts";

export const notificationStates = ["received", "applied", "rejected", "parked", "noted"] as const;
export type NotificationState = (typeof notificationStates)[number];

export const listNotificationsSchema = z.strictObject({
  ...pagingFields,
  state: z.optional(z.enum(notificationStates)),
  sort: sortedBy(["receivedAt"], "desc"),
});
export type ListNotifications = z.infer<typeof listNotificationsSchema>;

export const notificationRefSchema = z.strictObject({ id: z.int().check(z.positive()) });
export const replayNotificationSchema = z.extend(notificationRefSchema, {
  ...command,
  /** That it came from an address which is not known as the card provider's. */
  acceptsAddress: z.optional(z.boolean()),
});
export type ReplayNotification = z.infer<typeof replayNotificationSchema>;

/** What became of money that was not recorded by its notification: recorded by the office, given back, or never this shop's. */
export const handledAs = ["recorded", "refunded", "not-ours"] as const;
export type HandledAs = (typeof handledAs)[number];
export const handleNotificationSchema = z.strictObject({
  ...command,
  id: z.int().check(z.positive()),
  as: z.enum(handledAs, { error: "Choose what became of the money." }),
});
export type HandleNotification = z.infer<typeof handleNotificationSchema>;
