import type { Caller } from "../caller.ts";
import { forgetOldTries } from "../features/accounts/sign-in-throttle.store.ts";
import { sendMessage } from "../features/messages/send-message.actions.ts";
import {
  type NotificationDesk,
  verifyNotification,
} from "../features/payments/card-notification.actions.ts";
import { listOpenNotifications } from "../features/payments/card-notification.store.ts";
import type { JobHandlers } from "./jobs.ts";

const dayMs = 24 * 3600 * 1000;
const openAtOnce = 100;

export function jobHandlers(desk: NotificationDesk & Pick<Caller, "sessions">): JobHandlers {
  return {
    async "card-notification"({ notificationId }) {
      const isSettled = await verifyNotification(desk, notificationId);
      if (!isSettled) throw new Error(`card notification ${notificationId} is parked`);
    },

    message: ({ messageId }) => sendMessage(desk, messageId),

    /** What was forgotten by everybody else, and notifications that a mended setting may let through. */
    async housekeeping() {
      const yesterday = new Date(Date.parse(desk.now()) - dayMs).toISOString();
      await forgetOldTries(desk.db, yesterday);
      await desk.sessions.forgetExpired();
      for (const id of await listOpenNotifications(desk.db, openAtOnce))
        await verifyNotification(desk, id);
    },
  };
}
