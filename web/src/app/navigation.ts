import { mayCall, type Who } from "@portal/shared/platform/permissions.ts";
import { officeScreens } from "./office-screens.ts";

export type NavigationItem = Readonly<{ label: string; path: string }>;
export type NavigationGroup = Readonly<{ label: string; items: readonly NavigationItem[] }>;

/** The menu of a role, grouped, holding nothing that it may not open. */
export function navigationFor(
  who: Who & Readonly<{ distributorVersion: number }>,
): readonly NavigationGroup[] {
  const groups = new Map<string, NavigationItem[]>();
  for (const { role, path, menu } of officeScreens) {
    if (menu === undefined || role !== who.role || !mayCall(menu.needs, who)) continue;
    if (menu.ofVersion !== undefined && menu.ofVersion !== who.distributorVersion) continue;
    groups.set(menu.group, [...(groups.get(menu.group) ?? []), { label: menu.label, path }]);
  }
  return [...groups].map(([label, items]) => ({ label, items }));
}
