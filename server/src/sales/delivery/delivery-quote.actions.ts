import { selfCollectionService } from "@portal/shared/platform/constants.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import type {
  QuoteToCollection,
  RequestQuote,
  UkUpdateQuote,
  UpdateQuote,
} from "@portal/shared/sales/delivery/arrange-delivery.ts";
import {
  collectionHours,
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
import { type CombinedRate, combineRates, overnightNote } from "./delivery.rules.ts";
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
  /** When it is there at the latest, `YYYY-MM-DD` at the office; null: nobody can say. */
  day: string | null;
  /** What the buyer pays for it, in minor units: the flat line, whatever the service (docs/decisions.md, 9). */
  price: number;
};

type DeliveryQuote = {
  currency: Currency;
  options: DeliveryOption[];
  /** The courier could not be asked: the office chooses the service, at the same price. */
  isFlatOnly: boolean;
  note: string | null;
};

/** Longer than this nobody waits for a price that is flat anyway. */
const patienceMs = 3000;
/** More recipients than this are not asked about while a person waits. */
const recipientsMax = 10;
const hour = 3600;
/** What one place may cost us, and all places together: beyond that the flat price stands alone. */
const perPlace = [
  { times: 120, seconds: hour },
  { times: 600, seconds: 24 * hour },
] as const;
const ofAll: RateLimit = { key: "courier quotes", limits: [{ times: 3000, seconds: hour }] };

/**
 * How a basket can be delivered and what each way costs its buyer. It never fails for the courier's sake: whoever
 * cannot be asked is left out, and the flat line stays.
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
  const rates = await askCourier(caller, basket);
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
    options: [...(isFlatOnly ? [door] : options), collect],
    isFlatOnly,
    note: overnightNote(options, caller.now()),
  };
}

/** Empty where the courier is away, slow, or has no service that all of them have. */
async function askCourier(caller: Caller, basket: RequestQuote): Promise<CombinedRate[]> {
  await requireWithinLimit(caller, rateLimitOfClient("courier quotes from", caller.ip, perPlace));
  if (!(await consume(caller.db, ofAll, caller.now()))) return [];

  const consignments = await consignmentsOf(caller, basket.sections);
  if (consignments.length === 0 || consignments.length > recipientsMax) return [];
  try {
    return combineRates(await ratesFor(caller.courier, consignments, patienceMs));
  } catch (error) {
    if (!(error instanceof CourierDown || error instanceof CourierRefused)) throw error;
    caller.log.warn({ reason: error.name }, "the courier gave no rates, so the flat price stands");
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
/** Rates in minor units; `former`: what was quoted before, to compare with; null where nothing was. */
type Quoted = {
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
    // What the office quoted or cancelled meanwhile stands.
    const isWanted = state.status === "placed" && state.quoteNumber === null;
    const quoteNumber = `${order.reference}-${order.quoteCount + 1}`;
    const quote = { quoteNumber, service: rate.code, rate: rate.rate };
    const events = isWanted ? stream.decide({ type: "QuoteDelivery", orderId, ...quote }) : [];
    return {
      events: events.map((event) => ({ streamId: orderStream(orderId), event })),
      answer: { orderId },
      sideWrites: (tx) => keepPromises(tx, orderId, promises),
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
  const { rate, promises } = await rateOf(caller, order, service).catch((error: unknown) => {
    throw asOfficeRefusal(error);
  });
  const quote = { action: "courier.updateQuote", service, rate };
  const quoted = await recordQuote(caller, wanted.commandId, order, quote);
  await keepPromises(caller.db, uuid, promises);
  return quoted;
}

/** Royal Mail has one price, which is the shop's own (specification, section 9). */
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

type QuotedRate = CombinedRate &
  Readonly<{ promises: readonly Readonly<{ section: number; day: string | null }>[] }>;

/**
 * What all of it costs by this service, and what goes by one of its own by that, and the day of each parcel.
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

/** To the door by whatever the office books is no service of its own. */
function isAsTheOrder(consignment: Readonly<{ ownService: string | null }> | undefined): boolean {
  const own = consignment?.ownService ?? null;
  return own === null || own === doorService;
}

/**
 * When the courier shall come to the office. The courier is told with the shipment, because it knows no collection
 * apart from one.
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
  if (order.isShipped) throw new DomainError("courier.already-shipped");
  if (order.quote === null) throw new DomainError("courier.not-quoted");

  const request = { action: "courier.quoteToCollection", uuid, collectionAt: at };
  await changeOrder(caller, commandFrom(caller, commandId, request), {
    order: {
      type: "BookCollection",
      orderId: uuid,
      service: order.quote.service,
      collectionReference: `${order.reference}-${commandId.slice(0, 8)}`,
      collectionAt: at,
    },
    audit: { action: "order.collection-booked", details: { collectionAt: at } },
  });
  return { uuid, collectionAt: at };
}
