import {
  doorService,
  goesByCourier,
  isOfferedByCourier,
  royalMailService,
} from "@portal/shared/sales/delivery/delivery-services.ts";
import type { UkUpdateQuote, UpdateQuote } from "@portal/shared/sales/delivery/arrange-delivery.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { type Caller, commandFrom } from "../../caller.ts";
import { readOnly } from "../../platform/db/database.ts";
import { loadShopTerms } from "../prices/price-terms.queries.ts";
import { changeOrder } from "../orders/change-order.actions.ts";
import { orderDecider } from "../orders/order.decider.ts";
import { orderEvents, orderStream } from "../orders/order.events.ts";
import { type DeliveryOrder, getDeliveryOrder, requireLive } from "./delivery-order.queries.ts";
import { type CombinedRate, combineRates } from "./delivery-options.rules.ts";
import { asOfficeRefusal, consignmentsOf, ratesFor } from "./rate-recipients.ts";

export type QuoteDesk = Pick<Caller, "db" | "ledger" | "courier" | "now" | "newId">;
/** Rates in minor units; `former`: what was quoted before, to compare with; null where nothing was. */
export type Quoted = {
  uuid: string;
  service: string;
  rate: number;
  former: { service: string; rate: number } | null;
};

/**
 * The courier's own price of an order that was placed, for the office. An order that named no service gets the cheapest
 * one. It throws where the courier cannot be asked, so that the job comes again; until then the office sees that the
 * order is to be quoted again.
 */
export async function quotePlacedOrder(desk: QuoteDesk, orderId: string): Promise<void> {
  const order = await getDeliveryOrder(readOnly(desk.db), orderId);
  const isOver =
    !order.live || order.quote !== null || order.isShipped || order.state === "cancelled";
  if (isOver || !goesByCourier(order.region, order.service)) return;
  const rate = await rateOf(desk, order, order.service);
  const command = {
    commandId: desk.newId(),
    request: { action: "quote-delivery", orderId },
    metadata: { source: "courier", correlationId: `quote-delivery-${orderId}` },
    occurredAt: desk.now(),
  };
  await desk.ledger.execute(command, async (streams) => {
    const stream = await streams.load(orderStream(orderId), orderDecider, orderEvents);
    const { state } = stream;
    // What the office quoted or cancelled meanwhile stands.
    const isWanted = state.status === "placed" && state.quoteNumber === null;
    const quoteNumber = `${order.reference}-${order.quoteCount + 1}`;
    const quote = { quoteNumber, service: rate.code, rate: rate.rate };
    const events = isWanted ? stream.decide({ type: "QuoteDelivery", orderId, ...quote }) : [];
    return {
      events: events.map((event) => ({ streamId: orderStream(orderId), event })),
      answer: { orderId },
    };
  });
}

/**
 * Another service, or the same one asked about anew.
 *
 * @throws DomainError courier.not-for-this-order, courier.no-service, courier.already-shipped, courier.down
 */
export async function updateQuote(caller: Caller, wanted: UpdateQuote): Promise<Quoted> {
  const { uuid, service } = wanted;
  const order = await getDeliveryOrder(readOnly(caller.db), uuid);
  requireLive(order);
  if (!goesByCourier(order.region, order.service))
    throw new DomainError("courier.not-for-this-order");
  if (!isOfferedByCourier(service)) throw new DomainError("courier.no-service");
  requireNotShipped(order);
  const { rate } = await rateOf(caller, order, service).catch((error: unknown) => {
    throw asOfficeRefusal(error);
  });
  return recordQuote(caller, wanted.commandId, order, {
    action: "courier.updateQuote",
    service,
    rate,
  });
}

/** Royal Mail has one price, which is the shop's own (specification, section 9). */
export async function ukUpdateQuote(
  caller: Caller,
  { commandId, uuid }: UkUpdateQuote,
): Promise<Quoted> {
  const order = await getDeliveryOrder(readOnly(caller.db), uuid);
  requireLive(order);
  if (order.region === "za") throw new DomainError("courier.not-for-this-order");
  requireNotShipped(order);
  const { delivery } = await loadShopTerms(caller.db, order.region, []);
  const rate = (delivery?.flatPrice ?? 0) * order.sections.length;
  const quote = { action: "courier.ukUpdateQuote", service: royalMailService, rate };
  return recordQuote(caller, commandId, order, quote);
}

async function recordQuote(
  caller: Caller,
  commandId: string,
  order: DeliveryOrder,
  { action, service, rate }: Readonly<{ action: string; service: string; rate: number }>,
): Promise<Quoted> {
  const { orderId } = order;
  // Prices change from hour to hour, so they are no part of what makes a repeated request the same.
  const command = commandFrom(caller, commandId, { action, uuid: orderId, service });
  const quoteNumber = `${order.reference}-${commandId.slice(0, 8)}`;
  await changeOrder(caller, command, {
    order: { type: "QuoteDelivery", orderId, service, quoteNumber, rate },
    audit: { action: "order.delivery-quoted", details: { service, rate } },
  });
  const former = order.quote && { service: order.quote.service, rate: order.quote.rate };
  return { uuid: orderId, service, rate, former };
}

/** @throws CourierDown, CourierRefused; DomainError courier.no-service */
async function rateOf(
  desk: Pick<Caller, "db" | "courier">,
  order: DeliveryOrder,
  service: string | null,
): Promise<CombinedRate> {
  const consignments = await consignmentsOf(desk, order.sections);
  const rates = combineRates(await ratesFor(desk.courier, consignments));
  const isOpen = service === null || service === doorService;
  const rate = isOpen ? rates[0] : rates.find(({ code }) => code === service);
  if (!rate) throw new DomainError("courier.no-service");
  return rate;
}

function requireNotShipped({ isShipped }: DeliveryOrder): void {
  if (isShipped) throw new DomainError("courier.already-shipped");
}
