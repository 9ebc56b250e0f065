import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { startOfLocalDay } from "@portal/shared/platform/local-time.ts";
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { dataAnswer, refusals } from "./legacy-answer.ts";
import { type Ask, type LegacyApp, type Procedures, requireDeliberate } from "./legacy-app.ts";
import { commandIdFrom, orderIdOf, orderRef } from "./legacy-values.ts";

const tags = ["Courier"];
const guy = "/api/the-courier-guy";
const at = z.string().trim().min(1, "Please choose a day and a time.").max(40);

/** From the courier's visit to the waybill. */
export function shipmentCalls(app: LegacyApp, ask: Ask): void {
  collectionCall(app, ask);
  createShipmentCall(app, ask);
  waybillCall(app, ask);
}

function collectionCall(app: LegacyApp, ask: Ask): void {
  app.get(
    `${guy}/quote-to-collection`,
    {
      schema: {
        tags,
        summary: "Books the courier’s visit at the office",
        querystring: z.object({
          quoteNumber: z.string().max(64).optional(),
          orderId: orderRef,
          collectionDateAndTime: at,
        }),
        response: {
          200: dataAnswer(z.object({ uuid: z.string(), collectionDateAndTime: z.string() })),
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
        tags,
        summary: "Hands an order to the courier; asked again, it answers with the same shipment",
        querystring: z.object({
          service: z.string().max(64).optional(),
          orderId: orderRef,
          collectionDateAndTime: at.optional(),
        }),
        response: {
          200: dataAnswer(z.object({ uuid: z.string(), waybills: z.array(z.string()) })),
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
        tags,
        summary: "Where the waybill of an order can be printed, for a short time",
        querystring: z.object({ purchaseId: orderRef }),
        response: {
          200: dataAnswer(z.object({ url: z.string(), urls: z.array(z.string()) })),
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
  return startOfLocalDay(asUtc, timeZone).toISOString();
}
