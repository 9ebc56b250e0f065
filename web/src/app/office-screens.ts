import {
  IconActivity,
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
import { lazy } from "react";
import { entry, type OfficeScreen } from "./navigation.ts";

/** Every address of the office: routes, menus, the search and the journeys that look at each page read it. */
export const officeScreens: readonly OfficeScreen[] = [
  {
    path: "/admin",
    role: "admin",
    menu: entry("Overview", "Dashboard", IconHome, "dashboard.get"),
    Screen: lazy(async () => ({
      default: (await import("../features/office/dashboard/dashboard-screen.tsx")).DashboardScreen,
    })),
  },
  {
    path: "/admin/decisions",
    role: "admin",
    menu: entry("Overview", "Decisions", IconUserCheck, "proposals.list"),
    Screen: lazy(async () => ({
      default: (await import("../features/office/proposals/decisions-screen.tsx")).DecisionsScreen,
    })),
  },
  {
    path: "/admin/users",
    role: "admin",
    menu: entry("People", "Users", IconUsers, "users.list"),
    Screen: lazy(async () => ({
      default: (await import("../features/people/users/users-screen.tsx")).UsersScreen,
    })),
  },
  {
    path: "/admin/people/:id",
    role: "admin",
    Screen: lazy(async () => ({ default: (await import("./person-page.tsx")).PersonPage })),
  },
  {
    path: "/admin/users/:id",
    role: "admin",
    Screen: lazy(async () => ({ default: (await import("./person-page.tsx")).OlderPersonPage })),
  },
  {
    path: "/admin/distributors",
    role: "admin",
    menu: entry("People", "Distributors", IconSitemap, "network.tree"),
    Screen: lazy(async () => ({
      default: (await import("../features/network/members/distributors-screen.tsx"))
        .DistributorsScreen,
    })),
  },
  {
    path: "/admin/distributor-activity",
    role: "admin",
    menu: entry("People", "User Activity", IconActivity, "reports.activity"),
    Screen: lazy(async () => ({
      default: (await import("../features/office/activity/user-activity-screen.tsx"))
        .UserActivityScreen,
    })),
  },
  {
    path: "/admin/orders",
    role: "admin",
    menu: entry("Sales", "Orders", IconShoppingBag, "orders.list"),
    Screen: lazy(async () => ({ default: (await import("./orders-page.tsx")).OrdersPage })),
  },
  {
    path: "/admin/sales-report",
    role: "admin",
    menu: entry("Sales", "Sales report", IconReportAnalytics, "reports.sales"),
    Screen: lazy(async () => ({
      default: (await import("../features/office/reports/sales-report-screen.tsx"))
        .SalesReportScreen,
    })),
  },
  {
    path: "/admin/sales-graph",
    role: "admin",
    menu: entry("Sales", "Sales graph", IconChartBar, "reports.salesGraph"),
    Screen: lazy(async () => ({
      default: (await import("../features/office/reports/sales-graph-screen.tsx")).SalesGraphScreen,
    })),
  },
  {
    path: "/admin/bank-payments",
    role: "admin",
    menu: entry("Payments", "Bank payments", IconBuildingBank, "bankLines.list"),
    Screen: lazy(async () => ({
      default: (await import("../features/sales/bank-lines/bank-lines-screen.tsx")).BankLinesScreen,
    })),
  },
  {
    path: "/admin/card-notifications",
    role: "admin",
    menu: entry("Payments", "Card notifications", IconInbox, "notifications.list"),
    Screen: lazy(async () => ({
      default: (await import("../features/sales/notifications/notifications-screen.tsx"))
        .NotificationsScreen,
    })),
  },
  {
    path: "/admin/card-match",
    role: "admin",
    menu: entry("Payments", "Card reconciliation", IconCreditCard, "cardMatch.list"),
    Screen: lazy(async () => ({
      default: (await import("../features/sales/card-settlements/card-match-screen.tsx"))
        .CardMatchScreen,
    })),
  },
  {
    path: "/admin/commission-plan",
    role: "admin",
    menu: entry("Commission", "Commission plan", IconPercentage, "commissionPlan.list"),
    Screen: lazy(async () => ({
      default: (await import("../features/network/commissions/commission-plan-screen.tsx"))
        .CommissionPlanScreen,
    })),
  },
  {
    path: "/admin/payout-requests",
    role: "admin",
    menu: entry("Commission", "Payout requests", IconCashBanknote, "payouts.list"),
    Screen: lazy(async () => ({
      default: (await import("../features/money/payouts/payouts-screen.tsx")).PayoutsScreen,
    })),
  },
  {
    path: "/admin/payout-batches",
    role: "admin",
    menu: entry("Commission", "Payout batches", IconReceipt2, "payoutBatches.list"),
    Screen: lazy(async () => ({
      default: (await import("../features/money/payouts/batches-screen.tsx")).BatchesScreen,
    })),
  },
  {
    path: "/admin/month-end",
    role: "admin",
    menu: entry("Commission", "Month end", IconCalendarCheck, "monthEnd.get"),
    Screen: lazy(async () => ({
      default: (await import("../features/office/month-end/month-end-screen.tsx")).MonthEndScreen,
    })),
  },
  {
    path: "/admin/statements",
    role: "admin",
    menu: entry("Commission", "Statements", IconFileInvoice, "statements.closings"),
    Screen: lazy(async () => ({
      default: (await import("../features/money/statements/statements-screen.tsx"))
        .StatementsScreen,
    })),
  },
  {
    path: "/admin/entry-questions",
    role: "admin",
    menu: entry("Commission", "Commission questions", IconHelpCircle, "wallet.questions"),
    Screen: lazy(async () => ({
      default: (await import("../features/money/wallets/entry-questions-screen.tsx"))
        .EntryQuestionsScreen,
    })),
  },
  {
    path: "/admin/marketing-material",
    role: "admin",
    menu: entry("Content", "Marketing material", IconPhoto, "uploads.list"),
    Screen: lazy(async () => ({
      default: (await import("../features/office/uploads/marketing-material-screen.tsx"))
        .MarketingMaterialScreen,
    })),
  },
  {
    path: "/admin/edit/email-copy",
    role: "admin",
    menu: entry("Content", "Email copy", IconMail, "emailCopy.list"),
    Screen: lazy(async () => ({
      default: (await import("../features/office/email-copy/email-copy-screen.tsx"))
        .EmailCopyScreen,
    })),
  },
  {
    path: "/admin/edit/site-copy",
    role: "admin",
    menu: entry("Content", "Site copy", IconWriting, "content.set"),
    Screen: lazy(async () => ({
      default: (await import("../features/office/content/site-copy-screen.tsx")).SiteCopyScreen,
    })),
  },
  {
    path: "/admin/edit/products",
    role: "admin",
    menu: entry("Content", "Products", IconBottle, "products.list"),
    Screen: lazy(async () => ({
      default: (await import("../features/catalogue/products/products-screen.tsx")).ProductsScreen,
    })),
  },
  {
    path: "/admin/edit/testimonials",
    role: "admin",
    menu: entry("Content", "Testimonials", IconQuote, "testimonials.list"),
    Screen: lazy(async () => ({
      default: (await import("../features/office/testimonials/testimonials-screen.tsx"))
        .TestimonialsScreen,
    })),
  },
  {
    path: "/admin/edit/rhizo-config",
    role: "admin",
    menu: entry("Content", "Other Settings", IconSettings, "settings.get"),
    Screen: lazy(async () => ({
      default: (await import("../features/catalogue/shop-settings/shop-settings-screen.tsx"))
        .ShopSettingsScreen,
    })),
  },
  {
    path: "/admin/contact-messages",
    role: "admin",
    menu: entry("Messages", "Contact messages", IconMessage2, "contact.list"),
    Screen: lazy(async () => ({
      default: (await import("../features/office/contact/contact-messages-screen.tsx"))
        .ContactMessagesScreen,
    })),
  },
  {
    path: "/admin/sent-emails",
    role: "admin",
    menu: entry("Messages", "Sent emails", IconMailForward, "system.sentEmails"),
    Screen: lazy(async () => ({
      default: (await import("../features/platform/messages/sent-emails-screen.tsx"))
        .SentEmailsScreen,
    })),
  },
  {
    path: "/admin/ledger-health",
    role: "admin",
    menu: entry("System", "Ledger health", IconHeartbeat, "ledgerHealth.get"),
    Screen: lazy(async () => ({
      default: (await import("../features/office/ledger-health/ledger-health-screen.tsx"))
        .LedgerHealthScreen,
    })),
  },
  {
    path: "/admin/audit",
    role: "admin",
    menu: entry("System", "Audit log", IconHistory, "audit.list"),
    Screen: lazy(async () => ({
      default: (await import("../features/platform/audit/audit-screen.tsx")).AuditScreen,
    })),
  },
  {
    path: "/system/app-log-viewer",
    role: "admin",
    menu: entry("System", "App log viewer", IconTerminal2, "system.logs"),
    Screen: lazy(async () => ({
      default: (await import("../features/office/app-log/app-log-screen.tsx")).AppLogScreen,
    })),
  },
  {
    path: "/admin/payout-editor",
    role: "admin",
    menu: entry("Developer", "Payment Requests", IconCashEdit, "payouts.requestsOf"),
    Screen: lazy(async () => ({
      default: (await import("../features/money/payouts/payout-editor-screen.tsx"))
        .PayoutEditorScreen,
    })),
  },
  {
    path: "/admin/my-profile",
    role: "admin",
    menu: entry("Account", "My profile", IconUser, "profile.get"),
    Screen: lazy(async () => ({ default: (await import("./profile-page.tsx")).ProfilePage })),
  },
];
