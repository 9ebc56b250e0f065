import type { Role } from "@portal/shared/roles.ts";
import { type ComponentType, lazy, Suspense } from "react";
import { Redirect, Route, Switch, useLocation, useSearch } from "wouter";
import { signInPath } from "../session/return-path.ts";
import { useSession } from "../session/session.tsx";
import { Failure } from "../ui/failure.tsx";
import { Loading } from "../ui/loading.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { NotFoundScreen } from "./not-found-screen.tsx";
import { OrderPage } from "./order-page.tsx";
import { ShopFrame } from "./shop-frame.tsx";

type Screen = ComponentType;

const PayScreen = lazy(async () => ({
  default: (await import("../features/payments/pay-screen.tsx")).PayScreen,
}));
const PaymentResultScreen = lazy(async () => ({
  default: (await import("../features/payments/payment-result-screen.tsx")).PaymentResultScreen,
}));
const LoginScreen = lazy(async () => ({
  default: (await import("../features/accounts/login-screen.tsx")).LoginScreen,
}));
const ForbiddenScreen = lazy(async () => ({
  default: (await import("./forbidden-screen.tsx")).ForbiddenScreen,
}));
const OfficeFrame = lazy(async () => ({
  default: (await import("./office-frame.tsx")).OfficeFrame,
}));
const MyOrdersScreen = lazy(async () => ({
  default: (await import("../features/orders/my-orders-screen.tsx")).MyOrdersScreen,
}));
const WalletScreen = lazy(async () => ({
  default: (await import("../features/wallets/wallet-screen.tsx")).WalletScreen,
}));
const ProfilePage = lazy(async () => ({
  default: (await import("./profile-page.tsx")).ProfilePage,
}));
const OrdersScreen = lazy(async () => ({
  default: (await import("../features/orders/orders-screen.tsx")).OrdersScreen,
}));
const PayoutsScreen = lazy(async () => ({
  default: (await import("../features/payouts/payouts-screen.tsx")).PayoutsScreen,
}));

const shopRoutes: readonly { path: string; Screen: Screen }[] = [
  { path: "/", Screen: OrderPage },
  { path: "/via/:code", Screen: OrderPage },
  { path: "/orders/pay/:uuid", Screen: PayScreen },
  { path: "/orders/pay/:uuid/payfast-success", Screen: PaymentResultScreen },
  { path: "/login", Screen: LoginScreen },
];

const officeRoutes: Readonly<Record<string, { role: Role; Screen: Screen }>> = {
  "/distributor/my-wallet": { role: "distributor", Screen: WalletScreen },
  "/distributor/my-orders": { role: "distributor", Screen: MyOrdersScreen },
  "/distributor/my-profile": { role: "distributor", Screen: ProfilePage },
  "/stockist/my-orders": { role: "stockist", Screen: MyOrdersScreen },
  "/admin/orders": { role: "admin", Screen: OrdersScreen },
  "/admin/payout-requests": { role: "admin", Screen: PayoutsScreen },
};

/** Every address of the client. What is not here is told so, with a way on. */
export function Routes() {
  const [path] = useLocation();
  const office = officeRoutes[path];
  if (office) return <OfficePage {...office} />;

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

/** Nobody, somebody else, or the person that the page is for. */
function OfficePage(props: { role: Role; Screen: Screen }) {
  const { role, Screen } = props;
  const session = useSession();
  const [path] = useLocation();
  const search = useSearch();

  if (session.state === "guest")
    return <Redirect to={signInPath(search ? `${path}?${search}` : path)} replace />;
  if (session.state === "unknown") {
    return (
      <ShopFrame>
        <PageColumn>
          {session.error ? (
            <Failure what="your account" error={session.error} onRetry={session.retry} />
          ) : (
            <Loading what="your account" />
          )}
        </PageColumn>
      </ShopFrame>
    );
  }
  if (session.user.role !== role) {
    return (
      <ShopFrame>
        <Page>
          <ForbiddenScreen role={session.user.role} needed={role} />
        </Page>
      </ShopFrame>
    );
  }
  return (
    <Page>
      <OfficeFrame user={session.user}>
        <Page>
          <Screen />
        </Page>
      </OfficeFrame>
    </Page>
  );
}

/** A page whose code is still on its way keeps the frame around it; one that breaks says so in it. */
function Page(props: { children: React.ReactNode }) {
  const [path] = useLocation();
  return (
    <ErrorBoundary key={path}>
      <Suspense
        fallback={
          <PageColumn>
            <Loading what="the page" />
          </PageColumn>
        }
      >
        {props.children}
      </Suspense>
    </ErrorBoundary>
  );
}

function PageColumn(props: { children: React.ReactNode }) {
  return (
    <div style={{ maxWidth: 992, margin: "0 auto", padding: "32px 16px 72px" }}>
      {props.children}
    </div>
  );
}
