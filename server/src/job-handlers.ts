import { daysEarlier } from "@portal/shared/platform/calendar.ts";
import type { Caller } from "./caller.ts";
import { announceOfficeDays } from "./office/activity/office-day.actions.ts";
import { knownBrowserDays, purgeKnownBrowsers } from "./people/accounts/known-browser.store.ts";
import { purgeExpiredCredentials } from "./people/accounts/sign-in-attempts.store.ts";
import { completeErasedList } from "./office/erasure/erased-list.ts";
import { type QuoteContext, quotePlacedOrder } from "./sales/delivery/delivery-quote.actions.ts";
import {
  type TrackContext,
  trackDueParcels,
  trackShipment,
} from "./sales/delivery/track-shipment.actions.ts";
import { type SendContext, sendMessage } from "./platform/messages/send-message.actions.ts";
import { verifyNotification } from "./sales/payments/card-notification.actions.ts";
import { closeStaleSessions } from "./sales/payments/card-session.actions.ts";
import type { NotificationContext } from "./sales/payments/record-card-payment.actions.ts";
import {
  publishDuePlans,
  type PublishingContext,
} from "./network/commissions/commission-plan.actions.ts";
import {
  type ArchiveContext,
  archiveDays,
  purgeArchives,
  writeArchive,
} from "./projections/archives/archive.actions.ts";
import {
  simulateForOffice,
  type SimulationContext,
} from "./projections/simulation/simulate-plan.actions.ts";
import type { ProposalContext } from "./office/proposals/carry-out.actions.ts";
import { carryOutDueProposals } from "./office/proposals/proposal.actions.ts";
import { listOpenNotifications } from "./sales/payments/card-notification.store.ts";
import { purgeExpired } from "./office/retention/purge-expired.actions.ts";
import { announceClosings } from "./money/statements/closing.actions.ts";
import { runAll } from "./platform/polling-loop.ts";
import type { JobHandlers } from "./platform/jobs/jobs.ts";

const openAtOnce = 100;

export type JobContext = NotificationContext &
  SendContext &
  QuoteContext &
  TrackContext &
  SimulationContext &
  ArchiveContext &
  PublishingContext &
  ProposalContext &
  Pick<Caller, "sessions" | "captcha" | "files"> &
  Readonly<{
    /** The file with the ids of erased persons, who have to be erased again after a backup is restored. */
    erasedList: string;
    /** Seals new events and exports the newest seal to where the database's owner cannot write. */
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

    "write-archive": ({ archiveId }) => writeArchive(context, archiveId),

    "publish-plan": () => publishDuePlans(context),

    housekeeping: () => housekeeping(context),

    retention: () =>
      runAll(
        [() => purgeExpired(context), () => context.exportAnchors()],
        "some of the nightly tasks failed",
      ),
  };
}

/**
 * Purges, due tasks, and retries of notifications that may pass after a setting was corrected. A failing step does not
 * prevent the others.
 *
 * @throws AggregateError with all failures after the other steps have run; the job is then retried as a whole
 */
async function housekeeping(context: JobContext): Promise<void> {
  const yesterday = daysEarlier(context.now(), 1);
  const steps = [
    () => purgeExpiredCredentials(context.db, yesterday),
    () => purgeKnownBrowsers(context.db, daysEarlier(context.now(), knownBrowserDays)),
    () => announceClosings(context),
    () => announceOfficeDays(context),
    () => context.sessions.purgeExpired(),
    () => context.captcha.purgeExpired(),
    () => purgeArchives(context, daysEarlier(context.now(), archiveDays)),
    () => context.files.clearAbandoned(Date.parse(context.now())),
    () => completeErasedList(context.db, context.erasedList),
    () => publishDuePlans(context),
    () => carryOutDueProposals(context),
    () => trackDueParcels(context),
    () => verifyOpenNotifications(context),
    () => closeStaleSessions(context),
  ];
  await runAll(steps, "some housekeeping tasks failed");
}

async function verifyOpenNotifications(context: JobContext): Promise<void> {
  const open = await listOpenNotifications(context.db, openAtOnce);
  const steps = open.map((id) => () => verifyNotification(context, id));
  await runAll(steps, "some card notifications were not checked");
}
