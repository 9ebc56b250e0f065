import { correctRecipientSchema } from "@portal/shared/people/addresses.ts";
import { nothingSchema } from "@portal/shared/platform/ids.ts";
import {
  findSellersSchema,
  officeOrdersSchema,
  reassignManySchema,
} from "@portal/shared/sales/orders/office-orders.ts";
import {
  cancelOrderSchema,
  myOrdersSchema,
  orderDetailSchema,
  orderRecipientSchema,
  orderRefSchema,
  reassignOrderSchema,
  readyToCollectSchema,
  recordEftSchema,
  refundOrderSchema,
  saveOrderSchema,
  undoPaymentSchema,
  orderCommandSchema,
} from "@portal/shared/sales/orders/save-order.ts";
import { procedure, router } from "../../platform/http/trpc.ts";
import {
  checkPaid,
  getOrderToPay,
  getPaymentForm,
  mailEftDetails,
} from "../payments/payment.actions.ts";
import { correctRecipient, getOrderRecipient } from "./correct-recipient.actions.ts";
import { cancelOrder, markReadyToCollect, recordEft } from "./order.actions.ts";
import { countOrders, findSellers, listOrders, listOrdersOf } from "./order.queries.ts";
import { getOrderDetail } from "./order-detail.queries.ts";
import { findSellerOfLink } from "../../people/users/user.queries.ts";
import { placeOrder } from "./place-order.actions.ts";
import { reassignOrder, reassignOrders } from "./reassign-order.actions.ts";
import { undoPayment } from "./undo-payment.actions.ts";
import { refundOrder } from "./refund-order.actions.ts";

export const orderRouter = router({
  save: procedure("orders.save")
    .input(saveOrderSchema)
    .mutation(({ ctx, input }) => placeOrder(ctx, input)),
  byUuid: procedure("orders.byUuid")
    .input(orderRefSchema)
    .query(({ ctx, input }) => getOrderToPay(ctx, input.uuid)),
  checkPaid: procedure("orders.checkPaid")
    .input(orderRefSchema)
    .query(({ ctx, input }) => checkPaid(ctx, input.uuid)),
  paymentForm: procedure("orders.paymentForm")
    .input(orderRefSchema)
    .query(({ ctx, input }) => getPaymentForm(ctx, input.uuid)),

  mailEftDetails: procedure("orders.mailEftDetails")
    .input(orderCommandSchema)
    .mutation(({ ctx, input }) => mailEftDetails(ctx, input.uuid)),

  mine: procedure("orders.mine")
    .input(myOrdersSchema)
    .query(({ ctx, input }) => listOrdersOf(ctx.readDb, ctx.user.id, input)),
  list: procedure("orders.list")
    .input(officeOrdersSchema)
    .query(({ ctx, input }) =>
      listOrders({ db: ctx.readDb, region: ctx.shop.region, now: ctx.now() }, input),
    ),
  counts: procedure("orders.counts")
    .input(nothingSchema)
    .query(({ ctx }) => countOrders(ctx.readDb, ctx.now())),
  detail: procedure("orders.detail")
    .input(orderDetailSchema)
    .query(({ ctx, input }) =>
      getOrderDetail(ctx.readDb, ctx.user, input.uuid, { guestId: input.uniqueId ?? null }),
    ),
  /** The member whose link brought this browser here. */
  via: procedure("orders.via")
    .input(nothingSchema)
    .query(({ ctx }) => findSellerOfLink(ctx)),
  sellers: procedure("orders.sellers")
    .input(findSellersSchema)
    .query(({ ctx, input }) => findSellers(ctx.readDb, input.search)),

  cancel: procedure("orders.cancel")
    .input(cancelOrderSchema)
    .mutation(({ ctx, input }) => cancelOrder(ctx, ctx.user, input)),
  recordEft: procedure("orders.recordEft")
    .input(recordEftSchema)
    .mutation(({ ctx, input }) => recordEft(ctx, ctx.user, input)),
  undoPayment: procedure("orders.undoPayment")
    .input(undoPaymentSchema)
    .mutation(({ ctx, input }) => undoPayment(ctx, ctx.user, input)),
  refund: procedure("orders.refund")
    .input(refundOrderSchema)
    .mutation(({ ctx, input }) => refundOrder(ctx, ctx.user, input)),
  reassign: procedure("orders.reassign")
    .input(reassignOrderSchema)
    .mutation(({ ctx, input }) => reassignOrder(ctx, ctx.user, input)),
  /** One recipient, for the office to correct; an error where it cannot be corrected any more. */
  recipient: procedure("orders.recipient")
    .input(orderRecipientSchema)
    .query(({ ctx, input }) => getOrderRecipient(ctx, input)),
  correctRecipient: procedure("orders.correctRecipient")
    .input(correctRecipientSchema)
    .mutation(({ ctx, input }) => correctRecipient(ctx, input)),
  readyToCollect: procedure("orders.readyToCollect")
    .input(readyToCollectSchema)
    .mutation(({ ctx, input }) => markReadyToCollect(ctx, input)),
  reassignMany: procedure("orders.reassignMany")
    .input(reassignManySchema)
    .mutation(({ ctx, input }) => reassignOrders(ctx, ctx.user, input)),
});
