import { Suspense } from "react";
import { api } from "../api/api.ts";
import { RecipientPicker } from "../features/people/addresses/recipient-picker.tsx";
import { OrderFormScreen } from "../features/sales/orders/order-form-screen.tsx";
import { OrderHero } from "../features/sales/orders/order-hero.tsx";
import { useSession } from "../session/session.tsx";
import { LazyOnVisible } from "../ui/lazy-on-visible.tsx";
import { GuestOffer, OfficeRedirect, ShownTestimonials } from "./screens.ts";

/** The shop's order form; distributors and stockists are shown the way to the office portal instead. */
export function OrderPage() {
  const session = useSession();
  if (session.state === "signed-in") {
    const { role } = session.user;
    if (role === "distributor" || role === "stockist")
      return <OfficeRedirect user={session.user} />;
  }
  return (
    <OrderFormScreen Opening={OrderHero} Recipients={RecipientPicker} GuestOffer={GuestOffer}>
      <WhatPeopleSay />
    </OrderFormScreen>
  );
}

/** Not before the products are there: until then the page is so short that its end is near to everybody. */
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
