import { describe, expect } from "vitest";
import { z } from "zod";
import { readOnly } from "../db/database.ts";
import { test as databaseTest } from "../../testing/database-test.ts";
import { aCommand, lampEvents, lampLit, readEvents } from "../../testing/lamps.ts";
import { createCatalogue, defineEvent, olderVersion } from "./event-catalogue.ts";
import { createLedger } from "./ledger.ts";

/** The catalogue of a later release, with colours. */
const newerEvents = createCatalogue(
  defineEvent(
    "LampLit",
    z.object({ room: z.string(), colour: z.string() }),
    olderVersion(z.object({ room: z.string() }), (v1) => ({ ...v1, colour: "white" })),
  ),
);

/** Three events of today's release at positions 1 to 3, and one of the newer release at 4. */
const test = databaseTest.extend("filled", { scope: "file" }, async ({ db, pool }) => {
  const today = createLedger({ pool, catalogue: lampEvents });
  const newer = createLedger({ pool, catalogue: newerEvents });
  await today.execute(aCommand(), async () => ({
    events: ["hall", "attic", "cellar"].map((room) => ({ streamId: room, event: lampLit(room) })),
    answer: null,
  }));
  await newer.execute(aCommand(), async () => ({
    events: [
      { streamId: "hall", event: { type: "LampLit", data: { room: "hall", colour: "red" } } },
    ],
    answer: null,
  }));
  return readOnly(db);
});

describe("reading events", () => {
  test("reads pages in order of position, with metadata", async ({ filled }) => {
    const page = await readEvents(filled, newerEvents, { after: 1, limit: 2 });

    expect(page).toEqual([
      {
        position: 2,
        eventId: expect.any(String),
        streamId: "attic",
        streamVersion: 1,
        type: "LampLit",
        schemaVersion: 1,
        occurredAt: "2026-01-31T08:00:00.000Z",
        recordedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        data: { room: "attic", colour: "white" },
        metadata: { actorId: 7, correlationId: "test", source: "test" },
      },
      expect.objectContaining({ position: 3, streamId: "cellar" }),
    ]);
  });

  test("lifts old events and reads current ones as they are", async ({ filled }) => {
    const events = await readEvents(filled, newerEvents, { after: 0, limit: 10 });

    expect(events.map(({ schemaVersion, data }) => [schemaVersion, data.colour])).toEqual([
      [1, "white"],
      [1, "white"],
      [1, "white"],
      [2, "red"],
    ]);
  });

  // shows R71, T104
  test("stops at an event of a newer release instead of skipping it", async ({ filled }) => {
    const reading = readEvents(filled, lampEvents, { after: 0, limit: 10 });

    await expect(reading).rejects.toThrow(
      "schema version 2 of LampLit is not known (newest here: 1)",
    );
  });

  test("stops at an event of an unknown type", async ({ filled }) => {
    const others = createCatalogue(defineEvent("DoorOpened", z.object({ id: z.uuid() })));

    const reading = readEvents(filled, others, { after: 0, limit: 1 });

    await expect(reading).rejects.toThrow("event type LampLit is not known");
  });
});
