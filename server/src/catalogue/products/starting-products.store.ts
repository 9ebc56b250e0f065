import { deliveryProductCode, deliveryProductId } from "@portal/shared/platform/constants.ts";
import type { Database } from "../../platform/db/database.ts";

/**
 * What a shop cannot do without (specification, sections 3 and 9): the 50ml product, out of stock until the
 * office has looked at it, and the delivery line. Amounts in minor units of rand.
 */
export async function insertStartingProducts(db: Database): Promise<void> {
  const none = { description: "", out_of_stock_button: "", hide: false };
  await db
    .insertInto("product")
    .values([
      {
        ...none,
        id: 94,
        name: "50ml",
        price: 325_00,
        product_code: "50ML",
        product_group: "50",
        weight_in_grams: 140,
        dimensions: "4 x 4 x 11 cm",
        out_of_stock: true,
        out_of_stock_message: "On sale soon.",
      },
      {
        ...none,
        id: deliveryProductId,
        name: "Delivery",
        price: 100_00,
        product_code: deliveryProductCode,
        product_group: null,
        weight_in_grams: 0,
        dimensions: "",
        out_of_stock: false,
        out_of_stock_message: "",
      },
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
