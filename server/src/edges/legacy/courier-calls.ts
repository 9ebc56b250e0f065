import { doorService } from "@portal/shared/sales/delivery/delivery-services.ts";
import { guestIdSchema } from "@portal/shared/people/addresses.ts";
import { z } from "zod";
import { commandIdOf, idempotency } from "./idempotency-key.ts";
import { dataAnswer, refusals } from "./legacy-answer.ts";
import type { Ask, LegacyApp } from "./legacy-app.ts";
import { placeCalls } from "./place-calls.ts";
import { shipmentCalls } from "./shipment-calls.ts";
import { linesOf, quantities } from "./legacy-order.ts";
import { decimal, looseAddressId, orderIdOf, orderRef, requireEqual } from "./legacy-values.ts";

const tags = ["Courier"];
const guy = "/api/the-courier-guy";

const updateFields = {
  quoteNumber: z.string().max(64).optional(),
  orderId: orderRef.optional(),
  service: z.string().trim().min(1).max(64).optional(),
};
const updateQuery = z.object({
  quoteNumber: updateFields.quoteNumber,
  orderId: updateFields.orderId,
});
const updateBody = z.object(updateFields);
const quoted = dataAnswer(z.object({ uuid: z.string(), service: z.string(), rate: z.string() }));

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
        summary: "How a basket to one address can be delivered, and what each way costs",
        body: z.object({
          addressId: looseAddressId,
          items: quantities,
          uniqueId: guestIdSchema.optional(),
        }),
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
  for (const [path, isUk] of [
    [`${guy}/update-quote`, false],
    ["/api/uk-courier/update-quote", true],
  ] as const)
    app.post(
      path,
      {
        schema: {
          tags,
          summary: "Asks the courier again what an order costs to send",
          description: idempotency,
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
        const quote = isUk
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
