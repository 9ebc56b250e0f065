import { collectionHours, selfCollectionService } from "@portal/shared/platform/constants.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import type {
  QuoteToCollection,
  RequestQuote,
  UkUpdateQuote,
  UpdateQuote,
} from "@portal/shared/sales/delivery/arrange-delivery.ts";
import {
  deliveryName,
  doorService,
  goesByCourier,
  isOfferedByCourier,
  isWithinCollectionHours,
  royalMailService,
} from "@portal/shared/sales/delivery/delivery.ts";
import { priceOrder } from "@portal/shared/sales/orders/order-pricing.ts";
import { type Caller, commandFrom } from "../../caller.ts";
import { CourierDown, CourierRefused } from "../../gateways/courier/courier.ts";
import { addressOwner } from "../../people/addresses/address.actions.ts";
import { listAddresses } from "../../people/addresses/address.store.ts";
import { readOnly } from "../../platform/db/database.ts";
import { inStream } from "../../platform/free-text/free-text.rules.ts";
import {
  type RateLimit,
  rateLimitOfClient,
  requireWithinLimit,
  consume,
} from "../../platform/rate-limit/rate-limits.ts";
import { changeOrder } from "../orders/order.actions.ts";
import { keepPromises } from "../orders/order-buyer.queries.ts";
import { orderDecider } from "../orders/order.decider.ts";
import { orderEvents, orderStream } from "../orders/order.events.ts";
import { loadBuyer, loadShopTerms } from "../prices/price-terms.queries.ts";
import { priceTermsFor } from "../prices/price-terms.rules.ts";
import { asOfficeRefusal, consignmentsOf, ratesFor } from "./consignment.ts";
import {
  type CombinedRate,
  combineRates,
  inOrderOfOffer,
  overnightNote,
} from "./delivery.rules.ts";
import {
  type DeliveryOrder,
  getDeliveryOrder,
  isWithoutPrice,
  requireLive,
  requireNotShipped,
} from "./order-delivery.queries.ts";

type DeliveryOption = {
  code: string;
  name: string;
  description: string;
  /** The latest day of delivery, `YYYY-MM-DD` at the office; null where the courier does not say. */
  day: string | null;
  /** What the buyer pays, in minor units: the flat price, whatever the service (docs/decisions.md, 9). */
  price: number;
};

type DeliveryQuote = {
  currency: Currency;
  options: DeliveryOption[];
  /** There are no rates of the courier: the office chooses the service, at the same price. */
  isFlatOnly: boolean;
  note: string | null;
};

/** A buyer does not wait longer than this for rates, as the price is flat anyway. */
const ratesTimeoutMs = 3000;
/** With more recipients than this the courier is not asked for rates while a buyer waits. */
const recipientsMax = 10;
const hour = 3600;
/** Requests to the courier for each client; beyond them the request is refused. */
const perClient = [
  { times: 120, seconds: hour },
  { times: 600, seconds: 24 * hour },
] as const;
/** Requests to the courier of all clients together; beyond them there is only the flat price. */
const ofAll: RateLimit = { key: "courier quotes", limits: [{ times: 3000, seconds: hour }] };

/**
 * The services that can deliver a basket, and their price. Where the courier has no answer, only the flat price is left.
 *
 * @throws DomainError order.unknown-address, order.product-unavailable, access.too-many-tries
 */
export async function requestQuote(caller: Caller, basket: RequestQuote): Promise<DeliveryQuote> {
  const { region } = caller.shop;
  const shop = await loadShopTerms(caller.db, region, productIdsOf(basket));
  const { pricing } = await loadBuyer(caller.db, caller.user?.id ?? null);
  const { delivery: price } = priceOrder(basket, priceTermsFor(pricing, shop));
  await requireOwnRecipients(caller, basket);
  const { currency } = shop;

  if (region !== "za") {
    const service = region === "uk" ? royalMailService : doorService;
    const flat = { ...option(service, price), description: "Flat rate" };
    return { currency, options: [flat], isFlatOnly: false, note: null };
  }
  const rates = await findRates(caller, basket);
  const options = rates.map(({ code, name, description, day }) => {
    return { code, name, description, day, price };
  });
  const isFlatOnly = options.length === 0;
  const door = {
    ...option(doorService, price),
    description: "We choose the fastest service available.",
  };
  const collect = { ...option(selfCollectionService, 0), description: collectionHours };
  return {
    currency,
    options: [...(isFlatOnly ? [door] : inOrderOfOffer(options, shop.firstDelivery)), collect],
    isFlatOnly,
    note: overnightNote(options, caller.now()),
  };
}

/** Empty where the courier is down or slow, or has no service that reaches all recipients. */
async function findRates(caller: Caller, basket: RequestQuote): Promise<CombinedRate[]> {
  await requireWithinLimit(caller, rateLimitOfClient("courier quotes from", caller.ip, perClient));
  if (!(await consume(caller.db, ofAll, caller.now()))) return [];

  const consignments = await consignmentsOf(caller, basket.sections);
  if (consignments.length === 0 || consignments.length > recipientsMax) return [];
  try {
    return combineRates(await ratesFor(caller.courier, consignments, ratesTimeoutMs));
  } catch (error) {
    if (!(error instanceof CourierDown || error instanceof CourierRefused)) throw error;
    caller.log.warn({ reason: error.name }, "no courier rates, offering the flat price");
    return [];
  }
}

async function requireOwnRecipients(
  caller: Caller,
  { uniqueId, sections }: RequestQuote,
): Promise<void> {
  const own = await listAddresses(caller.db, addressOwner(caller, uniqueId));
  const ids = new Set(own.map(({ id }) => id));
  if (!sections.every(({ addressId }) => ids.has(addressId)))
    throw new DomainError("order.unknown-address");
}

function productIdsOf({ sections }: RequestQuote): number[] {
  return sections.flatMap(({ lines }) => lines.map(({ productId }) => productId));
}

function option(code: string, price: number): Omit<DeliveryOption, "description"> {
  return { code, name: deliveryName(code), day: null, price };
}

export type QuoteContext = Pick<Caller, "db" | "ledger" | "courier" | "now" | "newId">;
/** Rates in minor units. `former`: the previous quote, for comparison. */
type Quoted = {
  uuid: string;
  service: string;
  rate: number;
  former: { service: string; rate: number } | null;
};

/**
 * Records the courier's price of a placed order, for the office. An order without a service gets the cheapest one.
 * Where the courier is down this throws, so that the job is retried; until then the order is listed as to be quoted.
 */
export async function quotePlacedOrder(context: QuoteContext, orderId: string): Promise<void> {
  const order = await getDeliveryOrder(readOnly(context.db), orderId);
  if (!isWithoutPrice(order)) return;
  const { promises, ...rate } = await rateOf(context, order, order.service);
  const command = {
    commandId: context.newId(),
    request: { action: "quote-delivery", orderId },
    metadata: { source: "courier", correlationId: `quote-delivery-${orderId}` },
    occurredAt: context.now(),
  };
  await context.ledger.execute(command, async (streams) => {
    const stream = await streams.load(orderStream(orderId), orderDecider, orderEvents);
    const { state } = stream;
    // The office may have quoted or cancelled the order in the meantime.
    const isWanted = state.status === "placed" && state.quoteNumber === null;
    const quoteNumber = `${order.reference}-${order.quoteCount + 1}`;
    const quote = { quoteNumber, service: rate.code, rate: rate.rate };
    const events = isWanted ? stream.decide({ type: "QuoteDelivery", orderId, ...quote }) : [];
    return {
      events: inStream(orderStream(orderId), events),
      answer: { orderId },
      sideWrites: (tx) => keepPromises(tx, orderId, promises),
    };
  });
}

/**
 * Quotes another service, or the same one at today's rate.
 *
 * @throws DomainError courier.not-for-this-order, courier.no-service, courier.already-shipped, courier.down
 */
export async function updateQuote(
  caller: Caller,
  { commandId, uuid, service }: UpdateQuote,
): Promise<Quoted> {
  const order = await getDeliveryOrder(readOnly(caller.db), uuid);
  requireLive(order);
  if (!goesByCourier(order.region, order.service))
    throw new DomainError("courier.not-for-this-order");
  if (!isOfferedByCourier(service)) throw new DomainError("courier.no-service");
  requireNotShipped(order);
  const { rate, promises } = await rateOf(caller, order, service).catch((error: unknown) => {
    throw asOfficeRefusal(error);
  });
  const quote = { action: "courier.updateQuote", service, rate };
  const quoted = await recordQuote(caller, commandId, order, quote);
  await keepPromises(caller.db, uuid, promises);
  return quoted;
}

/** Royal Mail has one price, the shop's own flat price for each recipient (specification, section 9). */
export async function ukUpdateQuote(
  caller: Caller,
  { commandId, uuid }: UkUpdateQuote,
): Promise<Quoted> {
  const order = await getDeliveryOrder(readOnly(caller.db), uuid);
  requireLive(order);
  if (order.region !== "uk") throw new DomainError("courier.not-for-this-order");
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
  // The rate is not part of the request: a retry may find another rate, and is the same command.
  const command = commandFrom(caller, commandId, { action, uuid: orderId, service });
  const quoteNumber = `${order.reference}-${commandId}`;
  await changeOrder(caller, command, {
    order: { type: "QuoteDelivery", orderId, service, quoteNumber, rate },
    audit: { action: "order.delivery-quoted", details: { service, rate } },
  });
  const former = order.quote && { service: order.quote.service, rate: order.quote.rate };
  return { uuid: orderId, service, rate, former };
}

type QuotedRate = CombinedRate &
  Readonly<{ promises: readonly Readonly<{ section: number; day: string | null }>[] }>;

/**
 * The courier's rate of the whole order, and the promised day of each parcel. Sections without a service of their own go
 * by `service`, or where that is open by the cheapest one.
 *
 * @throws CourierDown, CourierRefused; DomainError courier.no-service
 */
async function rateOf(
  context: Pick<Caller, "db" | "courier">,
  order: DeliveryOrder,
  service: string | null,
): Promise<QuotedRate> {
  const consignments = await consignmentsOf(context, order.sections);
  const rates = await ratesFor(context.courier, consignments);
  const asTheOrder = combineRates(rates.filter((_, at) => isAsTheOrder(consignments[at])));
  const isOpen = service === null || service === doorService;
  const rate = isOpen ? asTheOrder[0] : asTheOrder.find(({ code }) => code === service);
  if (!rate) throw new DomainError("courier.no-service");
  const single = consignments.map((consignment, at) => {
    const code = isAsTheOrder(consignment) ? rate.code : consignment.ownService;
    const own = combineRates([rates[at] ?? []]).find((each) => each.code === code);
    if (!own) throw new DomainError("courier.no-service");
    return { section: consignment.section, day: own.day, rate: own.rate };
  });
  return {
    ...rate,
    rate: single.reduce((sum, each) => sum + each.rate, 0),
    promises: single.map(({ section, day }) => ({ section, day })),
  };
}

/** `doorService` leaves the choice of the courier's service to the office, as the order itself does. */
function isAsTheOrder(consignment: Readonly<{ ownService: string | null }> | undefined): boolean {
  const own = consignment?.ownService ?? null;
  return own === null || own === doorService;
}

/**
 * Records when the courier is to collect at the office. It is sent to the courier with the shipment, because its API has
 * no separate collection.
 *
 * @throws DomainError courier.outside-hours, courier.not-for-this-order, courier.not-quoted, courier.already-shipped
 */
export async function quoteToCollection(
  caller: Caller,
  { commandId, uuid, collectionAt }: QuoteToCollection,
): Promise<{ uuid: string; collectionAt: string }> {
  const at = new Date(collectionAt).toISOString();
  if (!isWithinCollectionHours(at) || at <= caller.now())
    throw new DomainError("courier.outside-hours", { field: "collectionAt" });
  const order = await getDeliveryOrder(readOnly(caller.db), uuid);
  requireLive(order);
  if (!goesByCourier(order.region, order.service))
    throw new DomainError("courier.not-for-this-order");
  requireNotShipped(order);
  if (order.quote === null) throw new DomainError("courier.not-quoted");

  const request = { action: "courier.quoteToCollection", uuid, collectionAt: at };
  await changeOrder(caller, commandFrom(caller, commandId, request), {
    order: {
      type: "BookCollection",
      orderId: uuid,
      service: order.quote.service,
      collectionReference: `${order.reference}-${commandId}`,
      collectionAt: at,
    },
    audit: { action: "order.collection-booked", details: { collectionAt: at } },
  });
  return { uuid, collectionAt: at };
}
