import { z } from "zod/mini";
import { pagingFields, sortedBy } from "../platform/paging.ts";

export const notificationStates = ["received", "applied", "rejected", "parked", "noted"] as const;
export type NotificationState = (typeof notificationStates)[number];

export const listNotificationsSchema = z.object({
  ...pagingFields,
  state: z.optional(z.enum(notificationStates)),
  sort: sortedBy(["receivedAt"], "desc"),
});
export type ListNotifications = z.infer<typeof listNotificationsSchema>;

export const notificationRefSchema = z.object({ id: z.int().check(z.positive()) });
