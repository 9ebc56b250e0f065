import { describe, expect, test } from "vitest";
import { formatEnvelope, parseEnvelope, publish } from "./envelope.ts";

const orderId = "00000000-0000-4000-8000-000000abc001";
const paid = {
  eventId: "00000000-0000-4000-8000-00000000100b",
  streamId: `order-${orderId}`,
  streamVersion: 3,
  type: "OrderPaid",
  schemaVersion: 1,
  occurredAt: "2026-01-05T08:11:00.000Z",
  data: { orderId },
  metadata: { source: "import" },
};

describe("an import line", () => {
  test.each([
    [0, null, {}],
    [250, null, { withheld: 250 }],
    [0, 1500, { selfBilledVatBps: 1500 }],
    [250, 1500, { withheld: 250, selfBilledVatBps: 1500 }],
  ])(
    "of a payout with %i withheld and VAT of %s has only what there is, and is read again as it was",
    (withheld, selfBilledVatBps, kept) => {
      const money = { payoutId: "p1", userId: 4, amount: 1000, paidOn: "2026-01-18" };
      const data = { ...money, withheld, selfBilledVatBps, referenceId: paid.eventId };
      const stored = { ...paid, type: "PayoutPaid", schemaVersion: 4, data };
      const published = publish(stored, new Map([[paid.eventId, "FNB 1"]]));
      expect(published).toEqual({
        schemaVersion: 1,
        data: { ...money, ...kept, reference: "FNB 1" },
      });
      const line = formatEnvelope({ ...stored, streamId: "wallet-4", ...published });
      expect(parseEnvelope(line).event).toEqual({ type: "PayoutPaid", data });
    },
  );

  test("is parsed with its event", () => {
    expect(parseEnvelope(JSON.stringify(paid))).toEqual({
      eventId: paid.eventId,
      streamId: paid.streamId,
      streamVersion: 3,
      occurredAt: paid.occurredAt,
      metadata: { source: "import" },
      event: { type: "OrderPaid", data: { orderId } },
      text: null,
    });
  });

  test("with free text is split into the text and an event that refers to it", () => {
    const cancelled = { ...paid, type: "OrderCancelled", data: { orderId, reason: "for Kim" } };

    const { event, text } = parseEnvelope(JSON.stringify(cancelled));

    expect(event.data).toEqual({ orderId, reasonId: paid.eventId });
    expect(text).toBe("for Kim");
    const nothing = { ...cancelled, data: { orderId, reason: "" } };
    expect(parseEnvelope(JSON.stringify(nothing))).toMatchObject({
      event: { data: { orderId, reasonId: null } },
      text: null,
    });
  });

  test.each([
    ["card", "Kim's 1187", "Kim's 1187", null, null],
    ["eft", "RH1023", "RH1023", null, null],
    ["eft", "bank line 7", "bank line 7", null, null],
    ["credit", "store credit", "store credit", null, null],
    ["eft", "Kim, RH1023", "", paid.eventId, "Kim, RH1023"],
    ["eft", "", "", null, null],
  ])(
    "of a payment by %s with the reference %j keeps only references in the event that no one typed",
    (...wanted) => {
      const [method, typed, reference, referenceId, text] = wanted;
      const money = { paymentId: "p", method, amount: 100, fee: 0 };
      const data = { orderId, ...money, reference: typed };

      const read = parseEnvelope(JSON.stringify({ ...paid, type: "PaymentReceived", data }));

      expect(read.event.data).toEqual({ orderId, ...money, reference, referenceId });
      expect(read.text).toBe(text);
    },
  );

  test("may omit the stream version and the metadata", () => {
    const { streamVersion: _, metadata: __, ...short } = paid;

    const read = parseEnvelope(JSON.stringify(short));

    expect(read.streamVersion).toBeUndefined();
    expect(read.metadata).toEqual({ source: "import" });
  });

  test("may have a time with an offset", () => {
    const local = { ...paid, occurredAt: "2026-01-05T10:11:00+02:00" };

    expect(parseEnvelope(JSON.stringify(local)).occurredAt).toBe(paid.occurredAt);
  });

  test("may have its id and stream in capitals", () => {
    const capitals = {
      ...paid,
      eventId: paid.eventId.toUpperCase(),
      streamId: `order-${orderId.toUpperCase()}`,
    };

    const read = parseEnvelope(JSON.stringify(capitals));

    expect(read.eventId).toBe(paid.eventId);
    expect(read.streamId).toBe(paid.streamId);
  });

  test.each([
    ["half a line", '{"eventId":', "this is not a JSON object"],
    ["a list", "[]", "this is not a JSON object"],
    ["a number", "7", "this is not a JSON object"],
  ])("is refused as %s", (_, text, message) => {
    expect(() => parseEnvelope(text)).toThrow(message);
  });

  test.each([
    ["an unknown type", { type: "OrderLost" }, "event type OrderLost is not known"],
    [
      "a newer schema",
      { schemaVersion: 9 },
      "schema version 9 of OrderPaid is not known (newest here: 1)",
    ],
    ["no event id", { eventId: "seven" }, "eventId: "],
    ["a wrong time", { occurredAt: "yesterday" }, "occurredAt: "],
    ["a time before 1970", { occurredAt: "0000-01-01T00:00:00Z" }, "occurredAt: is before 1970"],
    [
      "a NUL character",
      { metadata: { source: "a\0b" } },
      "metadata.source: holds a character that cannot be kept",
    ],
    [
      "a lone surrogate",
      { metadata: { source: "a\ud800" } },
      "metadata.source: holds a character that cannot be kept",
    ],
    ["a version of zero", { streamVersion: 0 }, "streamVersion: "],
    ["a misspelt field", { streamversion: 3 }, "unknown field streamversion"],
    [
      "the stream of another order",
      { streamId: "wallet-7" },
      `this OrderPaid belongs to stream order-${orderId}, not wallet-7`,
    ],
    ["a wrong field", { data: { orderId: 7 } }, "OrderPaid: orderId: "],
    [
      "a field that is not in the schema",
      { data: { orderId, email: "a@b.c" } },
      "unknown field OrderPaid.email",
    ],
    ["personal metadata", { metadata: { name: "Ann" } }, "unknown field metadata.name"],
  ])("is refused with %s", (_, change, message) => {
    expect(() => parseEnvelope(JSON.stringify({ ...paid, ...change }))).toThrow(message);
  });

  test("names an unknown field deep inside an order", () => {
    const placed = {
      ...paid,
      type: "OrderPlaced",
      data: {
        orderId,
        orderNumber: 1,
        buyerId: null,
        sellerId: null,
        region: "za",
        currency: "ZAR",
        vatBps: 1500,
        live: true,
        sections: [
          {
            addressId: null,
            lines: [
              {
                productId: 94,
                quantity: 1,
                listPrice: 1,
                unitPrice: 1,
                commissionPrice: 1,
                colour: "red",
              },
            ],
          },
        ],
        deliveryService: null,
        total: 1,
      },
    };

    expect(() => parseEnvelope(JSON.stringify(placed))).toThrow(
      "unknown field OrderPlaced.sections.0.lines.0.colour",
    );
  });
});

describe("an export line", () => {
  test("is the envelope without position and hashes", () => {
    const line = formatEnvelope({
      ...paid,
    });

    expect(line).toBe(JSON.stringify(paid));
    expect(parseEnvelope(line).eventId).toBe(paid.eventId);
  });
});
