import { orderStates, ordersAtOnceMax } from "@portal/shared/sales/orders/order-terms.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { orderIdSchema } from "@portal/shared/platform/ids.ts";
import { decimalText } from "@portal/shared/platform/money.ts";
import { z } from "zod";
import type { Caller } from "../../caller.ts";
import { consume } from "../../platform/rate-limit/rate-limits.ts";
import { digestOf } from "../../platform/secrets.ts";
import {
  answer,
  commandIdOf,
  dataAnswer,
  describedAs,
  exampleOrderId,
  idempotency,
  type Identify,
  keyOf,
  type LegacyApp,
  orderAnswer,
} from "./legacy-app.ts";
import {
  commandIdFrom,
  looseUserId,
  orderFrom,
  orderIdOf,
  orderRef,
  orderRefText,
  type SaveOrderBody,
  saveOrderBody,
} from "./legacy-values.ts";

const described = describedAs(["Purchase"]);
/** The same order again within this time is a double click (specification, section 9). */
const sameOrder = [{ times: 1, seconds: 2 }] as const;

const reassignQuery = z
  .strictObject({
    orderId: orderRef.optional(),
    /** Comma-separated. */
    orderIds: z
      .string()
      .max(4000)
      .transform((list) => list.split(",").map((each) => each.trim()))
      .pipe(z.array(orderRefText).max(ordersAtOnceMax))
      .optional(),
    distributorId: looseUserId,
  })
  .refine(({ orderId, orderIds }) => orderId !== undefined || orderIds !== undefined, {
    path: ["orderId"],
    error: "Name an order.",
  });

const saveOrder = described(
  {
    operationId: "saveOrder",
    summary: "Places an order",
    description: `The server sets the prices; prices in the request are ignored. ${idempotency}`,
    body: saveOrderBody,
  },
  orderAnswer.extend({ data: z.object({ orderNumber: z.int(), total: z.string() }) }).meta({
    example: {
      success: true,
      uuid: exampleOrderId,
      data: { orderNumber: 10421, total: "1391.00" },
    },
  }),
);

const payWithCredit = described(
  {
    operationId: "payWithCredit",
    summary: "Pays the caller’s own order with store credit, as far as it goes",
    description: idempotency,
    querystring: z.strictObject({ orderId: orderRef }),
  },
  orderAnswer
    .extend({ data: z.object({ state: z.enum(orderStates), paidWithCredit: z.string() }) })
    .meta({
      example: {
        success: true,
        uuid: exampleOrderId,
        data: { state: "paid", paidWithCredit: "1391.00" },
      },
    }),
);

const cancelOrder = described(
  {
    operationId: "cancelOrder",
    summary: "Cancels an order that is not paid",
    description: idempotency,
    params: z.object({ orderId: orderRef }),
    body: z
      .strictObject({ reason: z.string().max(500).optional() })
      .nullish()
      .meta({ example: { reason: "Ordered twice" } }),
  },
  orderAnswer.meta({ example: { success: true, uuid: exampleOrderId } }),
);

const reassignOrders = described(
  {
    operationId: "reassignOrders",
    summary: "Reassigns orders to another distributor; commission follows",
    description: `Orders that wait for another admin are listed under proposed, those that could not be reassigned under failed; where none could, success is false. ${idempotency}`,
    querystring: reassignQuery,
  },
  dataAnswer(
    z.object({
      moved: z.int(),
      proposed: z.array(z.object({ uuid: orderIdSchema, proposalId: z.guid() })),
      failed: z.array(z.object({ uuid: orderIdSchema, error: z.string() })),
    }),
    {
      moved: 1,
      proposed: [],
      failed: [{ uuid: exampleOrderId, error: new DomainError("order.unknown").message }],
    },
  ),
);

/** Placing, paying, cancelling and reassigning orders (specification, section 7, "Purchase"). */
export function purchaseCalls(app: LegacyApp, identify: Identify): void {
  app.post("/api/purchase/save", saveOrder, async (request, reply) => {
    const { caller, procedures } = await identify(request, reply);
    if (!keyOf(request) && !request.body.order.uuid) await requireFirst(caller, request.body);
    const order = orderFrom(request.body, commandIdOf(request, caller));
    const { uuid, orderNumber, total } = await procedures.orders.save(order);
    return { ...answer({ orderNumber, total: decimalText(total) }), uuid };
  });

  app.post("/api/purchase/pay-with-credit", payWithCredit, async (request, reply) => {
    const { caller, procedures } = await identify(request, reply);
    const uuid = await orderIdOf(caller, request.query.orderId);
    const { state, paidWithCredit } = await procedures.orders.payWithCredit({
      commandId: commandIdOf(request, caller),
      uuid,
    });
    return { ...answer({ state, paidWithCredit: decimalText(paidWithCredit) }), uuid };
  });

  app.post("/api/purchase/cancel/:orderId", cancelOrder, async (request, reply) => {
    const { caller, procedures } = await identify(request, reply);
    const uuid = await orderIdOf(caller, request.params.orderId);
    const reason = request.body?.reason ?? "";
    await procedures.orders.cancel({ commandId: commandIdOf(request, caller), uuid, reason });
    return { success: true as const, uuid };
  });

  app.post(
    "/api/purchase/reassign-order-to-distributor",
    reassignOrders,
    async (request, reply) => {
      const { caller, procedures } = await identify(request, reply);
      const { orderId, orderIds = [], distributorId } = request.query;
      const key = commandIdOf(request, caller);
      const refs = orderId === undefined ? orderIds : [orderId, ...orderIds];
      const uuids = new Set(await Promise.all(refs.map((ref) => orderIdOf(caller, ref))));
      const { moved, failed, proposed } = await procedures.orders.reassignMany({
        orders: [...uuids].map((uuid) => ({ commandId: commandIdFrom(key, uuid), uuid })),
        sellerId: distributorId,
      });
      const [first] = failed;
      if (moved === 0 && proposed.length === 0 && first) throw new DomainError(first.reason);
      const errors = failed.map(({ uuid, message }) => ({ uuid, error: message }));
      return answer({ moved, proposed, failed: errors });
    },
  );
}

/** @throws DomainError request.in-progress if the same caller has just sent the same order */
async function requireFirst({ db, user, ip, now }: Caller, body: SaveOrderBody): Promise<void> {
  const caller = user?.id ?? body.order.uniqueId ?? ip;
  const key = `same order ${await digestOf(JSON.stringify([caller, body]))}`;
  if (!(await consume(db, { key, limits: sameOrder }, now())))
    throw new DomainError("request.in-progress");
}
