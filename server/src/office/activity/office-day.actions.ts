import { addDays, dayOf } from "@portal/shared/platform/calendar.ts";
import type { Caller } from "../../caller.ts";
import { readOnly } from "../../platform/db/database.ts";
import { loadRegion } from "../../platform/db/region.queries.ts";
import { queueMessage } from "../../platform/messages/queue-message.ts";
import { listHeardActs } from "./office-day.queries.ts";
import { officeDay } from "./office-day.messages.ts";

type Context = Pick<Caller, "db" | "shop" | "jobs" | "now">;

/** After a weekend without a worker, the days before are told too. */
const daysBack = 3;

/** Queues one email for each admin about what the others did on a day that is over: once, because its key names the day. */
export async function announceOfficeDays(context: Context): Promise<void> {
  const { db, shop, now } = context;
  const { timeZone } = await loadRegion(readOnly(db), shop.region);
  const today = dayOf(now(), timeZone);
  for (let ago = daysBack; ago > 0; ago -= 1) {
    const day = addDays(today, -ago);
    const acts = await listHeardActs(db, day, timeZone);
    if (acts.length === 0) continue;
    await db.transaction().execute(async (tx) => {
      const admins = await tx
        .selectFrom("account")
        .select("id")
        .where("role", "=", "admin")
        .where("active", "=", true)
        .where("password_hash", "is not", null)
        .execute();
      for (const { id: userId } of admins) {
        const actorIds = [...new Set(acts.map(({ actorId }) => actorId))];
        if (actorIds.every((each) => each === userId)) continue;
        const ids = { userId, day, actorIds };
        await queueMessage(tx, context, `office-day:${day}:${userId}`, officeDay, ids);
      }
    });
  }
}
