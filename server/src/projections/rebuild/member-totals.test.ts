import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { eventsAsOf, ledgerCatalogue, type RecordedLedgerEvent } from "../ledger-catalogue.ts";
import { memberTotals } from "./member-totals.ts";
import { projectionsOf } from "../../testing/recorded-facts.ts";

const golden = (name: string) =>
  readFileSync(new URL(`../golden/${name}`, import.meta.url), "utf8").trim();

const lineSchema = z.object({
  eventId: z.string(),
  streamId: z.string(),
  streamVersion: z.int(),
  type: z.string(),
  schemaVersion: z.int(),
  occurredAt: z.string(),
  data: z.unknown(),
});

/** As recorded by an import: in the order of the file, each event recorded on the evening of its day. */
const january: RecordedLedgerEvent[] = golden("january.ndjson")
  .split("\n")
  .map((text, index) => {
    const line = lineSchema.parse(JSON.parse(text));
    return {
      ...ledgerCatalogue.accept({ ...line, data: line.data }),
      position: index + 1,
      eventId: line.eventId,
      streamId: line.streamId,
      streamVersion: line.streamVersion,
      schemaVersion: line.schemaVersion,
      occurredAt: line.occurredAt,
      recordedAt: line.occurredAt.replace(/T.*/, "T23:00:00.000Z"),
      metadata: {},
    };
  });

const totalsOf = (events: Iterable<RecordedLedgerEvent>) =>
  memberTotals(projectionsOf(events), { unitValue: 28_261 });

const memberOf = (events: Iterable<RecordedLedgerEvent>, memberId: number) =>
  totalsOf(events).find((row) => row.memberId === memberId);

describe("the totals of January", () => {
  test("equal the published totals to the cent", () => {
    expect(totalsOf(january)).toEqual(JSON.parse(golden("january.totals.json")));
  });

  test("satisfy the conservation of money for each member", () => {
    const projections = projectionsOf(january);
    for (const { memberId, accrued, paid, unpaid } of totalsOf(january)) {
      const entries = projections.commissionEntries.filter(
        (entry) => entry.beneficiaryId === memberId,
      );
      expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(accrued);
      expect(paid + unpaid).toBe(accrued);
    }
  });
});

describe("totals as of a date", () => {
  test("exclude later events", () => {
    const before = memberOf(eventsAsOf(january, { asOf: "2026-01-17T08:33:59.999Z" }), 103);
    const after = memberOf(eventsAsOf(january, { asOf: "2026-01-17T08:34:00Z" }), 103);

    // Order 7003 has one unit of three refunded on the 17th; the uplift is on the 20th.
    expect(before).toMatchObject({ level: 2, units: 3, commissionable: 84_783 });
    expect(after).toMatchObject({ level: 2, units: 2, commissionable: 56_522 });
    expect((before?.accrued ?? 0) - (after?.accrued ?? 0)).toBe(4239);
  });

  test("include late records of an earlier day, unless they were not known by then", () => {
    const backdated = january.map((event) =>
      event.type === "PaymentRefunded" && event.data.refundId === "ref-2-1"
        ? { ...event, occurredAt: "2026-01-26T12:00:00.000Z" }
        : event,
    );
    const asOf = "2026-01-26T23:59:59.000Z";

    const asKnownOn = (knownAt: string) =>
      memberOf(eventsAsOf(backdated, { asOf, knownAt }), 102)?.units;
    expect(asKnownOn("2026-01-26T23:59:59.000Z")).toBe(4);
    expect(asKnownOn("2026-01-27T23:59:59.000Z")).toBe(0);
  });

  test("are empty before the first event", () => {
    expect(totalsOf(eventsAsOf(january, { asOf: "2025-12-31T23:59:59.999Z" }))).toEqual([]);
  });

  test("exclude a member whose enrolment is not known yet, and add up for the others", () => {
    for (const { memberId } of totalsOf(january)) {
      const without = january.filter(
        ({ type, data }) =>
          !(type.endsWith("Enrolled") && Reflect.get(data, "userId") === memberId),
      );
      expect(without).toHaveLength(january.length - 1);
      const rows = totalsOf(without);
      for (const { accrued, paid, unpaid } of rows) expect(paid + unpaid).toBe(accrued);
      expect(rows.map((row) => row.memberId)).not.toContain(memberId);
    }
  });

  test("exclude an order whose placement is not known yet", () => {
    const placings = january.filter(({ type }) => type === "OrderPlaced");
    for (const placing of placings) {
      const without = january.filter((event) => event !== placing);
      const wholly = january.filter(({ streamId }) => streamId !== placing.streamId);
      expect(totalsOf(without)).toEqual(totalsOf(wholly));
    }
  });
});
