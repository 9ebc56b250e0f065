import { mayCall, type Who } from "@portal/shared/platform/permissions.ts";
import type { OfficeScreen } from "./office-screens.ts";

export type NavigationItem = Readonly<{ label: string; path: string }>;
export type NavigationGroup = Readonly<{ label: string; items: readonly NavigationItem[] }>;

/** The menu of a role, grouped, holding nothing that it may not open. */
export function navigationFor(
  who: Who & Readonly<{ distributorVersion: number }>,
  screens: readonly OfficeScreen[],
): readonly NavigationGroup[] {
  const groups = new Map<string, NavigationItem[]>();
  for (const { role, path, menu } of screens) {
    if (menu === undefined || role !== who.role || !mayCall(menu.needs, who)) continue;
    if (menu.ofVersion !== undefined && menu.ofVersion !== who.distributorVersion) continue;
    groups.set(menu.group, [...(groups.get(menu.group) ?? []), { label: menu.label, path }]);
  }
  return [...groups].map(([label, items]) => ({ label, items }));
}
