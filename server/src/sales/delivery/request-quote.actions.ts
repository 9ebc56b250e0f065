import { selfCollectionService } from "@portal/shared/platform/constants.ts";
import type { RequestQuote } from "@portal/shared/sales/delivery/arrange-delivery.ts";
import { collectionHours } from "@portal/shared/sales/delivery/collection-hours.ts";
import {
  deliveryName,
  doorService,
  royalMailService,
} from "@portal/shared/sales/delivery/delivery-services.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import { priceOrder } from "@portal/shared/sales/orders/order-pricing.ts";
import type { Caller } from "../../caller.ts";
import { CourierDown, CourierRefused } from "../../gateways/courier/courier.ts";
import { type Allowance, takeOne } from "../../platform/rate-limit/rate-limit.store.ts";
import { allowanceOfPlace, requireAllowance } from "../../platform/rate-limit/rate-limits.ts";
import { addressOwner } from "../../people/addresses/address.actions.ts";
import { listAddresses } from "../../people/addresses/address.store.ts";
import { loadShopTerms, priceTermsFor } from "../prices/price-terms.queries.ts";
import { loadBuyer } from "../orders/order-people.queries.ts";
import { type CombinedRate, combineRates, overnightNote } from "./delivery-options.rules.ts";
import { consignmentsOf, ratesFor } from "./rate-recipients.ts";

export type DeliveryOption = {
  code: string;
  name: string;
  description: string;
  /** When it is there at the latest, `YYYY-MM-DD` at the office; null: nobody can say. */
  day: string | null;
  /** What the buyer pays for it, in minor units: the flat line, whatever the service (docs/decisions.md, 9). */
  price: number;
};

export type DeliveryQuote = {
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
const ofAll: Allowance = { key: "courier quotes", limits: [{ times: 3000, seconds: hour }] };

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
    const royalMail = { ...option(royalMailService, price), description: "Flat rate" };
    return { currency, options: [royalMail], isFlatOnly: false, note: null };
  }
  const rates = await askCourier(caller, basket);
  const options = rates.map(({ code, name, description, day }) => {
    return { code, name, description, day, price };
  });
  const isFlatOnly = options.length === 0;
  const door = { ...option(doorService, price), description: "We choose the quickest we can get." };
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
  await requireAllowance(caller, allowanceOfPlace("courier quotes from", caller.ip, perPlace));
  if (!(await takeOne(caller.db, ofAll, caller.now()))) return [];

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
