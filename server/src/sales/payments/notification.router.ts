import {
  handleNotificationSchema,
  listNotificationsSchema,
  notificationRefSchema,
  replayNotificationSchema,
} from "@portal/shared/sales/notifications.ts";
import { procedure, router } from "../../platform/http/trpc.ts";
import {
  getNotification,
  handleNotification,
  replayNotification,
} from "./card-notification.actions.ts";
import { listNotifications } from "./notification.queries.ts";

export const notificationRouter = router({
  list: procedure("notifications.list")
    .input(listNotificationsSchema)
    .query(({ ctx, input }) => listNotifications(ctx.readDb, input)),
  byId: procedure("notifications.byId")
    .input(notificationRefSchema)
    .query(({ ctx, input }) => getNotification(ctx, input.id)),
  replay: procedure("notifications.replay")
    .input(replayNotificationSchema)
    .mutation(({ ctx, input }) => replayNotification(ctx, input)),
  handle: procedure("notifications.handle")
    .input(handleNotificationSchema)
    .mutation(({ ctx, input }) => handleNotification(ctx, ctx.user, input)),
});
