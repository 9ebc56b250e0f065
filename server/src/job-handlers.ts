import { daysEarlier } from "@portal/shared/platform/calendar.ts";
import type { Caller } from "./caller.ts";
import { purgeExpiredCredentials } from "./people/accounts/sign-in-attempts.store.ts";
import { completeErasedList } from "./office/erasure/erased-list.ts";
import { type QuoteContext, quotePlacedOrder } from "./sales/delivery/delivery-quote.actions.ts";
import {
  listParcelsToAskAbout,
  type TrackContext,
  trackShipment,
} from "./sales/delivery/track-shipment.actions.ts";
import { type SendContext, sendMessage } from "./platform/messages/send-message.actions.ts";
import {
  type NotificationContext,
  verifyNotification,
} from "./sales/payments/card-notification.actions.ts";
import {
  publishDuePlans,
  type PublishingContext,
} from "./network/commissions/commission-plan.actions.ts";
import {
  simulateForOffice,
  type SimulationContext,
} from "./projections/simulation/simulate-plan.actions.ts";
import { carryOutDueProposals, type ProposalContext } from "./office/proposals/proposal.actions.ts";
import { listOpenNotifications } from "./sales/payments/card-notification.store.ts";
import { purgeExpired } from "./office/retention/purge-expired.actions.ts";
import { CourierDown, CourierRefused } from "./gateways/courier/courier.ts";
import { announceClosings } from "./money/statements/closing.actions.ts";
import { runAll } from "./platform/jobs/polling-loop.ts";
import type { JobHandlers } from "./platform/jobs/jobs.ts";

const openAtOnce = 100;

export type JobContext = NotificationContext &
  SendContext &
  QuoteContext &
  TrackContext &
  SimulationContext &
  PublishingContext &
  ProposalContext &
  Pick<Caller, "sessions" | "captcha"> &
  Readonly<{
    /** The file beside the data that names whom a backup must forget again. */
    erasedList: string;
    /** Seals what is not sealed yet, and writes the newest seal where the database's owner cannot reach it. */
    exportAnchors: () => Promise<void>;
  }>;

export function jobHandlers(context: JobContext): JobHandlers {
  return {
    async "card-notification"({ notificationId }) {
      const isSettled = await verifyNotification(context, notificationId);
      if (!isSettled) throw new Error(`card notification ${notificationId} is parked`);
    },

    message: ({ messageId }) => sendMessage(context, messageId),

    "quote-delivery": ({ orderId }) => quotePlacedOrder(context, orderId),

    "track-shipment": ({ trackingReference }) => trackShipment(context, trackingReference),

    "simulate-plan": ({ simulationId }) => simulateForOffice(context, simulationId),

    "publish-plan": () => publishDuePlans(context),

    housekeeping: () => housekeeping(context),

    retention: () =>
      runAll(
        [() => purgeExpired(context), () => context.exportAnchors()],
        "not everything of the night was done",
      ),
  };
}

/**
 * What was forgotten by everybody else, and notifications that a mended setting may let through. One thing that cannot be
 * done keeps no other from being done.
 *
 * @throws AggregateError with what went wrong, after the rest was done; then all of it comes again
 */
async function housekeeping(context: JobContext): Promise<void> {
  const yesterday = daysEarlier(context.now(), 1);
  const steps = [
    () => purgeExpiredCredentials(context.db, yesterday),
    () => announceClosings(context),
    () => context.sessions.purgeExpired(),
    () => context.captcha.purgeExpired(),
    () => completeErasedList(context.db, context.erasedList),
    () => publishDuePlans(context),
    () => carryOutDueProposals(context),
    () => askAboutParcels(context),
    () => lookAtOpenNotifications(context),
  ];
  await runAll(steps, "not everything was tidied up");
}

async function lookAtOpenNotifications(context: JobContext): Promise<void> {
  for (const id of await listOpenNotifications(context.db, openAtOnce))
    await verifyNotification(context, id);
}

/** A courier that is away now is asked next time. */
async function askAboutParcels(context: JobContext): Promise<void> {
  try {
    for (const reference of await listParcelsToAskAbout(context.db, context.now()))
      await trackShipment(context, reference);
  } catch (error) {
    if (!(error instanceof CourierDown || error instanceof CourierRefused)) throw error;
    context.log.warn({ reason: error.name }, "the courier did not say where its parcels are");
  }
}
