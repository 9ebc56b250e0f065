import { randomUUID } from "node:crypto";
import { guestIdSchema, placeNameSchema, postCodeSchema } from "@portal/shared/people/addresses.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { instantAt, isCalendarDay } from "@portal/shared/platform/calendar.ts";
import { decimalText } from "@portal/shared/platform/money.ts";
import { doorService, royalMailService } from "@portal/shared/sales/delivery/delivery.ts";
import { z } from "zod";
import {
  answer,
  commandIdOf,
  dataAnswer,
  describedAs,
  exampleOrderId,
  idempotency,
  type Identify,
  type LegacyApp,
  type Procedures,
  requireDeliberate,
} from "./legacy-app.ts";
import {
  linesOf,
  looseAddressId,
  looseText,
  orderIdOf,
  orderRef,
  quantities,
  requireEqual,
} from "./legacy-values.ts";

const described = describedAs(["Courier"]);
const guy = "/api/the-courier-guy";
const at = z.string().trim().min(1, "Choose a day and a time.").max(40);

const places = dataAnswer(
  z.array(
    z.object({
      id: z.int(),
      label: z.string(),
      value: z.string(),
      town: z.string(),
      pcode: z.string(),
      province: z.string(),
    }),
  ),
  [
    {
      id: 4021,
      label: "Sea Point",
      value: "Sea Point, Cape Town, 8005",
      town: "Cape Town",
      pcode: "8005",
      province: "Western Cape",
    },
  ],
);
const noPlaces = "No results found..";

const updateQuery = z.strictObject({
  quoteNumber: looseText(64).optional(),
  orderId: orderRef.optional(),
});
const updateBody = updateQuery
  .extend({ service: z.string().trim().min(1).max(64).optional() })
  .meta({ example: { orderId: 10421, service: doorService } });
const quoted = dataAnswer(z.object({ uuid: z.string(), service: z.string(), rate: z.string() }), {
  uuid: exampleOrderId,
  service: doorService,
  rate: "91.00",
});

const getPlacesByPostCode = described(
  {
    operationId: "getPlacesByPostCode",
    summary: "Places for a post code",
    querystring: z.strictObject({ postCode: postCodeSchema }),
  },
  places,
);

const getPlacesByName = described(
  {
    operationId: "getPlacesByName",
    summary: "Places by the name of a suburb or town",
    querystring: z.strictObject({ name: placeNameSchema }),
  },
  places,
);

const requestQuote = described(
  {
    operationId: "requestQuote",
    summary: "Delivery options and prices for a basket to one address",
    body: z
      .strictObject({
        addressId: looseAddressId,
        items: quantities,
        uniqueId: z.optional(guestIdSchema),
      })
      .meta({ example: { addressId: 12, items: { "94": 4 } } }),
  },
  dataAnswer(
    z.object({
      rates: z.array(
        z.object({
          service_level: z.object({
            code: z.string(),
            name: z.string(),
            description: z.string(),
          }),
          rate: z.string(),
        }),
      ),
      note: z.string().nullable(),
    }),
    {
      rates: [
        {
          service_level: {
            code: doorService,
            name: "Courier to the door",
            description: "2 to 3 working days",
          },
          rate: "91.00",
        },
      ],
      note: null,
    },
  ),
);

const quoteToCollection = described(
  {
    operationId: "quoteToCollection",
    summary: "Books the courier’s visit at the office",
    querystring: z.strictObject({
      quoteNumber: looseText(64).optional(),
      orderId: orderRef,
      collectionDateAndTime: at,
    }),
  },
  dataAnswer(z.object({ uuid: z.string(), collectionDateAndTime: z.string() }), {
    uuid: exampleOrderId,
    collectionDateAndTime: "2026-11-24T08:00:00.000Z",
  }),
);

const createShipment = described(
  {
    operationId: "createShipment",
    summary: "Books the courier for an order; a repeated call returns the same shipment",
    querystring: z.strictObject({
      service: z.string().max(64).optional(),
      orderId: orderRef,
      collectionDateAndTime: at.optional(),
    }),
  },
  dataAnswer(z.object({ uuid: z.string(), waybills: z.array(z.string()) }), {
    uuid: exampleOrderId,
    waybills: ["TCG0012345"],
  }),
);

const getWaybillUrl = described(
  {
    operationId: "getWaybillUrl",
    summary: "A link to print the waybill of an order, valid for a short time",
    querystring: z.strictObject({ purchaseId: orderRef }),
  },
  dataAnswer(z.object({ url: z.string(), urls: z.array(z.string()) }), {
    url: "https://courier.example/waybills/TCG0012345.pdf",
    urls: ["https://courier.example/waybills/TCG0012345.pdf"],
  }),
);

const updateQuote = (operationId: string) =>
  described(
    {
      operationId,
      summary: "Gets a new delivery quote for an order; its owner gets the one that it has",
      description: `For the office, both paths ask the order’s own courier, and the rate is the courier’s. For the owner of the order the rate is what the order was charged for delivery, and nothing changes. ${idempotency}`,
      querystring: updateQuery,
      body: updateBody,
    },
    quoted,
  );

/** Places, quotes, collections and shipments (specification, section 7, "Courier"). */
export function courierCalls(app: LegacyApp, identify: Identify): void {
  app.get(`${guy}/get-places-by-post-code`, getPlacesByPostCode, async (request, reply) => {
    const { procedures } = await identify(request, reply);
    return placesAnswer(await procedures.places.byPostCode(request.query));
  });
  app.get(`${guy}/get-places-by-name`, getPlacesByName, async (request, reply) => {
    const { procedures } = await identify(request, reply);
    return placesAnswer(await procedures.places.byName(request.query));
  });

  app.post(`${guy}/request-quote`, requestQuote, async (request, reply) => {
    const { procedures } = await identify(request, reply);
    const { addressId, items, uniqueId } = request.body;
    const sections = [{ addressId, lines: linesOf(items) }];
    const { options, note } = await procedures.courier.requestQuote({ uniqueId, sections });
    const rates = options.map(({ code, name, description, price }) => ({
      service_level: { code, name, description },
      rate: decimalText(price),
    }));
    return answer({ rates, note });
  });

  for (const [path, operationId] of [
    [`${guy}/update-quote`, "updateQuote"],
    ["/api/uk-courier/update-quote", "updateUkQuote"],
  ] as const)
    app.post(path, updateQuote(operationId), async (request, reply) => {
      const { caller, procedures } = await identify(request, reply);
      const { query, body } = request;
      requireEqual({
        orderId: [query.orderId, body.orderId],
        quoteNumber: [query.quoteNumber, body.quoteNumber],
      });
      const uuid = await orderIdOf(caller, orderOf({ orderId: body.orderId ?? query.orderId }));
      const quote =
        caller.user?.role === "admin"
          ? await quoteAgain(procedures, commandIdOf(request, caller), uuid, body.service)
          : await quoteOfOwner(procedures, uuid, body.service);
      return answer({ uuid, service: quote.service, rate: decimalText(quote.rate) });
    });

  app.get(`${guy}/quote-to-collection`, quoteToCollection, async (request, reply) => {
    requireDeliberate(request);
    const { caller, procedures } = await identify(request, reply);
    const { orderId, collectionDateAndTime: time } = request.query;
    const uuid = await orderIdOf(caller, orderId);
    return answer({ uuid, collectionDateAndTime: await collect(procedures, uuid, time) });
  });

  app.get(`${guy}/create-shipment`, createShipment, async (request, reply) => {
    requireDeliberate(request);
    const { caller, procedures } = await identify(request, reply);
    const uuid = await orderIdOf(caller, request.query.orderId);
    return answer({ uuid, waybills: await ship(procedures, uuid, request.query) });
  });

  app.get(`${guy}/get-waybill-url`, getWaybillUrl, async (request, reply) => {
    const { caller, procedures } = await identify(request, reply);
    const uuid = await orderIdOf(caller, request.query.purchaseId);
    const urls = (await procedures.courier.waybillUrl({ uuid })).map(({ url }) => url);
    return answer({ url: urls[0] ?? "", urls });
  });
}

/** It may be in the query or in the body, and has to be in one of them. */
const updated = z.object({ orderId: orderRef });
const orderOf = (sent: Readonly<{ orderId: unknown }>) => updated.parse(sent).orderId;

type Quote = Readonly<{ service: string; rate: number }>;

/** Older programs call either path; the order's region decides on the courier. */
async function quoteAgain(
  procedures: Procedures,
  commandId: string,
  uuid: string,
  service: string = doorService,
): Promise<Quote> {
  const { region } = await procedures.courier.forOrder({ uuid });
  return region === "za"
    ? procedures.courier.updateQuote({ commandId, uuid, service })
    : procedures.courier.ukUpdateQuote({ commandId, uuid });
}

/**
 * The service of the caller's own order and what was charged for it (docs/decisions.md, 65).
 *
 * @throws DomainError order.unknown, courier.office-decides
 */
async function quoteOfOwner(
  procedures: Procedures,
  uuid: string,
  wanted: string | undefined,
): Promise<Quote> {
  const {
    view,
    region,
    deliveryService,
    delivery: rate,
  } = await procedures.orders.detail({ uuid });
  if (view !== "buyer") throw new DomainError("order.unknown");
  const service = deliveryService ?? (region === "uk" ? royalMailService : doorService);
  if (wanted !== undefined && wanted !== service)
    throw new DomainError("courier.office-decides", { field: "service" });
  return { service, rate };
}

/** Books the courier, after a change of service or time if requested. A shipped order is not shipped again. */
async function ship(
  procedures: Procedures,
  uuid: string,
  {
    service,
    collectionDateAndTime,
  }: { service?: string | undefined; collectionDateAndTime?: string | undefined },
): Promise<string[]> {
  const order = await procedures.courier.forOrder({ uuid });
  if (order.isShipped)
    return order.shipments.flatMap(({ trackingReference }) => trackingReference ?? []);
  if (service !== undefined && service !== order.quote?.service)
    await procedures.courier.updateQuote({ commandId: randomUUID(), uuid, service });
  if (collectionDateAndTime !== undefined) await collect(procedures, uuid, collectionDateAndTime);
  const { trackingReferences } = await procedures.courier.createShipment({
    commandId: randomUUID(),
    uuid,
  });
  return [...trackingReferences];
}

async function collect(procedures: Procedures, uuid: string, text: string): Promise<string> {
  const { timeZone } = await procedures.settings.public();
  const collectionAt = instantOf(text, timeZone);
  const order = await procedures.courier.forOrder({ uuid });
  if (order.collectionAt === collectionAt) return collectionAt;
  const booking = { commandId: randomUUID(), uuid, collectionAt };
  return (await procedures.courier.quoteToCollection(booking)).collectionAt;
}

/** Parses an instant, or local time of the office as the date pickers of older clients write it: "2026-11-24 10:00". */
function instantOf(text: string, timeZone: string): string {
  if (z.iso.datetime({ offset: true }).safeParse(text).success) return new Date(text).toISOString();
  const [, day = "", time] = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(?::\d{2})?$/.exec(text) ?? [];
  // 31 February would be parsed as a day of March.
  const asUtc = isCalendarDay(day) ? Date.parse(`${day}T${time}:00Z`) : Number.NaN;
  if (Number.isNaN(asUtc))
    throw new DomainError("courier.outside-hours", { field: "collectionDateAndTime" });
  return instantAt(asUtc, timeZone).toISOString();
}

type Found = Readonly<{ id: number; label: string; town: string; pcode: string; province: string }>;

function placesAnswer(found: readonly Found[]) {
  const data = found.map((place) => ({
    ...place,
    value: `${place.label}, ${place.town}, ${place.pcode}`,
  }));
  return { ...answer(data), ...(data.length === 0 && { message: noPlaces }) };
}
