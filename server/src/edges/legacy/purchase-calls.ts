import { orderStates, reassignedAtOnceMax } from "@portal/shared/sales/orders/order-terms.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { orderIdSchema } from "@portal/shared/platform/ids.ts";
import { z } from "zod";
import type { Caller } from "../../caller.ts";
import { consume } from "../../platform/rate-limit/rate-limits.ts";
import { digestOf } from "../../platform/secrets.ts";
import {
  type Ask,
  commandIdOf,
  dataAnswer,
  exampleOrderId,
  idempotency,
  keyOf,
  type LegacyApp,
  orderAnswer,
  refusals,
} from "./legacy-app.ts";
import {
  commandIdFrom,
  decimal,
  looseUserId,
  orderFrom,
  orderIdOf,
  orderRef,
  orderRefText,
  type SaveOrderBody,
  saveOrderBody,
} from "./legacy-values.ts";

const tags = ["Purchase"];
/** Within so long the same order again is the same press of the button (specification, section 9). */
const sameOrder = [{ times: 1, seconds: 2 }] as const;

/** Orders and what becomes of them (specification, section 7, "Purchase"). */
export function purchaseCalls(app: LegacyApp, ask: Ask): void {
  saveCall(app, ask);
  payWithCreditCall(app, ask);
  cancelCall(app, ask);
  reassignCall(app, ask);
}

function saveCall(app: LegacyApp, ask: Ask): void {
  app.post(
    "/api/purchase/save",
    {
      schema: {
        tags,
        summary: "Places an order",
        description: `The server sets the prices; prices in the request are ignored. ${idempotency}`,
        body: saveOrderBody,
        response: {
          200: orderAnswer
            .extend({ data: z.object({ orderNumber: z.int(), total: z.string() }) })
            .meta({
              example: {
                success: true,
                uuid: exampleOrderId,
                data: { orderNumber: 10421, total: "1391.00" },
              },
            }),
          ...refusals,
        },
      },
    },
    async (request, reply) => {
      const { caller, procedures } = await ask(request, reply);
      if (!keyOf(request) && !request.body.order.uuid) await requireFirst(caller, request.body);
      const wanted = orderFrom(request.body, commandIdOf(request, caller));
      const { uuid, orderNumber, total } = await procedures.orders.save(wanted);
      return { success: true as const, uuid, data: { orderNumber, total: decimal(total) } };
    },
  );
}

function payWithCreditCall(app: LegacyApp, ask: Ask): void {
  app.post(
    "/api/purchase/pay-with-credit",
    {
      schema: {
        tags,
        summary: "Pays the caller’s own order with store credit, as far as it goes",
        description: idempotency,
        querystring: z.object({ orderId: orderRef }),
        response: {
          200: orderAnswer
            .extend({ data: z.object({ state: z.enum(orderStates), paidWithCredit: z.string() }) })
            .meta({
              example: {
                success: true,
                uuid: exampleOrderId,
                data: { state: "paid", paidWithCredit: "1391.00" },
              },
            }),
          ...refusals,
        },
      },
    },
    async (request, reply) => {
      const { caller, procedures } = await ask(request, reply);
      const uuid = await orderIdOf(caller.db, request.query.orderId);
      const paid = await procedures.orders.payWithCredit({
        commandId: commandIdOf(request, caller),
        uuid,
      });
      const { state, paidWithCredit } = paid;
      return {
        success: true as const,
        uuid,
        data: { state, paidWithCredit: decimal(paidWithCredit) },
      };
    },
  );
}

function cancelCall(app: LegacyApp, ask: Ask): void {
  app.post(
    "/api/purchase/cancel/:orderId",
    {
      schema: {
        tags,
        summary: "Cancels an order that is not paid",
        description: idempotency,
        params: z.object({ orderId: orderRef }),
        body: z
          .object({ reason: z.string().max(500).optional() })
          .nullish()
          .meta({ example: { reason: "Ordered twice" } }),
        response: {
          200: orderAnswer.meta({ example: { success: true, uuid: exampleOrderId } }),
          ...refusals,
        },
      },
    },
    async (request, reply) => {
      const { caller, procedures } = await ask(request, reply);
      const uuid = await orderIdOf(caller.db, request.params.orderId);
      const reason = request.body?.reason ?? "";
      await procedures.orders.cancel({ commandId: commandIdOf(request, caller), uuid, reason });
      return { success: true as const, uuid };
    },
  );
}

const reassignQuery = z
  .object({
    orderId: orderRef.optional(),
    /** Several, with commas between. */
    orderIds: z
      .string()
      .max(4000)
      .transform((list) => list.split(",").map((each) => each.trim()))
      .pipe(z.array(orderRefText).max(reassignedAtOnceMax))
      .optional(),
    distributorId: looseUserId,
  })
  .refine(({ orderId, orderIds }) => orderId !== undefined || orderIds !== undefined, {
    path: ["orderId"],
    error: "Name an order.",
  });

function reassignCall(app: LegacyApp, ask: Ask): void {
  app.post(
    "/api/purchase/reassign-order-to-distributor",
    {
      schema: {
        tags,
        summary: "Reassigns orders to another distributor; commission follows",
        description: `Orders that could not be reassigned are listed under failed; where none could, success is false. ${idempotency}`,
        querystring: reassignQuery,
        response: {
          200: dataAnswer(
            z.object({
              moved: z.int(),
              failed: z.array(z.object({ uuid: orderIdSchema, error: z.string() })),
            }),
            {
              moved: 1,
              failed: [{ uuid: exampleOrderId, error: new DomainError("order.unknown").message }],
            },
          ),
          ...refusals,
        },
      },
    },
    async (request, reply) => {
      const { caller, procedures } = await ask(request, reply);
      const { orderId, orderIds = [], distributorId } = request.query;
      const key = commandIdOf(request, caller);
      const refs = orderId === undefined ? orderIds : [orderId, ...orderIds];
      const uuids = new Set(await Promise.all(refs.map((ref) => orderIdOf(caller.db, ref))));
      const { moved, failed } = await procedures.orders.reassignMany({
        orders: [...uuids].map((uuid) => ({ commandId: commandIdFrom(key, uuid), uuid })),
        sellerId: distributorId,
      });
      // Nothing was done: that is a refusal, and the first one says why.
      const [first] = failed;
      if (moved === 0 && first) throw new DomainError(first.reason);
      const data = { moved, failed: failed.map(({ uuid, message }) => ({ uuid, error: message })) };
      return { success: true as const, data };
    },
  );
}

/** @throws DomainError request.in-progress where somebody just ordered the very same */
async function requireFirst({ db, user, ip, now }: Caller, body: SaveOrderBody): Promise<void> {
  const asker = user?.id ?? body.order.uniqueId ?? ip;
  const key = `same order ${await digestOf(JSON.stringify([asker, body]))}`;
  if (!(await consume(db, { key, limits: sameOrder }, now())))
    throw new DomainError("request.in-progress");
}
