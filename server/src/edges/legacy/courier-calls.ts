import { randomUUID } from "node:crypto";
import { guestIdSchema, placeNameSchema, postCodeSchema } from "@portal/shared/people/addresses.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { instantAt } from "@portal/shared/platform/calendar.ts";
import { doorService } from "@portal/shared/sales/delivery/delivery.ts";
import { z } from "zod";
import {
  type Ask,
  commandIdOf,
  dataAnswer,
  exampleOrderId,
  idempotency,
  type LegacyApp,
  type Procedures,
  refusals,
  requireDeliberate,
} from "./legacy-app.ts";
import {
  commandIdFrom,
  decimal,
  linesOf,
  looseAddressId,
  orderIdOf,
  orderRef,
  quantities,
  requireEqual,
} from "./legacy-values.ts";

const tags = ["Courier"];
const guy = "/api/the-courier-guy";
const at = z.string().trim().min(1, "Choose a day and a time.").max(40);

/** From the courier's visit to the waybill. */
function shipmentCalls(app: LegacyApp, ask: Ask): void {
  collectionCall(app, ask);
  createShipmentCall(app, ask);
  waybillCall(app, ask);
}

function collectionCall(app: LegacyApp, ask: Ask): void {
  app.get(
    `${guy}/quote-to-collection`,
    {
      schema: {
        tags: tags,
        summary: "Books the courier’s visit at the office",
        querystring: z.object({
          quoteNumber: z.string().max(64).optional(),
          orderId: orderRef,
          collectionDateAndTime: at,
        }),
        response: {
          200: dataAnswer(z.object({ uuid: z.string(), collectionDateAndTime: z.string() }), {
            uuid: exampleOrderId,
            collectionDateAndTime: "2026-11-24T08:00:00.000Z",
          }),
          ...refusals,
        },
      },
    },
    async (request, reply) => {
      requireDeliberate(request);
      const { caller, procedures } = await ask(request, reply);
      const uuid = await orderIdOf(caller.db, request.query.orderId);
      const collectionDateAndTime = await collect(
        procedures,
        uuid,
        request.query.collectionDateAndTime,
      );
      return { success: true as const, data: { uuid, collectionDateAndTime } };
    },
  );
}

function createShipmentCall(app: LegacyApp, ask: Ask): void {
  app.get(
    `${guy}/create-shipment`,
    {
      schema: {
        tags: tags,
        summary: "Books the courier for an order; a repeated call returns the same shipment",
        querystring: z.object({
          service: z.string().max(64).optional(),
          orderId: orderRef,
          collectionDateAndTime: at.optional(),
        }),
        response: {
          200: dataAnswer(z.object({ uuid: z.string(), waybills: z.array(z.string()) }), {
            uuid: exampleOrderId,
            waybills: ["TCG0012345"],
          }),
          ...refusals,
        },
      },
    },
    async (request, reply) => {
      requireDeliberate(request);
      const { caller, procedures } = await ask(request, reply);
      const uuid = await orderIdOf(caller.db, request.query.orderId);
      return {
        success: true as const,
        data: { uuid, waybills: await ship(procedures, uuid, request.query) },
      };
    },
  );
}

function waybillCall(app: LegacyApp, ask: Ask): void {
  app.get(
    `${guy}/get-waybill-url`,
    {
      schema: {
        tags: tags,
        summary: "A link to print the waybill of an order, valid for a short time",
        querystring: z.object({ purchaseId: orderRef }),
        response: {
          200: dataAnswer(z.object({ url: z.string(), urls: z.array(z.string()) }), {
            url: "https://courier.example/waybills/TCG0012345.pdf",
            urls: ["https://courier.example/waybills/TCG0012345.pdf"],
          }),
          ...refusals,
        },
      },
    },
    async (request, reply) => {
      const { caller, procedures } = await ask(request, reply);
      const uuid = await orderIdOf(caller.db, request.query.purchaseId);
      const urls = (await procedures.courier.waybillUrl({ uuid })).map(({ url }) => url);
      return { success: true as const, data: { url: urls[0] ?? "", urls } };
    },
  );
}

type Shipping = Readonly<{
  service?: string | undefined;
  collectionDateAndTime?: string | undefined;
}>;

/** What is shipped already is answered, not sent again; a service or a time that is named is settled first. */
async function ship(procedures: Procedures, uuid: string, wanted: Shipping): Promise<string[]> {
  const order = await procedures.courier.forOrder({ uuid });
  if (order.isShipped)
    return order.shipments.flatMap(({ trackingReference }) => trackingReference ?? []);
  const { service, collectionDateAndTime } = wanted;
  if (service !== undefined && service !== order.quote?.service)
    await procedures.courier.updateQuote({ commandId: randomUUID(), uuid, service });
  if (collectionDateAndTime !== undefined) await collect(procedures, uuid, collectionDateAndTime);
  const commandId = commandIdFrom("create-shipment", uuid, String(order.nextShipment));
  const { trackingReferences } = await procedures.courier.createShipment({ commandId, uuid });
  return [...trackingReferences];
}

async function collect(procedures: Procedures, uuid: string, text: string): Promise<string> {
  const { timeZone } = await procedures.settings.public();
  const collectionAt = instantOf(text, timeZone);
  const order = await procedures.courier.forOrder({ uuid });
  if (order.collectionAt === collectionAt) return collectionAt;
  // Asked for another day and then for this one again, it is another request.
  const nth = String(order.collectionCount + 1);
  const commandId = commandIdFrom("quote-to-collection", uuid, collectionAt, nth);
  return (await procedures.courier.quoteToCollection({ commandId, uuid, collectionAt }))
    .collectionAt;
}

/** An instant, or what an older client's picker writes: a day and a time of the office, "2026-11-24 10:00". */
function instantOf(text: string, timeZone: string): string {
  if (z.iso.datetime({ offset: true }).safeParse(text).success) return new Date(text).toISOString();
  const onTheWall = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(?::\d{2})?$/.exec(text);
  const asUtc = Date.parse(`${onTheWall?.[1]}T${onTheWall?.[2]}:00Z`);
  if (Number.isNaN(asUtc))
    throw new DomainError("courier.outside-hours", { field: "collectionDateAndTime" });
  return instantAt(asUtc, timeZone).toISOString();
}

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

/** Where the courier goes. */
function placeCalls(app: LegacyApp, ask: Ask): void {
  app.get(
    `${guy}/get-places-by-post-code`,
    {
      schema: {
        tags: tags,
        summary: "Places for a post code",
        querystring: z.object({ postCode: postCodeSchema }),
        response: { 200: places, ...refusals },
      },
    },
    async (request, reply) => {
      const { procedures } = await ask(request, reply);
      return placesAnswer(await procedures.places.byPostCode(request.query));
    },
  );
  app.get(
    `${guy}/get-places-by-name`,
    {
      schema: {
        tags: tags,
        summary: "Places by the name of a suburb or town",
        querystring: z.object({ name: placeNameSchema }),
        response: { 200: places, ...refusals },
      },
    },
    async (request, reply) => {
      const { procedures } = await ask(request, reply);
      return placesAnswer(await procedures.places.byName(request.query));
    },
  );
}

type Found = Readonly<{ id: number; label: string; town: string; pcode: string; province: string }>;

function placesAnswer(found: readonly Found[]) {
  const data = found.map((place) => ({
    ...place,
    value: `${place.label}, ${place.town}, ${place.pcode}`,
  }));
  return { success: true as const, data, ...(data.length === 0 && { message: noPlaces }) };
}

const updateFields = {
  quoteNumber: z.string().max(64).optional(),
  orderId: orderRef.optional(),
  service: z.string().trim().min(1).max(64).optional(),
};
const updateQuery = z.object({
  quoteNumber: updateFields.quoteNumber,
  orderId: updateFields.orderId,
});
const updateBody = z
  .object(updateFields)
  .meta({ example: { orderId: 10421, service: doorService } });
const quoted = dataAnswer(z.object({ uuid: z.string(), service: z.string(), rate: z.string() }), {
  uuid: exampleOrderId,
  service: doorService,
  rate: "91.00",
});

/** Places, quotes, collections and shipments (specification, section 7, "Courier"). */
export function courierCalls(app: LegacyApp, ask: Ask): void {
  placeCalls(app, ask);
  requestQuoteCall(app, ask);
  updateQuoteCalls(app, ask);
  shipmentCalls(app, ask);
}

function requestQuoteCall(app: LegacyApp, ask: Ask): void {
  app.post(
    `${guy}/request-quote`,
    {
      schema: {
        tags,
        summary: "Delivery options and prices for a basket to one address",
        body: z
          .object({
            addressId: looseAddressId,
            items: quantities,
            uniqueId: guestIdSchema.optional(),
          })
          .meta({ example: { addressId: 12, items: { "94": 4 } } }),
        response: {
          200: dataAnswer(
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
          ...refusals,
        },
      },
    },
    async (request, reply) => {
      const { procedures } = await ask(request, reply);
      const { addressId, items, uniqueId } = request.body;
      const sections = [{ addressId, lines: linesOf(items) }];
      const { options, note } = await procedures.courier.requestQuote({ uniqueId, sections });
      const rates = options.map(({ code, name, description, price }) => ({
        service_level: { code, name, description },
        rate: decimal(price),
      }));
      return { success: true as const, data: { rates, note } };
    },
  );
}

function updateQuoteCalls(app: LegacyApp, ask: Ask): void {
  for (const path of [`${guy}/update-quote`, "/api/uk-courier/update-quote"])
    app.post(
      path,
      {
        schema: {
          tags,
          summary: "Gets a new delivery quote for an order",
          description: `Both paths quote by the order’s own courier. ${idempotency}`,
          querystring: updateQuery,
          body: updateBody,
          response: { 200: quoted, ...refusals },
        },
      },
      async (request, reply) => {
        const { caller, procedures } = await ask(request, reply);
        const { query, body } = request;
        requireEqual({
          orderId: [query.orderId, body.orderId],
          quoteNumber: [query.quoteNumber, body.quoteNumber],
        });
        const uuid = await orderIdOf(caller.db, orderRef.parse(body.orderId ?? query.orderId));
        const wanted = { commandId: commandIdOf(request, caller), uuid };
        // Older programs call either path; the order says which courier it goes by.
        const { region } = await caller.db
          .selectFrom("projection.order_state")
          .select("region")
          .where("order_id", "=", uuid)
          .executeTakeFirstOrThrow(() => new DomainError("order.unknown"));
        const quote =
          region !== "za"
            ? await procedures.courier.ukUpdateQuote(wanted)
            : await procedures.courier.updateQuote({
                ...wanted,
                service: body.service ?? doorService,
              });
        return {
          success: true as const,
          data: { uuid, service: quote.service, rate: decimal(quote.rate) },
        };
      },
    );
}
