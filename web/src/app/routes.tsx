import { articlePaths } from "@portal/shared/platform/constants.ts";
import { isOfficePath } from "@portal/shared/platform/office-paths.ts";
import type { ComponentType } from "react";
import { Route, Switch, useLocation } from "wouter";
import { Boundary, Page } from "./page.tsx";
import * as screens from "./screens.ts";
import { ShopFrame } from "./shop-frame.tsx";

const shopRoutes: readonly { path: string; Screen: ComponentType }[] = [
  { path: "/products/:slug", Screen: screens.ProductPage },
  { path: "/orders/pay/:uuid", Screen: screens.PayPages },
  { path: "/orders/pay/:uuid/payfast-success", Screen: screens.PayPages },
  { path: "/orders/pay/:uuid/stripe-success", Screen: screens.PayPages },
  { path: "/login", Screen: screens.LoginScreen },
  { path: "/sign-up", Screen: screens.SignUpScreen },
  { path: "/shop/my-account", Screen: screens.MyAccountPage },
  { path: "/contact-us", Screen: screens.ContactScreen },
  ...articlePaths.map((path) => ({ path, Screen: screens.ArticlePages })),
];

/** The pages that one document has at once, and the other loads where they are opened. */
export type Pages = Readonly<{ OrderPage: ComponentType; OfficePages: ComponentType }>;

/** Every address of the client; any other shows the page for unknown addresses. */
export function Routes({ OrderPage, OfficePages }: Pages) {
  const [path] = useLocation();
  if (isOfficePath(path))
    return (
      <Boundary>
        <OfficePages />
      </Boundary>
    );

  return (
    <ShopFrame>
      <Page>
        <Switch>
          <Route path="/">
            <OrderPage />
          </Route>
          <Route path="/via/:code">
            <OrderPage />
          </Route>
          {shopRoutes.map(({ path: pattern, Screen }) => (
            <Route key={pattern} path={pattern}>
              <Screen />
            </Route>
          ))}
          <Route>
            <screens.OtherPages />
          </Route>
        </Switch>
      </Page>
    </ShopFrame>
  );
}
