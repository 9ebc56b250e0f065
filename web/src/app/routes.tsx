import type { ComponentType } from "react";
import { Route, Switch, useLocation } from "wouter";
import { NotFoundScreen } from "./not-found-screen.tsx";
import { Page } from "./page.tsx";
import { OrderPage } from "./order-page.tsx";
import { PaymentResultPage } from "./payment-result-page.tsx";
import * as screens from "./screens.ts";
import { ShopFrame } from "./shop-frame.tsx";

type Screen = ComponentType;

const shopRoutes: readonly { path: string; Screen: Screen }[] = [
  { path: "/", Screen: OrderPage },
  { path: "/via/:code", Screen: OrderPage },
  { path: "/orders/pay/:uuid", Screen: screens.PayScreen },
  { path: "/orders/pay/:uuid/payfast-success", Screen: PaymentResultPage },
  { path: "/login", Screen: screens.LoginScreen },
  { path: "/sign-up", Screen: screens.SignUpScreen },
  { path: "/forgot-password", Screen: screens.ForgotPasswordScreen },
  { path: "/forgot-password/sent", Screen: screens.ForgotPasswordSentScreen },
  { path: "/set-password", Screen: screens.SetPasswordScreen },
  { path: "/confirm-email", Screen: screens.ConfirmEmailScreen },
  { path: "/invitation", Screen: screens.InvitationScreen },
  { path: "/shop/my-account", Screen: screens.MyAccountPage },
  { path: "/contact-us", Screen: screens.ContactScreen },
  { path: "/privacy-policy", Screen: screens.PrivacyPolicyScreen },
  { path: "/returns-policy", Screen: screens.ReturnsPolicyScreen },
  { path: "/shipping-info", Screen: screens.ShippingInfoScreen },
  { path: "/accessibility", Screen: screens.AccessibilityScreen },
];

/** Where members and the office work. */
const officePath = /^\/(?:admin|distributor|stockist|system)(?:\/|$)/;

/** Every address of the client. What is not here is told so, with a way on. */
export function Routes() {
  const [path] = useLocation();
  if (officePath.test(path)) {
    return (
      <Page>
        <screens.OfficePages />
      </Page>
    );
  }

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
