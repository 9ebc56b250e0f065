import type { Remindable } from "@portal/shared/money/payment-reminders.ts";
import type { Caller } from "../../caller.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { type ReadDatabase, readOnly } from "../../platform/db/database.ts";
import { spendEmails } from "../../platform/messages/account-budget.ts";
import { queueMessage } from "../../platform/messages/queue-message.ts";
import { reminderStopsFrom, requireWithinLimit } from "../../platform/rate-limit/rate-limits.ts";
import { owedToday } from "./owed.actions.ts";
import { paymentReminder } from "./payment-reminder.messages.ts";
import { listReminderCandidates } from "./payment-reminder.queries.ts";
import { planReminders, skippedByReason } from "./payment-reminder.rules.ts";
import { stopByLink, takeReminders } from "./payment-reminder.store.ts";

type Context = Pick<Caller, "shop" | "now">;

/** What a press would do now: how many reminders, and how many orders get none and why. */
export async function getRemindable(
  { readDb, ...context }: Context & Pick<Caller, "readDb">,
  chosen: Remindable,
) {
  const { plan } = await planOf(readDb, context, chosen);
  return answerOf(plan);
}

/**
 * Queues a reminder for each chosen order that may have one. The others are told with the reason. Each order and each address
 * gets one a day, also by presses at the same time.
 *
 * @throws DomainError message.too-many
 */
export async function sendReminders(caller: Caller, user: SignedInUser, chosen: Remindable) {
  const { db, now } = caller;
  return db.transaction().execute(async (tx) => {
    const { plan, found } = await planOf(readOnly(tx), caller, chosen);
    const due = plan.due.flatMap((reminder) => {
      const order = found.get(reminder.orderId);
      return order ? [{ ...reminder, day: order.today, userId: order.buyerId }] : [];
    });
    const taken = await takeReminders(tx, due, { userId: user.id, now: now() });
    const sent = due.filter(({ orderId }) => taken.has(orderId));
    const answer = answerOf({
      ...plan,
      due: sent,
      skipped: [
        ...plan.skipped,
        ...due.flatMap(({ orderId, orderNumber }) =>
          taken.has(orderId) ? [] : [{ orderNumber, reason: "reminded-today" as const }],
        ),
      ],
    });
    if (sent.length === 0) return answer;
    await spendEmails(tx, caller, sent.length);
    for (const { orderId, day, userId } of sent)
      await queueMessage(tx, caller, `payment-reminder:${orderId}:${day}`, paymentReminder, {
        userId,
        orderId,
        day,
      });
    await insertAudit(tx, caller, {
      action: "owed.reminded",
      details: {
        reminders: sent.length,
        // Of an age there may be hundreds, which the table of reminders names.
        ...("age" in chosen
          ? { age: chosen.age }
          : { orders: sent.map(({ orderNumber }) => orderNumber) }),
      },
    });
    return answer;
  });
}

/**
 * Stops the reminders to the address that a link was sent to. The answer does not tell whether the secret is known.
 *
 * @throws DomainError access.too-many-tries
 */
export async function stopReminders(
  caller: Pick<Caller, "db" | "ip" | "now">,
  token: string,
): Promise<{ stopped: true }> {
  await requireWithinLimit(caller, reminderStopsFrom(caller.ip));
  await stopByLink(caller.db, token.toLowerCase(), caller.now());
  return { stopped: true };
}

async function planOf(db: ReadDatabase, { shop, now }: Context, chosen: Remindable) {
  const at = now();
  const today = await owedToday(db, { shop, now: () => at });
  const candidates = await listReminderCandidates(db, { ...today, now: at }, chosen);
  const found = new Map(candidates.map((order) => [order.orderId, order]));
  const plan = planReminders(candidates, at);
  const ids = "age" in chosen ? [] : chosen.orderIds;
  const unknown = [...new Set(ids)].flatMap((id) =>
    found.has(id) ? [] : [{ orderNumber: null, reason: "unknown" as const }],
  );
  return { found, plan: { ...plan, skipped: [...plan.skipped, ...unknown] } };
}

function answerOf({ due, skipped, leftOver }: ReturnType<typeof planReminders>) {
  return { reminders: due.length, skipped: skippedByReason(skipped), leftOver };
}
