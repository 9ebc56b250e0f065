import {
  deliveryProductId,
  selfCollectionService,
  unitsPerParcel,
} from "@portal/shared/platform/constants.ts";
import { lessBps } from "@portal/shared/platform/money.ts";
import type { OrderLine, OrderSection } from "../../sales/orders/order.events.ts";
import {
  bottle,
  type DemoProduct,
  delivery,
  giftBox,
  refill,
  travelBottle,
} from "./demo-catalogue.ts";
import type { Random } from "./random.ts";

export type DemoBasket = Readonly<{
  sections: OrderSection[];
  total: number;
  deliveryService: string;
}>;

/** What somebody puts into a basket. `stockistMarginBps` null: everybody but a stockist. */
export function fillBasket(
  random: Random,
  {
    stockistMarginBps,
    addressIds,
  }: Readonly<{ stockistMarginBps: number | null; addressIds: readonly number[] }>,
): DemoBasket {
  const deliveryService = random.chance(10)
    ? selfCollectionService
    : random.pick(["ECO", "ECO", "AIR"]);
  const sections = addressIds.map((addressId) => {
    const lines =
      stockistMarginBps === null
        ? shoppersLines(random)
        : stockistsLines(random, stockistMarginBps);
    if (deliveryService !== selfCollectionService) lines.push(parcelsFor(lines));
    return { addressId, lines };
  });
  const total = sections
    .flatMap(({ lines }) => lines)
    .reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0);
  return { sections, total, deliveryService };
}

function shoppersLines(random: Random): OrderLine[] {
  const lines = [line(bottle, random.pick([1, 1, 2, 2, 3, 4, 4, 6]), null)];
  if (random.chance(25)) lines.push(line(travelBottle, 4, null));
  if (random.chance(12)) lines.push(line(refill, random.between(1, 2), null));
  if (random.chance(8)) lines.push(line(giftBox, 1, null));
  return lines;
}

function stockistsLines(random: Random, marginBps: number): OrderLine[] {
  const lines = [line(bottle, random.pick([12, 12, 18, 24, 24, 30, 48, 72]), marginBps)];
  if (random.chance(30)) lines.push(line(refill, random.pick([6, 12]), marginBps));
  return lines;
}

/** A stockist's margin does not shrink the commission (docs/domain.md, "Price of a line"). */
function line({ id, price }: DemoProduct, quantity: number, marginBps: number | null): OrderLine {
  const unitPrice = marginBps === null ? price : lessBps(price, marginBps);
  return { productId: id, quantity, listPrice: price, unitPrice, commissionPrice: price };
}

function parcelsFor(lines: readonly OrderLine[]): OrderLine {
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const { price } = delivery;
  return {
    productId: deliveryProductId,
    quantity: Math.ceil(units / unitsPerParcel),
    listPrice: price,
    unitPrice: price,
    commissionPrice: 0,
  };
}
