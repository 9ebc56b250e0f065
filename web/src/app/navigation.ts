import { mayCall, type Procedure, type Who } from "@portal/shared/platform/permissions.ts";
import type { Role } from "@portal/shared/platform/roles.ts";
import type { Icon } from "@tabler/icons-react";
import type { ComponentType } from "react";

/** Where a screen stands in the menu, in the order of the table of screens. */
type MenuEntry = Readonly<{
  group: string;
  label: string;
  icon: Icon;
  /** The call that it cannot do without: who may not call it does not see it. */
  needs: Procedure;
  /** Under the thumb on a phone. */
  isOnBar?: true;
  /** Only for distributors whose version index is this one. */
  ofVersion?: number;
}>;

export type OfficeScreen = Readonly<{
  path: string;
  /** For whom it is; everyone else is told so. */
  role: Role;
  /** A screen without one is led to by others. */
  menu?: MenuEntry;
  /** Its code is a file of its own that comes when it is opened. */
  Screen: ComponentType;
}>;

/** An entry of the menu, as the table of screens writes it. */
export function entry(group: string, label: string, icon: Icon, needs: Procedure): MenuEntry {
  return { group, label, icon, needs };
}

export type NavigationItem = Readonly<{ label: string; path: string; icon: Icon }>;
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
    const { label, icon } = menu;
    groups.set(menu.group, [...(groups.get(menu.group) ?? []), { label, path, icon }]);
  }
  return [...groups].map(([label, items]) => ({ label, items }));
}
