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
import { type Step, timedSteps } from "./platform/timed-steps.ts";

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

/**
 * Steps are begun for this long: shorter than the pause to the next run, and than the time after which the queue takes a run for
 * lost (`pg-boss-jobs.ts`), so that no two run beside each other.
 */
const housekeepingMs = 4 * 60_000;
const retentionMs = 20 * 60_000;

export function jobHandlers(context: JobContext): JobHandlers {
  const { log } = context;
  const housekeep = timedSteps({
    withinMs: housekeepingMs,
    complaint: "some housekeeping tasks failed",
    log,
  });
  const retain = timedSteps({
    withinMs: retentionMs,
    complaint: "some of the nightly tasks failed",
    log,
  });
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

    housekeeping: () => housekeep(housekeeping(context)),

    retention: () =>
      retain([
        ["export anchors", () => context.exportAnchors()],
        ["purge", (isOver) => purgeExpired(context, isOver)],
      ]),
  };
}

/**
 * Purges, due tasks, and retries of notifications that may pass after a setting was corrected. A failing step does not
 * prevent the others, and has its turn again in the next run.
 */
function housekeeping(context: JobContext): readonly Step[] {
  const { db, now } = context;
  return [
    ["credentials", () => purgeExpiredCredentials(db, daysEarlier(now(), 1))],
    ["browsers", () => purgeKnownBrowsers(db, daysEarlier(now(), knownBrowserDays))],
    ["closings", () => announceClosings(context)],
    ["office days", () => announceOfficeDays(context)],
    ["sessions", () => context.sessions.purgeExpired()],
    ["captcha", () => context.captcha.purgeExpired()],
    ["archives", () => purgeArchives(context, daysEarlier(now(), archiveDays))],
    ["uploads", () => context.files.clearAbandoned(Date.parse(now()))],
    ["erased list", () => completeErasedList(db, context.erasedList)],
    ["plans", () => publishDuePlans(context)],
    ["proposals", () => carryOutDueProposals(context)],
    ["parcels", (isOver) => trackDueParcels(context, isOver)],
    ["notifications", (isOver) => verifyOpenNotifications(context, isOver)],
    ["card sessions", () => closeStaleSessions(context)],
  ];
}

async function verifyOpenNotifications(context: JobContext, isOver: () => boolean): Promise<void> {
  const open = await listOpenNotifications(context.db, openAtOnce);
  const steps = open.map((id) => async () => {
    if (!isOver()) await verifyNotification(context, id);
  });
  await runAll(steps, "some card notifications were not checked");
}
