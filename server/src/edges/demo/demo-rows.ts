import type { Insertable, Updateable } from "kysely";
import type { Tx } from "../../platform/db/database.ts";
import type { ShopTables } from "../../platform/db/shop-tables.ts";
import { accountRows, signInRows } from "./demo-account-rows.ts";
import { demoProducts } from "./demo-catalogue.ts";
import type { DemoHistory } from "./demo-history.ts";
import { banks } from "./demo-names.ts";
import { demoTestimonials } from "./demo-testimonials.ts";

/** Everything that is not in the ledger: people, products, recipients, bank details, notes on orders. */
export async function insertDemoRows(
  tx: Tx,
  history: DemoHistory,
  passwordHash: string,
): Promise<void> {
  await tx.updateTable("shop_setting").set(demoShop).execute();
  await tx.insertInto("product").values(productRows()).execute();
  await tx.insertInto("testimonial").values(demoTestimonials).execute();
  await tx.insertInto("account").values(accountRows(history, passwordHash)).execute();
  await tx.insertInto("bank_detail").values(bankRows(history)).execute();
  if (history.placed.length > 0) {
    await tx.insertInto("address").values(addressRows(history)).execute();
    await tx.insertInto("order_detail").values(orderRows(history)).execute();
  }
  await tx.insertInto("audit_entry").values(signInRows(history)).execute();
}

const demoShop: Updateable<ShopTables["shop_setting"]> = {
  shop_name: "Rhizo Shop (Pty) Ltd",
  shop_address: "1 Demo Street\nGardens\nCape Town\n8001",
  vat_no: "4000000000",
  company_no: "2020/000000/07",
  bank_name: "Demo Bank",
  bank_account_name: "Rhizo Shop (Pty) Ltd",
  bank_account_type: "Business account",
  bank_account_number: "62000000000",
  bank_branch_code: "250655",
  whatsapp_url: "https://wa.me/27000000000",
  facebook_url: "https://www.facebook.com/",
  instagram_url: "https://www.instagram.com/",
};

function productRows(): Insertable<ShopTables["product"]>[] {
  return demoProducts.map((product) => ({
    id: product.id,
    name: product.name,
    description: product.description,
    price: product.price,
    original_price: product.originalPrice,
    image_id: null,
    product_code: product.productCode,
    product_group: product.productGroup,
    weight_in_grams: product.weightInGrams,
    dimensions: product.dimensions,
    out_of_stock: product.outOfStock,
    out_of_stock_button: product.outOfStock ? "Back soon" : "",
    out_of_stock_message: product.outOfStock ? "We expect more within two weeks." : "",
  }));
}

function addressRows({ addresses, time }: DemoHistory): Insertable<ShopTables["address"]>[] {
  return addresses.map((address) => ({
    id: address.id,
    owner_id: address.ownerId,
    guest_id: address.guestId,
    recipient_first_name: address.recipientFirstName,
    recipient_last_name: address.recipientLastName,
    recipient_cell: address.recipientCell,
    recipient_email: address.recipientEmail,
    business_or_residential: address.businessOrResidential,
    street_address: address.streetAddress,
    complex_building: null,
    suburb: address.suburb,
    town: address.town,
    province: address.province,
    postal_code: address.postalCode,
    place_id: address.placeId,
    latitude: address.latitude,
    longitude: address.longitude,
    deleted_at: address.isOfOrderAlone ? new Date(time.end).toISOString() : null,
  }));
}

/** Every distributor can ask for a payout at once. */
function bankRows({ people }: DemoHistory): Insertable<ShopTables["bank_detail"]>[] {
  return people
    .filter(({ role }) => role === "distributor")
    .map(({ id, firstName, lastName }, index) => ({
      user_id: id,
      bank_name: banks[index % banks.length] ?? banks[0],
      account_name: `${firstName} ${lastName}`,
      account_number: `9900${String(id).padStart(6, "0")}`,
      branch_code: "990099",
      cheque_or_savings: index % 4 === 0 ? "Savings" : "Cheque",
      notes: null,
    }));
}

function orderRows({
  placed,
  addresses,
  books,
}: DemoHistory): Insertable<ShopTables["order_detail"]>[] {
  const guestOf = new Map(addresses.map(({ id, guestId }) => [id, guestId]));
  return placed.map(({ orderId, addressId }, index) => ({
    order_id: orderId,
    guest_id: guestOf.get(addressId) ?? null,
    card_environment: "local",
    delivery_notes: index % 9 === 0 ? "Please ring at the gate" : "",
    ...placedAt(books.orders.get(orderId)?.placedAt),
  }));
}

function placedAt(at: string | undefined): { created_at?: string } {
  return at === undefined ? {} : { created_at: at };
}
