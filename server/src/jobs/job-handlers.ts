import type { Caller } from "../caller.ts";
import { forgetOldSignIns } from "../features/accounts/old-sign-ins.store.ts";
import { forgetOldContactMessages } from "../features/contact/contact.store.ts";
import { type QuoteDesk, quotePlacedOrder } from "../features/delivery/quote-delivery.actions.ts";
import { forgetBudgets } from "../features/messages/message-budget.store.ts";
import { forgetOldCodes } from "../features/messages/message.store.ts";
import { type SendDesk, sendMessage } from "../features/messages/send-message.actions.ts";
import {
  type NotificationDesk,
  verifyNotification,
} from "../features/payments/card-notification.actions.ts";
import { listOpenNotifications } from "../features/payments/card-notification.store.ts";
import type { JobHandlers } from "./jobs.ts";

const dayMs = 24 * 3600 * 1000;
const openAtOnce = 100;
const codesKeptDays = 30;
/** What the privacy policy says of them. */
const contactMessagesKeptDays = 365;

export type JobDesk = NotificationDesk &
  SendDesk &
  QuoteDesk &
  Pick<Caller, "sessions" | "captcha">;

export function jobHandlers(desk: JobDesk): JobHandlers {
  return {
    async "card-notification"({ notificationId }) {
      const isSettled = await verifyNotification(desk, notificationId);
      if (!isSettled) throw new Error(`card notification ${notificationId} is parked`);
    },

    message: ({ messageId }) => sendMessage(desk, messageId),

    "quote-delivery": ({ orderId }) => quotePlacedOrder(desk, orderId),

    /** What was forgotten by everybody else, and notifications that a mended setting may let through. */
    async housekeeping() {
      const yesterday = daysBefore(desk.now(), 1);
      await forgetOldSignIns(desk.db, yesterday);
      await forgetBudgets(desk.db, yesterday);
      await forgetOldCodes(desk.db, daysBefore(desk.now(), codesKeptDays));
      await forgetOldContactMessages(desk.db, daysBefore(desk.now(), contactMessagesKeptDays));
      await desk.sessions.forgetExpired();
      await desk.captcha.forgetExpired();
      for (const id of await listOpenNotifications(desk.db, openAtOnce))
        await verifyNotification(desk, id);
    },
  };
}

function daysBefore(now: string, days: number): string {
  return new Date(Date.parse(now) - days * dayMs).toISOString();
}
