import { describe, expect } from "vitest";
import { test as base } from "vitest";
import { type FakeWebService, startFakeWebService } from "../../testing/fake-web-service.ts";
import { CourierDown, CourierRefused, type ShipmentRequest } from "./courier.ts";
import { shipLogicCourier } from "./ship-logic-courier.ts";

const test = base.extend<{ service: FakeWebService }>({
  service: async ({}, use) => {
    const service = await startFakeWebService();
    await use(service);
    await service.close();
  },
});

const courierAt = ({ url }: FakeWebService, timeoutMs = 2000) =>
  shipLogicCourier({ baseUrl: () => `${url}/v2/`, apiKey: "key-1", timeoutMs });

const address = {
  isBusiness: false,
  streetAddress: "12 Milkwood Lane",
  localArea: "Observatory",
  city: "Cape Town",
  zone: "Western Cape",
  postalCode: "7925",
} as const;
const parcel = {
  description: "4 units",
  lengthCm: 25,
  widthCm: 20,
  heightCm: 10,
  weightGrams: 660,
} as const;
const request = { from: { ...address, isBusiness: true }, to: address, parcels: [parcel] };
const shipment: ShipmentRequest = {
  ...request,
  service: "ECO",
  fromContact: { name: "The office", mobileNumber: "021 000 0000", email: "orders@shop.test" },
  toContact: { name: "Thandi Mokoena", mobileNumber: "+27 82 123-4567", email: "t@example.test" },
  customerReference: "RH10421",
  deliveryInstructions: "Green gate",
  collection: { day: "2026-11-26", after: "10:30" },
};

/** As the provider's manual shows it. */
const aRate = {
  rate: 95.55,
  rate_excluding_vat: 83.087,
  service_level: {
    id: 139_841,
    code: "ECO",
    name: "Economy",
    description: "By road",
    delivery_date_to: "2026-11-26T15:00:00.000Z",
  },
  surcharges: [],
};
const aShipment = {
  id: 4711,
  short_tracking_reference: "PZDRMT",
  status: "submitted",
  customer_reference: "RH10421",
  rate: 120,
  parcels: [],
};

const answering = (service: FakeWebService, status: number, body: unknown) => {
  service.answer = { status, body };
};
const sent = (service: FakeWebService): unknown => JSON.parse(service.asked[0]?.body ?? "{}");

describe("rates", () => {
  test("are in minor units with VAT, each with the day of arrival", async ({ service }) => {
    answering(service, 200, { message: "Success", rates: [aRate] });
    expect(await courierAt(service).rates(request)).toEqual([
      {
        code: "ECO",
        name: "Economy",
        description: "By road",
        rate: 9555,
        deliveredBy: "2026-11-26T15:00:00.000Z",
      },
    ]);
    expect(service.asked[0]).toMatchObject({
      method: "POST",
      url: "/v2/rates",
      headers: { authorization: "Bearer key-1" },
    });
    expect(sent(service)).toEqual({
      collection_address: expect.objectContaining({ type: "business" }),
      delivery_address: {
        type: "residential",
        company: "",
        street_address: "12 Milkwood Lane",
        local_area: "Observatory",
        city: "Cape Town",
        zone: "Western Cape",
        country: "ZA",
        code: "7925",
      },
      parcels: [
        {
          parcel_description: "4 units",
          submitted_length_cm: 25,
          submitted_width_cm: 20,
          submitted_height_cm: 10,
          submitted_weight_kg: 0.66,
        },
      ],
    });
  });

  test.each([{ rates: [] }, { rates: null }, { message: "Success" }])(
    "are empty if there is no service (%j)",
    async (body) => {
      const service = await startFakeWebService();
      answering(service, 200, body);
      expect(await courierAt(service).rates(request)).toEqual([]);
      await service.close();
    },
  );

  test.for([401, 403, 429, 500, 503])(
    "are unavailable when the courier answers %i",
    async (status, { service }) => {
      answering(service, status, { message: "no" });
      await expect(courierAt(service).rates(request)).rejects.toBeInstanceOf(CourierDown);
    },
  );

  test.for<unknown>([{ rates: [{ rate: "95" }] }, { rates: "soon" }, "<html>", null])(
    "are unavailable with an answer that does not match the manual (%j)",
    async (body, { service }) => {
      answering(service, 200, body);
      await expect(courierAt(service).rates(request)).rejects.toBeInstanceOf(CourierDown);
    },
  );

  test("are unavailable when the connection breaks or is refused", async ({ service }) => {
    service.answer = "hangs up";
    await expect(courierAt(service).rates(request)).rejects.toBeInstanceOf(CourierDown);
    const unreachable = shipLogicCourier({ baseUrl: () => "http://127.0.0.1:9/", apiKey: "key-1" });
    await expect(unreachable.rates(request)).rejects.toBeInstanceOf(CourierDown);
  });

  test("are refused with the courier's message and field", async ({ service }) => {
    const errors = [{ field: "delivery_address.code", message: "Invalid postal code" }];
    answering(service, 400, { message: "Bad request", errors });
    const refusal = await courierAt(service)
      .rates(request)
      .catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(CourierRefused);
    expect(refusal).toMatchObject({
      message: "Invalid postal code",
      field: "delivery_address.code",
    });
  });
});

describe("a shipment", () => {
  test("is booked with our reference, both contacts and the hour", async ({ service }) => {
    answering(service, 200, aShipment);
    expect(await courierAt(service).createShipment(shipment)).toEqual({
      id: 4711,
      trackingReference: "PZDRMT",
    });
    expect(sent(service)).toMatchObject({
      service_level_code: "ECO",
      customer_reference: "RH10421",
      special_instructions_delivery: "Green gate",
      collection_contact: { mobile_number: "0210000000" },
      delivery_contact: { name: "Thandi Mokoena", mobile_number: "+27821234567" },
      collection_min_date: "2026-11-26T00:00:00.000Z",
      collection_after: "10:30",
    });
  });

  test("whose answer is lost may be booked, and is not retried by the gateway", async ({
    service,
  }) => {
    service.answer = "hangs up";
    await expect(courierAt(service).createShipment(shipment)).rejects.toBeInstanceOf(CourierDown);
    expect(service.asked).toHaveLength(1);
  });

  test("is waited for longer than other answers", async ({ service }) => {
    const { url } = service;
    const options = { baseUrl: () => `${url}/v2/`, apiKey: "key-1" };
    const courier = shipLogicCourier({ ...options, timeoutMs: 100, bookingTimeoutMs: 5000 });
    service.delayMs = 300;
    answering(service, 200, aShipment);
    expect(await courier.createShipment(shipment)).toMatchObject({ id: 4711 });
    await expect(courier.findShipments("RH10421")).rejects.toBeInstanceOf(CourierDown);
  });

  test("of which there are two is found twice, the first one first", async ({ service }) => {
    answering(service, 200, { shipments: [{ ...aShipment, id: 4712 }, aShipment] });
    const found = await courierAt(service).findShipments("RH10421");
    expect(found.map(({ id }) => id)).toEqual([4711, 4712]);
  });

  test("is found by exactly our reference, and not if it was cancelled", async ({ service }) => {
    const courier = courierAt(service);
    answering(service, 200, {
      shipments: [{ ...aShipment, id: 1, customer_reference: "RH104210" }, aShipment],
      count: 2,
    });
    expect(await courier.findShipments("RH10421")).toMatchObject([{ id: 4711 }]);
    expect(service.asked[0]?.url).toBe("/v2/shipments?customer_reference=RH10421");
    answering(service, 200, { shipments: [{ ...aShipment, status: "cancelled" }] });
    expect(await courier.findShipments("RH10421")).toEqual([]);
    answering(service, 200, { shipments: null, count: 0 });
    expect(await courier.findShipments("RH10421")).toEqual([]);
  });

  test("has a waybill with a web address only", async ({ service }) => {
    answering(service, 200, { url: "https://labels.example/1.pdf", expiry_duration: "7 days" });
    expect(await courierAt(service).labelUrl(4711)).toBe("https://labels.example/1.pdf");
    expect(service.asked[0]?.url).toBe("/v2/shipments/label?id=4711");
    answering(service, 200, { url: "javascript:alert(1)" });
    await expect(courierAt(service).labelUrl(4711)).rejects.toBeInstanceOf(CourierDown);
  });
});

describe("tracking", () => {
  const tracked = (record: object) => ({ shipments: [record] });

  test("returns the courier's status and the last scan", async ({ service }) => {
    answering(service, 200, {
      ...tracked({
        short_tracking_reference: "PZDRMT",
        status: "out-for-delivery",
        shipment_delivered_date: null,
        tracking_events: [
          { id: 2, date: "2026-11-26T08:00:00+02:00", status: "out-for-delivery" },
          { id: 1, date: "2026-11-25T15:00:00.000Z", status: "collected" },
        ],
      }),
    });
    expect(await courierAt(service).track("PZDRMT")).toEqual({
      status: "out-for-delivery",
      at: "2026-11-26T06:00:00.000Z",
    });
    expect(service.asked[0]).toMatchObject({
      method: "GET",
      url: "/v2/tracking/shipments?tracking_reference=PZDRMT",
    });
  });

  test("returns only the requested parcel", async ({ service }) => {
    answering(service, 200, tracked({ short_tracking_reference: "OTHER1", status: "delivered" }));
    expect(await courierAt(service).track("PZDRMT")).toBeNull();
    answering(service, 200, { shipments: null });
    expect(await courierAt(service).track("PZDRMT")).toBeNull();
  });
});

describe("cancelling a shipment", () => {
  test.for([
    [200, { ...aShipment, status: "cancelled" }],
    [204, ""],
  ] as const)("is done with a %s", async ([status, body], { service }) => {
    answering(service, status, body);
    await courierAt(service).cancelShipment("PZDRMT");
    expect(sent(service)).toEqual({ tracking_reference: "PZDRMT" });
    expect(service.asked[0]).toMatchObject({ method: "POST", url: "/v2/shipments/cancel" });
  });

  test("is refused with the courier's message", async ({ service }) => {
    answering(service, 400, { message: "It was collected." });
    await expect(courierAt(service).cancelShipment("PZDRMT")).rejects.toThrow("It was collected.");
    answering(service, 503, {});
    await expect(courierAt(service).cancelShipment("PZDRMT")).rejects.toBeInstanceOf(CourierDown);
  });
});
