import type { Procedure } from "@portal/shared/platform/permissions.ts";
import type { Role } from "@portal/shared/platform/roles.ts";
import { type ComponentType, lazy } from "react";

export type OfficeScreen = Readonly<{
  path: string;
  /** For whom it is; everybody else is told so. */
  role: Role;
  /** Where it stands in the menu, in the order of this table; a screen without one is led to by others. */
  menu?: Readonly<{
    group: string;
    label: string;
    /** The call that it cannot do without: who may not call it does not see it. */
    needs: Procedure;
    /** Only for distributors whose version index is this one. */
    ofVersion?: number;
  }>;
  /** Its code is a file of its own that comes when it is opened. */
  Screen: ComponentType;
}>;

const LandingScreen = lazy(async () => ({
  default: (await import("../features/people/accounts/landing-screen.tsx")).LandingScreen,
}));
const AddressBookScreen = lazy(async () => ({
  default: (await import("../features/people/addresses/address-book-screen.tsx")).AddressBookScreen,
}));
const MyOrdersScreen = lazy(async () => ({
  default: (await import("../features/sales/orders/my-orders-screen.tsx")).MyOrdersScreen,
}));
const CreateOrderPage = lazy(async () => ({
  default: (await import("./create-order-page.tsx")).CreateOrderPage,
}));
const TrainingVideosScreen = lazy(async () => ({
  default: (await import("../features/office/uploads/training-videos-screen.tsx"))
    .TrainingVideosScreen,
}));
const ProfilePage = lazy(async () => ({
  default: (await import("./profile-page.tsx")).ProfilePage,
}));

/** Every address behind a sign-in: routes, menus, the command palette and the journeys that look at each page read it. */
export const officeScreens: readonly OfficeScreen[] = [
  {
    path: "/distributor/landing",
    role: "distributor",
    Screen: LandingScreen,
  },
  {
    path: "/distributor/my-network",
    role: "distributor",
    menu: { group: "People", label: "My network", needs: "network.tree" },
    Screen: lazy(async () => ({ default: (await import("./my-network-page.tsx")).MyNetworkPage })),
  },
  {
    path: "/distributor/my-wallet",
    role: "distributor",
    menu: { group: "Money", label: "My wallet", needs: "wallet.mine" },
    Screen: lazy(async () => ({
      default: (await import("../features/money/wallets/wallet-screen.tsx")).WalletScreen,
    })),
  },
  {
    path: "/distributor/my-statements",
    role: "distributor",
    menu: { group: "Money", label: "My statements", needs: "statements.months" },
    Screen: lazy(async () => ({
      default: (await import("../features/money/statements/my-statements-screen.tsx"))
        .MyStatementsScreen,
    })),
  },
  {
    path: "/distributor/my-address-book",
    role: "distributor",
    menu: { group: "Sell", label: "My address book", needs: "addresses.list" },
    Screen: AddressBookScreen,
  },
  {
    path: "/distributor/my-orders",
    role: "distributor",
    menu: { group: "Sell", label: "My orders", needs: "orders.mine" },
    Screen: MyOrdersScreen,
  },
  {
    path: "/distributor/create-order",
    role: "distributor",
    menu: { group: "Sell", label: "Create order", needs: "orders.save", ofVersion: 0 },
    Screen: CreateOrderPage,
  },
  {
    path: "/distributor/training-videos",
    role: "distributor",
    menu: { group: "Learn", label: "Training videos", needs: "uploads.list" },
    Screen: TrainingVideosScreen,
  },
  {
    path: "/distributor/documents",
    role: "distributor",
    menu: { group: "Learn", label: "Documents", needs: "uploads.list" },
    Screen: lazy(async () => ({
      default: (await import("../features/office/uploads/documents-screen.tsx")).DocumentsScreen,
    })),
  },
  {
    path: "/distributor/my-profile",
    role: "distributor",
    menu: { group: "You", label: "My profile", needs: "profile.get" },
    Screen: ProfilePage,
  },
  {
    path: "/stockist/landing",
    role: "stockist",
    Screen: LandingScreen,
  },
  {
    path: "/stockist/my-address-book",
    role: "stockist",
    menu: { group: "Sell", label: "My address book", needs: "addresses.list" },
    Screen: AddressBookScreen,
  },
  {
    path: "/stockist/my-orders",
    role: "stockist",
    menu: { group: "Sell", label: "My orders", needs: "orders.mine" },
    Screen: MyOrdersScreen,
  },
  {
    path: "/stockist/create-order",
    role: "stockist",
    menu: { group: "Sell", label: "Create order", needs: "orders.save" },
    Screen: CreateOrderPage,
  },
  {
    path: "/stockist/training-videos",
    role: "stockist",
    menu: { group: "Learn", label: "Training videos", needs: "uploads.list" },
    Screen: TrainingVideosScreen,
  },
  {
    path: "/stockist/my-profile",
    role: "stockist",
    menu: { group: "You", label: "My profile", needs: "profile.get" },
    Screen: ProfilePage,
  },
  {
    path: "/admin",
    role: "admin",
    menu: { group: "Today", label: "Dashboard", needs: "dashboard.get" },
    Screen: lazy(async () => ({
      default: (await import("../features/office/dashboard/dashboard-screen.tsx")).DashboardScreen,
    })),
  },
  {
    path: "/admin/users",
    role: "admin",
    menu: { group: "People", label: "Users", needs: "users.list" },
    Screen: lazy(async () => ({
      default: (await import("../features/people/users/users-screen.tsx")).UsersScreen,
    })),
  },
  {
    path: "/admin/distributors",
    role: "admin",
    menu: { group: "People", label: "Distributors", needs: "network.tree" },
    Screen: lazy(async () => ({
      default: (await import("../features/network/members/distributors-screen.tsx"))
        .DistributorsScreen,
    })),
  },
  {
    path: "/admin/distributor-activity",
    role: "admin",
    menu: { group: "People", label: "User Activity", needs: "reports.activity" },
    Screen: lazy(async () => ({
      default: (await import("../features/office/activity/user-activity-screen.tsx"))
        .UserActivityScreen,
    })),
  },
  {
    path: "/admin/orders",
    role: "admin",
    menu: { group: "Sell", label: "Orders", needs: "orders.list" },
    Screen: lazy(async () => ({ default: (await import("./orders-page.tsx")).OrdersPage })),
  },
  {
    path: "/admin/sales-report",
    role: "admin",
    menu: { group: "Sell", label: "Sales report", needs: "reports.sales" },
    Screen: lazy(async () => ({
      default: (await import("../features/office/reports/sales-report-screen.tsx"))
        .SalesReportScreen,
    })),
  },
  {
    path: "/admin/sales-graph",
    role: "admin",
    menu: { group: "Sell", label: "Sales graph", needs: "reports.salesGraph" },
    Screen: lazy(async () => ({
      default: (await import("../features/office/reports/sales-graph-screen.tsx")).SalesGraphScreen,
    })),
  },
  {
    path: "/admin/bank-payments",
    role: "admin",
    menu: { group: "Money", label: "Bank payments", needs: "bankLines.list" },
    Screen: lazy(async () => ({
      default: (await import("../features/sales/bank-lines/bank-lines-screen.tsx")).BankLinesScreen,
    })),
  },
  {
    path: "/admin/card-notifications",
    role: "admin",
    menu: { group: "Money", label: "Card notifications", needs: "notifications.list" },
    Screen: lazy(async () => ({
      default: (await import("../features/sales/notifications/notifications-screen.tsx"))
        .NotificationsScreen,
    })),
  },
  {
    path: "/admin/card-match",
    role: "admin",
    menu: { group: "Money", label: "Card match", needs: "cardMatch.list" },
    Screen: lazy(async () => ({
      default: (await import("../features/sales/card-settlements/card-match-screen.tsx"))
        .CardMatchScreen,
    })),
  },
  {
    path: "/admin/commission-plan",
    role: "admin",
    menu: { group: "Money", label: "Commission plan", needs: "commissionPlan.list" },
    Screen: lazy(async () => ({
      default: (await import("../features/network/commissions/commission-plan-screen.tsx"))
        .CommissionPlanScreen,
    })),
  },
  {
    path: "/admin/payout-requests",
    role: "admin",
    menu: { group: "Money", label: "Payout requests", needs: "payouts.list" },
    Screen: lazy(async () => ({
      default: (await import("../features/money/payouts/payouts-screen.tsx")).PayoutsScreen,
    })),
  },
  {
    path: "/admin/payout-batches",
    role: "admin",
    menu: { group: "Money", label: "Payment batches", needs: "payoutBatches.list" },
    Screen: lazy(async () => ({
      default: (await import("../features/money/payouts/batches-screen.tsx")).BatchesScreen,
    })),
  },
  {
    path: "/admin/statements",
    role: "admin",
    menu: { group: "Money", label: "Statements", needs: "statements.closings" },
    Screen: lazy(async () => ({
      default: (await import("../features/money/statements/statements-screen.tsx"))
        .StatementsScreen,
    })),
  },
  {
    path: "/admin/entry-questions",
    role: "admin",
    menu: { group: "Money", label: "Entry questions", needs: "wallet.questions" },
    Screen: lazy(async () => ({
      default: (await import("../features/money/wallets/entry-questions-screen.tsx"))
        .EntryQuestionsScreen,
    })),
  },
  {
    path: "/admin/marketing-material",
    role: "admin",
    menu: { group: "Content", label: "Marketing material", needs: "uploads.list" },
    Screen: lazy(async () => ({
      default: (await import("../features/office/uploads/marketing-material-screen.tsx"))
        .MarketingMaterialScreen,
    })),
  },
  {
    path: "/admin/edit/email-copy",
    role: "admin",
    menu: { group: "Content", label: "Email copy", needs: "emailCopy.list" },
    Screen: lazy(async () => ({
      default: (await import("../features/office/email-copy/email-copy-screen.tsx"))
        .EmailCopyScreen,
    })),
  },
  {
    path: "/admin/edit/site-copy",
    role: "admin",
    menu: { group: "Content", label: "Site copy", needs: "content.set" },
    Screen: lazy(async () => ({
      default: (await import("../features/office/content/site-copy-screen.tsx")).SiteCopyScreen,
    })),
  },
  {
    path: "/admin/edit/products",
    role: "admin",
    menu: { group: "Content", label: "Products", needs: "products.list" },
    Screen: lazy(async () => ({
      default: (await import("../features/catalogue/products/products-screen.tsx")).ProductsScreen,
    })),
  },
  {
    path: "/admin/edit/testimonials",
    role: "admin",
    menu: { group: "Content", label: "Testimonials", needs: "testimonials.list" },
    Screen: lazy(async () => ({
      default: (await import("../features/office/testimonials/testimonials-screen.tsx"))
        .TestimonialsScreen,
    })),
  },
  {
    path: "/admin/edit/rhizo-config",
    role: "admin",
    menu: { group: "Content", label: "Other Settings", needs: "settings.get" },
    Screen: lazy(async () => ({
      default: (await import("../features/catalogue/shop-settings/shop-settings-screen.tsx"))
        .ShopSettingsScreen,
    })),
  },
  {
    path: "/admin/decisions",
    role: "admin",
    menu: { group: "System", label: "Decisions", needs: "proposals.list" },
    Screen: lazy(async () => ({
      default: (await import("../features/office/proposals/decisions-screen.tsx")).DecisionsScreen,
    })),
  },
  {
    path: "/admin/contact-messages",
    role: "admin",
    menu: { group: "System", label: "Contact messages", needs: "contact.list" },
    Screen: lazy(async () => ({
      default: (await import("../features/office/contact/contact-messages-screen.tsx"))
        .ContactMessagesScreen,
    })),
  },
  {
    path: "/admin/sent-emails",
    role: "admin",
    menu: { group: "System", label: "Sent emails", needs: "system.sentEmails" },
    Screen: lazy(async () => ({
      default: (await import("../features/platform/messages/sent-emails-screen.tsx"))
        .SentEmailsScreen,
    })),
  },
  {
    path: "/admin/ledger-health",
    role: "admin",
    menu: { group: "System", label: "Ledger health", needs: "ledgerHealth.get" },
    Screen: lazy(async () => ({
      default: (await import("../features/office/ledger-health/ledger-health-screen.tsx"))
        .LedgerHealthScreen,
    })),
  },
  {
    path: "/admin/audit",
    role: "admin",
    menu: { group: "System", label: "Audit", needs: "audit.list" },
    Screen: lazy(async () => ({
      default: (await import("../features/platform/audit/audit-screen.tsx")).AuditScreen,
    })),
  },
  {
    path: "/system/app-log-viewer",
    role: "admin",
    menu: { group: "System", label: "App log viewer", needs: "system.logs" },
    Screen: lazy(async () => ({
      default: (await import("../features/office/app-log/app-log-screen.tsx")).AppLogScreen,
    })),
  },
  {
    path: "/admin/payout-editor",
    role: "admin",
    menu: { group: "Developer", label: "Payment Requests", needs: "payouts.requestsOf" },
    Screen: lazy(async () => ({
      default: (await import("../features/money/payouts/payout-editor-screen.tsx"))
        .PayoutEditorScreen,
    })),
  },
  {
    path: "/admin/my-profile",
    role: "admin",
    menu: { group: "You", label: "My profile", needs: "profile.get" },
    Screen: ProfilePage,
  },
];
