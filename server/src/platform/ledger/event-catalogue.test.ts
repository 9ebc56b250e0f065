import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createCatalogue, defineEvent, olderVersion, UnreadableEvent } from "./event-catalogue.ts";

const eventId = "00000000-0000-4000-8000-000000000001";

/** Rooms had numbers first, then names, and lamps got colours last. */
const lamps = createCatalogue(
  defineEvent(
    "LampLit",
    z.object({ room: z.string(), colour: z.enum(["white", "red"]) }),
    olderVersion(z.object({ roomNumber: z.int() }), (v1) => ({ room: `room ${v1.roomNumber}` })),
    olderVersion(z.object({ room: z.string() }), (v2) => ({ ...v2, colour: "white" })),
  ),
);

describe("a catalogue", () => {
  test.each([
    [1, { roomNumber: 5 }, { room: "room 5", colour: "white" }],
    [2, { room: "hall" }, { room: "hall", colour: "white" }],
    [3, { room: "hall", colour: "red" }, { room: "hall", colour: "red" }],
  ])("reads version %i as the newest shape", (schemaVersion, stored, expected) => {
    const event = lamps.read({ type: "LampLit", schemaVersion, eventId, data: stored });

    expect(event).toEqual({ type: "LampLit", data: expected });
  });

  test("accepts data of an older version and checks the lifted data", () => {
    const accept = (data: object) => () =>
      lamps.accept({ type: "LampLit", schemaVersion: 2, eventId, data });

    expect(accept({ room: "hall" })().data).toEqual({ room: "hall", colour: "white" });
    expect(accept({ room: 5 })).toThrow("LampLit: room:");
    expect(() =>
      lamps.accept({ type: "LampLit", schemaVersion: 1, eventId, data: { roomNumber: "five" } }),
    ).toThrow("LampLit: roomNumber:");
  });

  test.each([
    [{ type: "LampEaten", schemaVersion: 1, data: {} }, "event type LampEaten is not known"],
    [
      { type: "LampLit", schemaVersion: 4, data: {} },
      "schema version 4 of LampLit is not known (newest here: 3)",
    ],
    [{ type: "LampLit", schemaVersion: 0, data: {} }, "schema version 0 of LampLit is not known"],
  ])("stops at what it does not know: %j", (stored, message) => {
    expect(() => lamps.read({ ...stored, eventId })).toThrow(UnreadableEvent);
    expect(() => lamps.accept({ ...stored, eventId })).toThrow(message);
  });

  test("knows the current version", () => {
    expect(lamps.versionOf("LampLit")).toBe(3);
  });
});
