import {
  findSellersSchema,
  officeOrdersSchema,
  reassignManySchema,
} from "@portal/shared/sales/orders/office-orders.ts";
import {
  cancelOrderSchema,
  correctRecipientSchema,
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
} from "@portal/shared/sales/orders/save-order.ts";
import {
  confirmedProcedure,
  procedure,
  router,
  signedInProcedure,
} from "../../platform/http/trpc.ts";
import {
  checkPaid,
  getOrderToPay,
  getPaymentForm,
  mailEftDetails,
} from "../payments/payment.actions.ts";
import { correctRecipient, getOrderRecipient } from "./correct-recipient.actions.ts";
import { cancelOrder, markReadyToCollect, recordEft, undoPayment } from "./order.actions.ts";
import { countOrders, findSellers, listOrders, listOrdersOf } from "./order.queries.ts";
import { getOrderDetail } from "./order-detail.queries.ts";
import { findSellerOfLink } from "../../people/users/user.queries.ts";
import { placeOrder } from "./place-order.actions.ts";
import { reassignOrder, reassignOrders } from "./reassign-order.actions.ts";
import { refundOrder } from "./refund-order.actions.ts";

export const orderRouter = router({
  save: procedure.input(saveOrderSchema).mutation(({ ctx, input }) => placeOrder(ctx, input)),
  byUuid: procedure.input(orderRefSchema).query(({ ctx, input }) => getOrderToPay(ctx, input.uuid)),
  checkPaid: procedure.input(orderRefSchema).query(({ ctx, input }) => checkPaid(ctx, input.uuid)),
  paymentForm: procedure
    .input(orderRefSchema)
    .query(({ ctx, input }) => getPaymentForm(ctx, input.uuid)),

  mailEftDetails: procedure
    .input(orderRefSchema)
    .mutation(({ ctx, input }) => mailEftDetails(ctx, input.uuid)),

  mine: signedInProcedure
    .input(myOrdersSchema)
    .query(({ ctx, input }) => listOrdersOf(ctx.readDb, ctx.user.id, input)),
  list: signedInProcedure
    .input(officeOrdersSchema)
    .query(({ ctx, input }) =>
      listOrders({ db: ctx.readDb, region: ctx.shop.region, now: ctx.now() }, input),
    ),
  counts: signedInProcedure.query(({ ctx }) => countOrders(ctx.readDb, ctx.now())),
  detail: procedure
    .input(orderDetailSchema)
    .query(({ ctx, input }) => getOrderDetail(ctx.readDb, ctx.user, input.uuid, input.uniqueId)),
  /** The member whose link brought this browser here. */
  via: procedure.query(({ ctx }) => findSellerOfLink(ctx)),
  sellers: signedInProcedure
    .input(findSellersSchema)
    .query(({ ctx, input }) => findSellers(ctx.readDb, input.search)),

  cancel: signedInProcedure
    .input(cancelOrderSchema)
    .mutation(({ ctx, input }) => cancelOrder(ctx, ctx.user, input)),
  recordEft: confirmedProcedure
    .input(recordEftSchema)
    .mutation(({ ctx, input }) => recordEft(ctx, ctx.user, input)),
  undoPayment: confirmedProcedure
    .input(undoPaymentSchema)
    .mutation(({ ctx, input }) => undoPayment(ctx, input)),
  refund: confirmedProcedure
    .input(refundOrderSchema)
    .mutation(({ ctx, input }) => refundOrder(ctx, ctx.user, input)),
  reassign: confirmedProcedure
    .input(reassignOrderSchema)
    .mutation(({ ctx, input }) => reassignOrder(ctx, ctx.user, input)),
  /** One recipient, for the office to correct; an error where it cannot be corrected any more. */
  recipient: signedInProcedure
    .input(orderRecipientSchema)
    .query(({ ctx, input }) => getOrderRecipient(ctx, input)),
  correctRecipient: signedInProcedure
    .input(correctRecipientSchema)
    .mutation(({ ctx, input }) => correctRecipient(ctx, input)),
  readyToCollect: signedInProcedure
    .input(readyToCollectSchema)
    .mutation(({ ctx, input }) => markReadyToCollect(ctx, input)),
  reassignMany: confirmedProcedure
    .input(reassignManySchema)
    .mutation(({ ctx, input }) => reassignOrders(ctx, ctx.user, input)),
});
