import {
  IconActivity,
  IconBook2,
  IconBottle,
  IconBuildingBank,
  IconCalendarCheck,
  IconCashBanknote,
  IconCashEdit,
  IconChartBar,
  IconCreditCard,
  IconFileInvoice,
  IconHeartbeat,
  IconHelpCircle,
  IconHistory,
  IconHome,
  IconInbox,
  IconMail,
  IconMailForward,
  IconMessage2,
  IconPercentage,
  IconPhoto,
  IconQuote,
  IconReceipt2,
  IconReportAnalytics,
  IconSettings,
  IconShoppingBag,
  IconSitemap,
  IconTerminal2,
  IconUser,
  IconUserCheck,
  IconUsers,
  IconWriting,
} from "@tabler/icons-react";
import { askForDashboard } from "../features/office/dashboard/dashboard-queries.ts";
import { askForUsers } from "../features/people/users/user-filters.ts";
import { askForOrders } from "../features/sales/orders/orders-queries.ts";
import { idParam } from "../ui/list/list-controls.tsx";
import { entry, screensOf } from "./navigation.ts";

/** Every address of the office, read by routes, menu, search and the journeys that check each page. */
export const officeScreens = screensOf("admin", [
  {
    path: "/admin",
    menu: entry("Overview", "Dashboard", IconHome, "dashboard.get"),
    load: async () =>
      (await import("../features/office/dashboard/dashboard-screen.tsx")).DashboardScreen,
    start: askForDashboard,
  },
  {
    path: "/admin/decisions",
    menu: entry("Overview", "Decisions", IconUserCheck, "proposals.list"),
    load: async () =>
      (await import("../features/office/proposals/decisions-screen.tsx")).DecisionsScreen,
  },
  {
    path: "/admin/users",
    menu: entry("People", "Users", IconUsers, "users.list"),
    load: async () => (await import("../features/people/users/users-screen.tsx")).UsersScreen,
    start: askForUsers,
  },
  {
    path: "/admin/people/:id",
    needs: "people.get",
    load: async () => (await import("./person-page.tsx")).PersonPage,
    start: (ask, params, { id }) => {
      if (idParam(id ?? null) === null) return;
      void ask.people.get.prefetch({ id: Number(id) });
      if (!params.has("tab")) void ask.users.byId.prefetch({ id: Number(id) });
    },
  },
  {
    path: "/admin/users/:id",
    needs: "people.get",
    load: async () => (await import("./person-page.tsx")).OlderPersonPage,
  },
  {
    path: "/admin/distributors",
    menu: entry("People", "Distributors", IconSitemap, "network.tree"),
    load: async () =>
      (await import("../features/network/members/distributors-screen.tsx")).DistributorsScreen,
  },
  {
    path: "/admin/distributor-activity",
    menu: entry("People", "User Activity", IconActivity, "reports.activity"),
    load: async () =>
      (await import("../features/office/activity/user-activity-screen.tsx")).UserActivityScreen,
  },
  {
    path: "/admin/orders",
    menu: entry("Sales", "Orders", IconShoppingBag, "orders.list"),
    load: async () => (await import("../features/sales/orders/orders-screen.tsx")).OrdersScreen,
    start: askForOrders,
  },
  {
    path: "/admin/sales-report",
    menu: entry("Sales", "Sales report", IconReportAnalytics, "reports.sales"),
    load: async () =>
      (await import("../features/office/reports/sales-report-screen.tsx")).SalesReportScreen,
  },
  {
    path: "/admin/sales-graph",
    menu: entry("Sales", "Sales graph", IconChartBar, "reports.salesGraph"),
    load: async () =>
      (await import("../features/office/reports/sales-graph-screen.tsx")).SalesGraphScreen,
  },
  {
    path: "/admin/bank-payments",
    menu: entry("Payments", "Bank payments", IconBuildingBank, "bankLines.list"),
    load: async () =>
      (await import("../features/sales/bank-lines/bank-lines-screen.tsx")).BankLinesScreen,
  },
  {
    path: "/admin/outgoing-payments",
    menu: entry("Payments", "Outgoing payments", IconBuildingBank, "bankDebits.list"),
    load: async () =>
      (await import("../features/sales/bank-lines/bank-debits-screen.tsx")).BankDebitsScreen,
  },
  {
    path: "/admin/card-notifications",
    menu: entry("Payments", "Card notifications", IconInbox, "notifications.list"),
    load: async () =>
      (await import("../features/sales/notifications/notifications-screen.tsx"))
        .NotificationsScreen,
  },
  {
    path: "/admin/card-match",
    menu: entry("Payments", "Card reconciliation", IconCreditCard, "cardMatch.list"),
    load: async () =>
      (await import("../features/sales/card-settlements/card-match-screen.tsx")).CardMatchScreen,
  },
  {
    path: "/admin/commission-plan",
    menu: entry("Commission", "Commission plan", IconPercentage, "commissionPlan.list"),
    load: async () =>
      (await import("../features/network/commissions/commission-plan-screen.tsx"))
        .CommissionPlanScreen,
  },
  {
    path: "/admin/payout-requests",
    menu: entry("Commission", "Payout requests", IconCashBanknote, "payouts.list"),
    load: async () => (await import("../features/money/payouts/payouts-screen.tsx")).PayoutsScreen,
  },
  {
    path: "/admin/payout-batches",
    menu: entry("Commission", "Payout batches", IconReceipt2, "payoutBatches.list"),
    load: async () => (await import("../features/money/payouts/batches-screen.tsx")).BatchesScreen,
  },
  {
    path: "/admin/entry-questions",
    menu: entry("Commission", "Commission questions", IconHelpCircle, "wallet.questions"),
    load: async () =>
      (await import("../features/money/wallets/entry-questions-screen.tsx")).EntryQuestionsScreen,
  },
  {
    path: "/admin/accounting",
    menu: entry("Accounting", "Books", IconBook2, "books.journals"),
    load: async () =>
      (await import("../features/money/books/accounting-screen.tsx")).AccountingScreen,
  },
  {
    path: "/admin/statements",
    menu: entry("Accounting", "Statements", IconFileInvoice, "statements.closings"),
    load: async () =>
      (await import("../features/money/statements/statements-screen.tsx")).StatementsScreen,
  },
  {
    path: "/admin/month-end",
    menu: entry("Accounting", "Month end", IconCalendarCheck, "monthEnd.get"),
    load: async () =>
      (await import("../features/office/month-end/month-end-screen.tsx")).MonthEndScreen,
  },
  {
    path: "/admin/marketing-material",
    menu: entry("Content", "Marketing material", IconPhoto, "uploads.list"),
    load: async () =>
      (await import("../features/office/uploads/marketing-material-screen.tsx"))
        .MarketingMaterialScreen,
  },
  {
    path: "/admin/edit/email-copy",
    menu: entry("Content", "Email copy", IconMail, "emailCopy.list"),
    load: async () =>
      (await import("../features/office/email-copy/email-copy-screen.tsx")).EmailCopyScreen,
  },
  {
    path: "/admin/edit/site-copy",
    menu: entry("Content", "Site copy", IconWriting, "content.set"),
    load: async () =>
      (await import("../features/office/content/site-copy-screen.tsx")).SiteCopyScreen,
  },
  {
    path: "/admin/edit/products",
    menu: entry("Content", "Products", IconBottle, "products.list"),
    load: async () =>
      (await import("../features/catalogue/products/products-screen.tsx")).ProductsScreen,
  },
  {
    path: "/admin/edit/testimonials",
    menu: entry("Content", "Testimonials", IconQuote, "testimonials.list"),
    load: async () =>
      (await import("../features/office/testimonials/testimonials-screen.tsx")).TestimonialsScreen,
  },
  {
    path: "/admin/edit/rhizo-config",
    menu: entry("Content", "Other Settings", IconSettings, "settings.get"),
    load: async () =>
      (await import("../features/catalogue/shop-settings/shop-settings-screen.tsx"))
        .ShopSettingsScreen,
  },
  {
    path: "/admin/contact-messages",
    menu: entry("Messages", "Contact messages", IconMessage2, "contact.list"),
    load: async () =>
      (await import("../features/office/contact/contact-messages-screen.tsx"))
        .ContactMessagesScreen,
  },
  {
    path: "/admin/sent-emails",
    menu: entry("Messages", "Sent emails", IconMailForward, "system.sentEmails"),
    load: async () =>
      (await import("../features/platform/messages/sent-emails-screen.tsx")).SentEmailsScreen,
  },
  {
    path: "/admin/ledger-health",
    menu: entry("System", "Ledger health", IconHeartbeat, "ledgerHealth.get"),
    load: async () =>
      (await import("../features/office/ledger-health/ledger-health-screen.tsx"))
        .LedgerHealthScreen,
  },
  {
    path: "/admin/audit",
    menu: entry("System", "Audit log", IconHistory, "audit.list"),
    load: async () => (await import("../features/platform/audit/audit-screen.tsx")).AuditScreen,
  },
  {
    path: "/system/app-log-viewer",
    menu: entry("System", "App log viewer", IconTerminal2, "system.logs"),
    load: async () => (await import("../features/office/app-log/app-log-screen.tsx")).AppLogScreen,
  },
  {
    path: "/admin/payout-editor",
    menu: entry("Developer", "Payment Requests", IconCashEdit, "payouts.requestsOf"),
    load: async () =>
      (await import("../features/money/payouts/payout-editor-screen.tsx")).PayoutEditorScreen,
  },
  {
    path: "/admin/my-profile",
    menu: entry("Account", "My profile", IconUser, "profile.get"),
    load: async () =>
      (await import("../features/people/accounts/profile-sections.tsx")).ProfileSections,
  },
]);
