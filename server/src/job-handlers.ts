import type { Caller } from "./caller.ts";
import { forgetOldSignIns } from "./people/accounts/sign-in-attempts.store.ts";
import { completeErasedList } from "./office/erasure/erased-list.ts";
import { type QuoteDesk, quotePlacedOrder } from "./sales/delivery/delivery-quote.actions.ts";
import {
  listParcelsToAskAbout,
  type TrackDesk,
  trackShipment,
} from "./sales/delivery/track-shipment.actions.ts";
import { type SendContext, sendMessage } from "./platform/messages/send-message.actions.ts";
import {
  type NotificationDesk,
  verifyNotification,
} from "./sales/payments/card-notification.actions.ts";
import {
  publishDuePlans,
  type PublishingDesk,
} from "./network/commissions/commission-plan.actions.ts";
import {
  simulateForDesk,
  type SimulationDesk,
} from "./projections/simulation/simulate-plan.actions.ts";
import { carryOutDueProposals, type ProposalDesk } from "./office/proposals/proposal.actions.ts";
import { listOpenNotifications } from "./sales/payments/card-notification.store.ts";
import { daysBefore, forgetOld } from "./office/retention/purge-expired.actions.ts";
import { CourierDown, CourierRefused } from "./gateways/courier/courier.ts";
import { announceClosings } from "./money/statements/closing.actions.ts";
import { eachForItself } from "./platform/jobs/polling-loop.ts";
import type { JobHandlers } from "./platform/jobs/jobs.ts";

const openAtOnce = 100;

export type JobDesk = NotificationDesk &
  SendContext &
  QuoteDesk &
  TrackDesk &
  SimulationDesk &
  PublishingDesk &
  ProposalDesk &
  Pick<Caller, "sessions" | "captcha"> &
  Readonly<{
    /** The file beside the data that names whom a backup must forget again. */
    erasedList: string;
    /** Seals what is not sealed yet, and writes the newest seal where the database's owner cannot reach it. */
    exportAnchors: () => Promise<void>;
  }>;

export function jobHandlers(desk: JobDesk): JobHandlers {
  return {
    async "card-notification"({ notificationId }) {
      const isSettled = await verifyNotification(desk, notificationId);
      if (!isSettled) throw new Error(`card notification ${notificationId} is parked`);
    },

    message: ({ messageId }) => sendMessage(desk, messageId),

    "quote-delivery": ({ orderId }) => quotePlacedOrder(desk, orderId),

    "track-shipment": ({ trackingReference }) => trackShipment(desk, trackingReference),

    "simulate-plan": ({ simulationId }) => simulateForDesk(desk, simulationId),

    "publish-plan": () => publishDuePlans(desk),

    housekeeping: () => keepHouse(desk),

    retention: () =>
      eachForItself(
        [() => forgetOld(desk), () => desk.exportAnchors()],
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
async function keepHouse(desk: JobDesk): Promise<void> {
  const yesterday = daysBefore(desk.now(), 1);
  const steps = [
    () => forgetOldSignIns(desk.db, yesterday),
    () => announceClosings(desk),
    () => desk.sessions.forgetExpired(),
    () => desk.captcha.forgetExpired(),
    () => completeErasedList(desk.db, desk.erasedList),
    () => publishDuePlans(desk),
    () => carryOutDueProposals(desk),
    () => askAboutParcels(desk),
    () => lookAtOpenNotifications(desk),
  ];
  await eachForItself(steps, "not everything was tidied up");
}

async function lookAtOpenNotifications(desk: JobDesk): Promise<void> {
  for (const id of await listOpenNotifications(desk.db, openAtOnce))
    await verifyNotification(desk, id);
}

/** A courier that is away now is asked next time. */
async function askAboutParcels(desk: JobDesk): Promise<void> {
  try {
    for (const reference of await listParcelsToAskAbout(desk.db, desk.now()))
      await trackShipment(desk, reference);
  } catch (error) {
    if (!(error instanceof CourierDown || error instanceof CourierRefused)) throw error;
    desk.log.warn({ reason: error.name }, "the courier did not say where its parcels are");
  }
}
