import { isOfficePath } from "@portal/shared/platform/office-paths.ts";
import { type ComponentType, Suspense } from "react";
import { Route, Switch, useLocation } from "wouter";
import { api } from "../api/api.ts";
import { RecipientPicker } from "../features/people/addresses/recipient-picker.tsx";
import { OrderFormScreen } from "../features/sales/orders/order-form-screen.tsx";
import { LegalLine, OrderHero, shopOpensWith } from "../features/sales/orders/order-hero.tsx";
import { handOverPath } from "../session/paths.ts";
import { useSession } from "../session/session.tsx";
import { LazyOnVisible } from "../ui/lazy-on-visible.tsx";
import { Boundary, NotFoundScreen, Page } from "./page.tsx";
import * as screens from "./screens.ts";
import { GuestOffer, OfficeRedirect, PaymentResultScreen, ShownTestimonials } from "./screens.ts";
import { ShopFrame } from "./shop-frame.tsx";

/** The shop's order form; distributors and stockists are redirected to the portal. */
export function OrderPage() {
  const session = useSession();
  if (session.state === "signed-in") {
    const { role } = session.user;
    if (role === "distributor" || role === "stockist")
      return <OfficeRedirect user={session.user} />;
  }
  return (
    <OrderFormScreen
      Opening={OrderHero}
      opensWith={shopOpensWith}
      Recipients={RecipientPicker}
      GuestOffer={GuestOffer}
    >
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

function PaymentResultPage() {
  return <PaymentResultScreen GuestOffer={GuestOffer} />;
}

const shopRoutes: readonly { path: string; Screen: ComponentType }[] = [
  { path: "/", Screen: OrderPage },
  { path: "/via/:code", Screen: OrderPage },
  { path: "/orders/pay/:uuid", Screen: screens.PayPage },
  { path: "/orders/pay/:uuid/payfast-success", Screen: PaymentResultPage },
  { path: "/login", Screen: screens.LoginScreen },
  { path: "/sign-up", Screen: screens.SignUpScreen },
  { path: "/forgot-password", Screen: screens.ForgotPasswordScreen },
  { path: "/forgot-password/sent", Screen: screens.ForgotPasswordSentScreen },
  { path: "/set-password", Screen: screens.SetPasswordScreen },
  { path: "/set-up-sign-in", Screen: screens.SetUpSignInScreen },
  { path: "/unlock-account", Screen: screens.UnlockAccountScreen },
  { path: "/lost-sign-in", Screen: screens.LostSignInScreen },
  { path: "/confirm-email", Screen: screens.ConfirmEmailScreen },
  { path: handOverPath, Screen: screens.HandOverScreen },
  { path: "/not-me", Screen: screens.NotMeScreen },
  { path: "/invitation", Screen: screens.InvitationScreen },
  { path: "/decline", Screen: screens.DeclineScreen },
  { path: "/shop/my-account", Screen: screens.MyAccountPage },
  { path: "/contact-us", Screen: screens.ContactScreen },
  { path: "/privacy-policy", Screen: screens.PrivacyPolicyScreen },
  { path: "/returns-policy", Screen: screens.ReturnsPolicyScreen },
  { path: "/shipping-info", Screen: screens.ShippingInfoScreen },
  { path: "/accessibility", Screen: screens.AccessibilityScreen },
];

/** Every address of the client; any other shows the page for unknown addresses. */
export function Routes() {
  const [path] = useLocation();
  if (isOfficePath(path))
    return (
      <Boundary>
        <screens.OfficePages />
      </Boundary>
    );

  return (
    <ShopFrame>
      <Page>
        <Switch>
          {shopRoutes.map(({ path: pattern, Screen }) => (
            <Route key={pattern} path={pattern}>
              <Screen />
            </Route>
          ))}
          <Route>
            <NotFoundScreen />
          </Route>
        </Switch>
      </Page>
    </ShopFrame>
  );
}
