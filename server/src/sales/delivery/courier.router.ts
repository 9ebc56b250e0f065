import {
  cancelShipmentSchema,
  createShipmentSchema,
  quoteToCollectionSchema,
  recordPostingSchema,
  requestQuoteSchema,
  ukUpdateQuoteSchema,
  updateQuoteSchema,
} from "@portal/shared/sales/delivery/arrange-delivery.ts";
import { orderRefSchema } from "@portal/shared/sales/orders/save-order.ts";
import { procedure, router } from "../../platform/http/trpc.ts";
import {
  quoteToCollection,
  requestQuote,
  ukUpdateQuote,
  updateQuote,
} from "./delivery-quote.actions.ts";
import { cancelShipment, createShipment, getWaybills, recordPosting } from "./shipment.actions.ts";
import { getOrderDelivery } from "./order-delivery.queries.ts";

export const courierRouter = router({
  requestQuote: procedure("courier.requestQuote")
    .input(requestQuoteSchema)
    .query(({ ctx, input }) => requestQuote(ctx, input)),

  forOrder: procedure("courier.forOrder")
    .input(orderRefSchema)
    .query(({ ctx, input }) => getOrderDelivery(ctx, input.uuid)),
  waybillUrl: procedure("courier.waybillUrl")
    .input(orderRefSchema)
    .query(({ ctx, input }) => getWaybills(ctx, input.uuid)),
  updateQuote: procedure("courier.updateQuote")
    .input(updateQuoteSchema)
    .mutation(({ ctx, input }) => updateQuote(ctx, input)),
  ukUpdateQuote: procedure("courier.ukUpdateQuote")
    .input(ukUpdateQuoteSchema)
    .mutation(({ ctx, input }) => ukUpdateQuote(ctx, input)),
  quoteToCollection: procedure("courier.quoteToCollection")
    .input(quoteToCollectionSchema)
    .mutation(({ ctx, input }) => quoteToCollection(ctx, input)),
  createShipment: procedure("courier.createShipment")
    .input(createShipmentSchema)
    .mutation(({ ctx, input }) => createShipment(ctx, input)),
  recordPosting: procedure("courier.recordPosting")
    .input(recordPostingSchema)
    .mutation(({ ctx, input }) => recordPosting(ctx, input)),
  cancelShipment: procedure("courier.cancelShipment")
    .input(cancelShipmentSchema)
    .mutation(({ ctx, input }) => cancelShipment(ctx, input)),
});
