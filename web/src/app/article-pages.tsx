import type { articlePaths } from "@portal/shared/platform/constants.ts";
import type { ComponentType } from "react";
import { Route, Switch } from "wouter";
import { AccessibilityScreen } from "../features/office/pages/accessibility-screen.tsx";
import { PrivacyPolicyScreen } from "../features/office/pages/privacy-policy-screen.tsx";
import { ReturnsPolicyScreen } from "../features/office/pages/returns-policy-screen.tsx";
import { ShippingInfoScreen } from "../features/office/pages/shipping-info-screen.tsx";

const articles: Readonly<Record<(typeof articlePaths)[number], ComponentType>> = {
  "/privacy-policy": PrivacyPolicyScreen,
  "/returns-policy": ReturnsPolicyScreen,
  "/shipping-info": ShippingInfoScreen,
  "/accessibility": AccessibilityScreen,
};

/** The prerendered articles. */
export function ArticlePages() {
  return (
    <Switch>
      {Object.entries(articles).map(([path, Screen]) => (
        <Route key={path} path={path}>
          <Screen />
        </Route>
      ))}
    </Switch>
  );
}
