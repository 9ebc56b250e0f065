import { mayCall, type Procedure } from "@portal/shared/permissions.ts";
import type { Role } from "@portal/shared/roles.ts";

export type NavigationItem = Readonly<{ label: string; path: string }>;
export type NavigationGroup = Readonly<{ label: string; items: readonly NavigationItem[] }>;

type Entry = NavigationItem & Readonly<{ role: Role; group: string; needs: Procedure }>;

/** Every office screen that exists, in the order of the menu, with the call that it cannot do without. */
const entries: readonly Entry[] = [
  {
    role: "distributor",
    group: "Sell",
    label: "My orders",
    path: "/distributor/my-orders",
    needs: "orders.mine",
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
    group: "You",
    label: "My profile",
    path: "/distributor/my-profile",
    needs: "bankDetails.get",
  },
  {
    role: "stockist",
    group: "Sell",
    label: "My orders",
    path: "/stockist/my-orders",
    needs: "orders.mine",
  },
  { role: "admin", group: "Sell", label: "Orders", path: "/admin/orders", needs: "orders.list" },
  {
    role: "admin",
    group: "Money",
    label: "Payout requests",
    path: "/admin/payout-requests",
    needs: "payouts.list",
  },
];

/** The menu of a role, grouped, holding nothing that it may not open. */
export function navigationFor(role: Role): readonly NavigationGroup[] {
  const groups = new Map<string, NavigationItem[]>();
  for (const { group, label, path, ...entry } of entries) {
    if (entry.role !== role || !mayCall(entry.needs, role)) continue;
    groups.set(group, [...(groups.get(group) ?? []), { label, path }]);
  }
  return [...groups].map(([label, items]) => ({ label, items }));
}
