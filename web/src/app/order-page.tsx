import { OrderHero, shopOpensWith } from "../features/sales/orders/order-hero.tsx";
import { ShopOrder } from "./shop-order.tsx";

/** The shop's first page. */
export function OrderPage() {
  return <ShopOrder Opening={OrderHero} opensWith={shopOpensWith} />;
}
