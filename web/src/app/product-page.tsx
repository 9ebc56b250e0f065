import { productIdIn } from "@portal/shared/catalogue/product-paths.ts";
import { useParams } from "wouter";
import { ProductHero } from "../features/sales/orders/product-hero.tsx";
import { ShopOrder } from "./shop-order.tsx";

/** The order form that opens with the product of the address. */
export function ProductPage() {
  const { slug } = useParams<{ slug: string }>();
  const id = productIdIn(slug);
  return <ShopOrder Opening={ProductHero} opensWith={id === null ? [] : [id]} />;
}
