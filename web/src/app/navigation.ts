import { mayCall, type Procedure, type Who } from "@portal/shared/platform/permissions.ts";
import type { Role } from "@portal/shared/platform/roles.ts";

export type NavigationItem = Readonly<{ label: string; path: string }>;
export type NavigationGroup = Readonly<{ label: string; items: readonly NavigationItem[] }>;

type Entry = NavigationItem &
  Readonly<{
    role: Role;
    group: string;
    needs: Procedure;
    /** Only for distributors whose version index is this one. */
    ofVersion?: number;
  }>;

/** Every office screen that exists, in the order of the menu, with the call that it cannot do without. */
const entries: readonly Entry[] = [
  {
    role: "distributor",
    group: "People",
    label: "My network",
    path: "/distributor/my-network",
    needs: "network.tree",
  },
  {
    role: "distributor",
    group: "Money",
    label: "My wallet",
    path: "/distributor/my-wallet",
    needs: "wallet.mine",
  },
  {
    role: "distributor",
    group: "Money",
    label: "My statements",
    path: "/distributor/my-statements",
    needs: "statements.months",
  },
  {
    role: "distributor",
    group: "Sell",
    label: "My address book",
    path: "/distributor/my-address-book",
    needs: "addresses.list",
  },
  {
    role: "distributor",
    group: "Sell",
    label: "My orders",
    path: "/distributor/my-orders",
    needs: "orders.mine",
  },
  {
    role: "distributor",
    group: "Sell",
    label: "Create order",
    path: "/distributor/create-order",
    needs: "orders.save",
    ofVersion: 0,
  },
  {
    role: "distributor",
    group: "Learn",
    label: "Training videos",
    path: "/distributor/training-videos",
    needs: "uploads.list",
  },
  {
    role: "distributor",
    group: "Learn",
    label: "Documents",
    path: "/distributor/documents",
    needs: "uploads.list",
  },
  {
    role: "distributor",
    group: "You",
    label: "My profile",
    path: "/distributor/my-profile",
    needs: "profile.get",
  },
  {
    role: "stockist",
    group: "Sell",
    label: "My address book",
    path: "/stockist/my-address-book",
    needs: "addresses.list",
  },
  {
    role: "stockist",
    group: "Sell",
    label: "My orders",
    path: "/stockist/my-orders",
    needs: "orders.mine",
  },
  {
    role: "stockist",
    group: "Sell",
    label: "Create order",
    path: "/stockist/create-order",
    needs: "orders.save",
  },
  {
    role: "stockist",
    group: "Learn",
    label: "Training videos",
    path: "/stockist/training-videos",
    needs: "uploads.list",
  },
  {
    role: "stockist",
    group: "You",
    label: "My profile",
    path: "/stockist/my-profile",
    needs: "profile.get",
  },
  { role: "admin", group: "Today", label: "Dashboard", path: "/admin", needs: "dashboard.get" },
  { role: "admin", group: "People", label: "Users", path: "/admin/users", needs: "users.list" },
  {
    role: "admin",
    group: "People",
    label: "Distributors",
    path: "/admin/distributors",
    needs: "network.tree",
  },
  {
    role: "admin",
    group: "People",
    label: "User Activity",
    path: "/admin/distributor-activity",
    needs: "reports.activity",
  },
  { role: "admin", group: "Sell", label: "Orders", path: "/admin/orders", needs: "orders.list" },
  {
    role: "admin",
    group: "Sell",
    label: "Sales report",
    path: "/admin/sales-report",
    needs: "reports.sales",
  },
  {
    role: "admin",
    group: "Sell",
    label: "Sales graph",
    path: "/admin/sales-graph",
    needs: "reports.salesGraph",
  },
  {
    role: "admin",
    group: "Money",
    label: "Bank payments",
    path: "/admin/bank-payments",
    needs: "bankLines.list",
  },
  {
    role: "admin",
    group: "Money",
    label: "Card notifications",
    path: "/admin/card-notifications",
    needs: "notifications.list",
  },
  {
    role: "admin",
    group: "Money",
    label: "Card match",
    path: "/admin/card-match",
    needs: "cardMatch.list",
  },
  {
    role: "admin",
    group: "Money",
    label: "Commission plan",
    path: "/admin/commission-plan",
    needs: "commissionPlan.list",
  },
  {
    role: "admin",
    group: "Money",
    label: "Payout requests",
    path: "/admin/payout-requests",
    needs: "payouts.list",
  },
  {
    role: "admin",
    group: "Money",
    label: "Payment batches",
    path: "/admin/payout-batches",
    needs: "payoutBatches.list",
  },
  {
    role: "admin",
    group: "Money",
    label: "Statements",
    path: "/admin/statements",
    needs: "statements.closings",
  },
  {
    role: "admin",
    group: "Money",
    label: "Entry questions",
    path: "/admin/entry-questions",
    needs: "wallet.questions",
  },
  {
    role: "admin",
    group: "Content",
    label: "Marketing material",
    path: "/admin/marketing-material",
    needs: "uploads.list",
  },
  {
    role: "admin",
    group: "Content",
    label: "Email copy",
    path: "/admin/edit/email-copy",
    needs: "emailCopy.list",
  },
  {
    role: "admin",
    group: "Content",
    label: "Site copy",
    path: "/admin/edit/site-copy",
    needs: "content.set",
  },
  {
    role: "admin",
    group: "Content",
    label: "Products",
    path: "/admin/edit/products",
    needs: "products.list",
  },
  {
    role: "admin",
    group: "Content",
    label: "Testimonials",
    path: "/admin/edit/testimonials",
    needs: "testimonials.list",
  },
  {
    role: "admin",
    group: "Content",
    label: "Other Settings",
    path: "/admin/edit/rhizo-config",
    needs: "settings.get",
  },
  {
    role: "admin",
    group: "System",
    label: "Decisions",
    path: "/admin/decisions",
    needs: "proposals.list",
  },
  {
    role: "admin",
    group: "System",
    label: "Contact messages",
    path: "/admin/contact-messages",
    needs: "contact.list",
  },
  {
    role: "admin",
    group: "System",
    label: "Sent emails",
    path: "/admin/sent-emails",
    needs: "system.sentEmails",
  },
  {
    role: "admin",
    group: "System",
    label: "Ledger health",
    path: "/admin/ledger-health",
    needs: "ledgerHealth.get",
  },
  { role: "admin", group: "System", label: "Audit", path: "/admin/audit", needs: "audit.list" },
  {
    role: "admin",
    group: "System",
    label: "App log viewer",
    path: "/system/app-log-viewer",
    needs: "system.logs",
  },
  {
    role: "admin",
    group: "Developer",
    label: "Payment Requests",
    path: "/admin/payout-editor",
    needs: "payouts.requestsOf",
  },
  {
    role: "admin",
    group: "You",
    label: "My profile",
    path: "/admin/my-profile",
    needs: "profile.get",
  },
];

/** The menu of a role, grouped, holding nothing that it may not open. */
export function navigationFor(
  who: Who & Readonly<{ distributorVersion: number }>,
): readonly NavigationGroup[] {
  const groups = new Map<string, NavigationItem[]>();
  for (const { group, label, path, ...entry } of entries) {
    if (entry.role !== who.role || !mayCall(entry.needs, who)) continue;
    if (entry.ofVersion !== undefined && entry.ofVersion !== who.distributorVersion) continue;
    groups.set(group, [...(groups.get(group) ?? []), { label, path }]);
  }
  return [...groups].map(([label, items]) => ({ label, items }));
}
