import { type ComponentProps, Suspense } from "react";
import { api } from "../api/api.ts";
import { OrderFormScreen } from "../features/sales/orders/order-form-screen.tsx";
import { LegalLine } from "../features/sales/orders/order-hero.tsx";
import { useSession } from "../session/session.tsx";
import { LazyOnVisible } from "../ui/lazy-on-visible.tsx";
import { OfficeRedirect, ShownTestimonials } from "./shop-parts.ts";

/** The order form of the shop; distributors and stockists are redirected to the portal. */
export function ShopOrder(
  opening: Pick<ComponentProps<typeof OrderFormScreen>, "Opening" | "opensWith">,
) {
  const session = useSession();
  if (session.state === "signed-in") {
    const { role } = session.user;
    if (role === "distributor" || role === "stockist")
      return <OfficeRedirect user={session.user} />;
  }
  return (
    <OrderFormScreen {...opening}>
      <WhatPeopleSay />
      <LegalLine />
    </OrderFormScreen>
  );
}

/** Rendered after the products have loaded: before, the page is so short that `LazyOnVisible` would load it at once. */
function WhatPeopleSay() {
  const { data } = api.catalog.products.useQuery(undefined, { staleTime: 60_000 });
  return data ? (
    <LazyOnVisible>
      <Suspense>
        <ShownTestimonials />
      </Suspense>
    </LazyOnVisible>
  ) : null;
}
