import type { Role } from "@portal/shared/platform/roles.ts";
import type { ComponentType } from "react";
import { Redirect, useLocation, useSearch } from "wouter";
import { pathBeforeAnyOther, signInPath } from "../session/paths.ts";
import { useSession } from "../session/session.tsx";
import { Failure, Loading } from "../ui/feedback.tsx";
import { NotFoundScreen, Page, PageColumn } from "./page.tsx";
import * as screens from "./office-screens.ts";
import { ShopFrame } from "./shop-frame.tsx";

type Screen = ComponentType;

/** Every address behind a sign-in, and for whom it is. */
export const officeRoutes: Readonly<Record<string, { role: Role; Screen: Screen }>> = {
  "/distributor/landing": { role: "distributor", Screen: screens.LandingScreen },
  "/distributor/my-network": { role: "distributor", Screen: screens.MyNetworkScreen },
  "/distributor/my-wallet": { role: "distributor", Screen: screens.WalletScreen },
  "/distributor/my-statements": { role: "distributor", Screen: screens.MyStatementsScreen },
  "/distributor/my-address-book": { role: "distributor", Screen: screens.AddressBookScreen },
  "/distributor/my-orders": { role: "distributor", Screen: screens.MyOrdersScreen },
  "/distributor/create-order": { role: "distributor", Screen: screens.CreateOrderPage },
  "/distributor/training-videos": { role: "distributor", Screen: screens.TrainingVideosScreen },
  "/distributor/documents": { role: "distributor", Screen: screens.DocumentsScreen },
  "/distributor/my-profile": { role: "distributor", Screen: screens.ProfilePage },
  "/stockist/landing": { role: "stockist", Screen: screens.LandingScreen },
  "/stockist/my-address-book": { role: "stockist", Screen: screens.AddressBookScreen },
  "/stockist/my-orders": { role: "stockist", Screen: screens.MyOrdersScreen },
  "/stockist/create-order": { role: "stockist", Screen: screens.CreateOrderPage },
  "/stockist/training-videos": { role: "stockist", Screen: screens.TrainingVideosScreen },
  "/stockist/my-profile": { role: "stockist", Screen: screens.ProfilePage },
  "/admin": { role: "admin", Screen: screens.DashboardScreen },
  "/admin/users": { role: "admin", Screen: screens.UsersScreen },
  "/admin/distributors": { role: "admin", Screen: screens.DistributorsScreen },
  "/admin/distributor-activity": { role: "admin", Screen: screens.UserActivityScreen },
  "/admin/sales-report": { role: "admin", Screen: screens.SalesReportScreen },
  "/admin/sales-graph": { role: "admin", Screen: screens.SalesGraphScreen },
  "/admin/orders": { role: "admin", Screen: screens.OrdersScreen },
  "/admin/bank-payments": { role: "admin", Screen: screens.BankLinesScreen },
  "/admin/card-notifications": { role: "admin", Screen: screens.NotificationsScreen },
  "/admin/card-match": { role: "admin", Screen: screens.CardMatchScreen },
  "/admin/commission-plan": { role: "admin", Screen: screens.CommissionPlanScreen },
  "/admin/payout-batches": { role: "admin", Screen: screens.PayoutBatchesScreen },
  "/admin/payout-editor": { role: "admin", Screen: screens.PayoutEditorScreen },
  "/admin/payout-requests": { role: "admin", Screen: screens.PayoutsScreen },
  "/admin/entry-questions": { role: "admin", Screen: screens.EntryQuestionsScreen },
  "/admin/statements": { role: "admin", Screen: screens.StatementsScreen },
  "/admin/decisions": { role: "admin", Screen: screens.DecisionsScreen },
  "/admin/contact-messages": { role: "admin", Screen: screens.ContactMessagesScreen },
  "/admin/marketing-material": { role: "admin", Screen: screens.MarketingMaterialScreen },
  "/admin/edit/email-copy": { role: "admin", Screen: screens.EmailCopyScreen },
  "/admin/edit/site-copy": { role: "admin", Screen: screens.SiteCopyScreen },
  "/admin/edit/products": { role: "admin", Screen: screens.ProductsScreen },
  "/admin/edit/testimonials": { role: "admin", Screen: screens.TestimonialsScreen },
  "/admin/edit/rhizo-config": { role: "admin", Screen: screens.ShopSettingsScreen },
  "/admin/sent-emails": { role: "admin", Screen: screens.SentEmailsScreen },
  "/admin/ledger-health": { role: "admin", Screen: screens.LedgerHealthScreen },
  "/system/app-log-viewer": { role: "admin", Screen: screens.AppLogScreen },
  "/admin/audit": { role: "admin", Screen: screens.AuditScreen },
  "/admin/my-profile": { role: "admin", Screen: screens.ProfilePage },
};

/** Everything behind a sign-in; its list of addresses is no burden of the shop's first page. */
export function OfficePages() {
  const [path] = useLocation();
  const office = officeRoutes[path];
  if (office) return <OfficePage {...office} />;
  return (
    <ShopFrame>
      <Page>
        <NotFoundScreen />
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
          <screens.ForbiddenScreen role={session.user.role} needed={role} />
        </Page>
      </ShopFrame>
    );
  }
  const first = pathBeforeAnyOther(session.user, path);
  if (first) return <Redirect to={first} replace />;
  return (
    <Page>
      <screens.OfficeFrame user={session.user}>
        <Page>
          <Screen />
        </Page>
      </screens.OfficeFrame>
    </Page>
  );
}
