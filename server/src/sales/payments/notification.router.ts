import {
  handleNotificationSchema,
  listNotificationsSchema,
  notificationRefSchema,
} from "@portal/shared/sales/notifications.ts";
import { router, signedInProcedure } from "../../platform/http/trpc.ts";
import {
  getNotification,
  handleNotification,
  replayNotification,
} from "./card-notification.actions.ts";
import { listNotifications } from "./notification.queries.ts";

export const notificationRouter = router({
  list: signedInProcedure
    .input(listNotificationsSchema)
    .query(({ ctx, input }) => listNotifications(ctx.readDb, input)),
  byId: signedInProcedure
    .input(notificationRefSchema)
    .query(({ ctx, input }) => getNotification(ctx, input.id)),
  replay: signedInProcedure
    .input(notificationRefSchema)
    .mutation(({ ctx, input }) => replayNotification(ctx, input.id)),
  handle: signedInProcedure
    .input(handleNotificationSchema)
    .mutation(({ ctx, input }) => handleNotification(ctx, ctx.user, input)),
});
