import { monthAt, previousMonth } from "@portal/shared/platform/calendar.ts";
import { expect } from "vitest";
import { readOnly } from "../../platform/db/database.ts";
import { getCalendar } from "../../money/statements/closing.queries.ts";
import { getStatement, listStatementMonths } from "../../money/statements/statement.queries.ts";
import { test as base } from "../../testing/database-test.ts";
import { seedDemo } from "./seed-demo.ts";

const until = "2026-07-01";
const test = base.extend("seeded", { scope: "file" }, ({ ownerUrl }) =>
  seedDemo({ ownerUrl, until }),
);

test("every statement of the demo adds up to the member's totals, to the cent", async ({
  seeded,
  db,
}) => {
  const reader = readOnly(db);
  const calendar = await getCalendar(reader, "za");
  const members = await db.selectFrom("projection.member").select("user_id as memberId").execute();
  const wallets = await db.selectFrom("projection.wallet").selectAll().execute();
  const now = `${until}T00:00:00.000Z`;
  const month = monthAt(now, calendar.timeZone);

  expect(members).toHaveLength(seeded.members);
  for (const { memberId } of members) {
    const wallet = wallets.find(({ user_id }) => user_id === memberId);
    const { accrued = 0, paid = 0, credit = 0 } = wallet ?? {};
    const months = await listStatementMonths(reader, calendar, { memberId, now });
    const earned = months.reduce((sum, each) => sum + each.earned, 0);
    expect({ memberId, earned }).toEqual({ memberId, earned: accrued });
    const last = await getStatement(reader, calendar, { memberId, month });
    expect(last.closing).toMatchObject({ accrued, paid, credit });
    const before = await getStatement(reader, calendar, { memberId, month: previousMonth(month) });
    expect(last.opening).toEqual(before.closing);
  }
}, 60_000);
