import { lazy } from "react";

/** Every screen of members and office, each with its code in a file of its own that comes when it is opened. */
export const ForbiddenScreen = lazy(async () => ({
  default: (await import("./forbidden-screen.tsx")).ForbiddenScreen,
}));
export const OfficeFrame = lazy(async () => ({
  default: (await import("./office-frame.tsx")).OfficeFrame,
}));
export const MyOrdersScreen = lazy(async () => ({
  default: (await import("../features/sales/orders/my-orders-screen.tsx")).MyOrdersScreen,
}));
export const WalletScreen = lazy(async () => ({
  default: (await import("../features/money/wallets/wallet-screen.tsx")).WalletScreen,
}));
export const MyStatementsScreen = lazy(async () => ({
  default: (await import("../features/money/statements/my-statements-screen.tsx"))
    .MyStatementsScreen,
}));
export const StatementsScreen = lazy(async () => ({
  default: (await import("../features/money/statements/statements-screen.tsx")).StatementsScreen,
}));
export const ProfilePage = lazy(async () => ({
  default: (await import("./profile-page.tsx")).ProfilePage,
}));
export const CreateOrderPage = lazy(async () => ({
  default: (await import("./create-order-page.tsx")).CreateOrderPage,
}));
export const OrdersScreen = lazy(async () => ({
  default: (await import("./orders-page.tsx")).OrdersPage,
}));
export const PayoutBatchesScreen = lazy(async () => ({
  default: (await import("../features/money/payouts/batches-screen.tsx")).BatchesScreen,
}));
export const PayoutEditorScreen = lazy(async () => ({
  default: (await import("../features/money/payouts/payout-editor-screen.tsx")).PayoutEditorScreen,
}));
export const PayoutsScreen = lazy(async () => ({
  default: (await import("../features/money/payouts/payouts-screen.tsx")).PayoutsScreen,
}));
export const LandingScreen = lazy(async () => ({
  default: (await import("../features/people/accounts/landing-screen.tsx")).LandingScreen,
}));
export const UsersScreen = lazy(async () => ({
  default: (await import("../features/people/users/users-screen.tsx")).UsersScreen,
}));
export const AppLogScreen = lazy(async () => ({
  default: (await import("../features/office/app-log/app-log-screen.tsx")).AppLogScreen,
}));
export const AuditScreen = lazy(async () => ({
  default: (await import("../features/platform/audit/audit-screen.tsx")).AuditScreen,
}));
export const SalesReportScreen = lazy(async () => ({
  default: (await import("../features/office/reports/sales-report-screen.tsx")).SalesReportScreen,
}));
export const SalesGraphScreen = lazy(async () => ({
  default: (await import("../features/office/reports/sales-graph-screen.tsx")).SalesGraphScreen,
}));
export const UserActivityScreen = lazy(async () => ({
  default: (await import("../features/office/activity/user-activity-screen.tsx"))
    .UserActivityScreen,
}));
export const MyNetworkScreen = lazy(async () => ({
  default: (await import("./my-network-page.tsx")).MyNetworkPage,
}));
export const DistributorsScreen = lazy(async () => ({
  default: (await import("../features/network/members/distributors-screen.tsx")).DistributorsScreen,
}));
export const AddressBookScreen = lazy(async () => ({
  default: (await import("../features/people/addresses/address-book-screen.tsx")).AddressBookScreen,
}));
export const DashboardScreen = lazy(async () => ({
  default: (await import("../features/office/dashboard/dashboard-screen.tsx")).DashboardScreen,
}));
export const LedgerHealthScreen = lazy(async () => ({
  default: (await import("../features/office/ledger-health/ledger-health-screen.tsx"))
    .LedgerHealthScreen,
}));
export const ProductsScreen = lazy(async () => ({
  default: (await import("../features/catalogue/products/products-screen.tsx")).ProductsScreen,
}));
export const TestimonialsScreen = lazy(async () => ({
  default: (await import("../features/office/testimonials/testimonials-screen.tsx"))
    .TestimonialsScreen,
}));
export const ShopSettingsScreen = lazy(async () => ({
  default: (await import("../features/catalogue/shop-settings/shop-settings-screen.tsx"))
    .ShopSettingsScreen,
}));
export const MarketingMaterialScreen = lazy(async () => ({
  default: (await import("../features/office/uploads/marketing-material-screen.tsx"))
    .MarketingMaterialScreen,
}));
export const TrainingVideosScreen = lazy(async () => ({
  default: (await import("../features/office/uploads/training-videos-screen.tsx"))
    .TrainingVideosScreen,
}));
export const DocumentsScreen = lazy(async () => ({
  default: (await import("../features/office/uploads/documents-screen.tsx")).DocumentsScreen,
}));
export const EmailCopyScreen = lazy(async () => ({
  default: (await import("../features/office/email-copy/email-copy-screen.tsx")).EmailCopyScreen,
}));
export const SiteCopyScreen = lazy(async () => ({
  default: (await import("../features/office/content/site-copy-screen.tsx")).SiteCopyScreen,
}));
export const SentEmailsScreen = lazy(async () => ({
  default: (await import("../features/platform/messages/sent-emails-screen.tsx")).SentEmailsScreen,
}));
export const BankLinesScreen = lazy(async () => ({
  default: (await import("../features/sales/bank-lines/bank-lines-screen.tsx")).BankLinesScreen,
}));
export const CommissionPlanScreen = lazy(async () => ({
  default: (await import("../features/network/commissions/commission-plan-screen.tsx"))
    .CommissionPlanScreen,
}));
export const CardMatchScreen = lazy(async () => ({
  default: (await import("../features/sales/card-settlements/card-match-screen.tsx"))
    .CardMatchScreen,
}));
export const NotificationsScreen = lazy(async () => ({
  default: (await import("../features/sales/notifications/notifications-screen.tsx"))
    .NotificationsScreen,
}));
export const DecisionsScreen = lazy(async () => ({
  default: (await import("../features/office/proposals/decisions-screen.tsx")).DecisionsScreen,
}));
export const ContactMessagesScreen = lazy(async () => ({
  default: (await import("../features/office/contact/contact-messages-screen.tsx"))
    .ContactMessagesScreen,
}));
export const EntryQuestionsScreen = lazy(async () => ({
  default: (await import("../features/money/wallets/entry-questions-screen.tsx"))
    .EntryQuestionsScreen,
}));
