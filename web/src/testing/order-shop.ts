import type { ApiInputs, ApiOutputs } from "../api/api.ts";
import type { FakeApi } from "./fake-api.ts";
import { anAddress, someProducts } from "./some-data.ts";

/** A simplified quote: R325.00 each, R100.00 per parcel. */
export function orderQuote(input: ApiInputs["catalog"]["quote"]): ApiOutputs["catalog"]["quote"] {
  const parcel = input.deliveryService === "COL" ? 0 : 10_000;
  const sections = input.sections.map(({ lines }) => ({
    lines: lines.map(({ productId, quantity }) => ({
      productId,
      quantity,
      name: "Original 50ml",
      listPrice: 32_500,
      unitPrice: 32_500,
      lineTotal: 32_500 * quantity,
    })),
    delivery: parcel,
    saved: 0,
    total: lines.reduce((sum, { quantity }) => sum + 32_500 * quantity, parcel),
  }));
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
  const goods = sum(sections.flatMap(({ lines }) => lines.map(({ lineTotal }) => lineTotal)));
  const delivery = sum(sections.map((section) => section.delivery));
  const total = goods + delivery;
  return { currency: "ZAR", sections, discount: null, goods, delivery, total, storeCredit: 0 };
}

/** One courier service, and collection. */
function deliveryChoice(): ApiOutputs["courier"]["requestQuote"] {
  const economy = { code: "ECO", name: "Economy", description: "By road", day: "2026-11-26" };
  const collect = { code: "COL", name: "Collection from our office", description: "", day: null };
  const options = [
    { ...economy, price: 10_000 },
    { ...collect, price: 0 },
  ];
  return { currency: "ZAR", options, isFlatOnly: false, note: null };
}

/** The queries of the order form. */
export const orderShop: FakeApi = {
  courier: { requestQuote: deliveryChoice },
  catalog: { products: () => someProducts, quote: orderQuote },
  addresses: { list: () => [anAddress] },
  orders: { via: () => null },
};
