import type { Who } from "@portal/shared/platform/permission-rows.ts";
import { mayCall, type Procedure } from "@portal/shared/platform/permissions.ts";
import type { Role } from "@portal/shared/platform/roles.ts";
import type { Icon } from "@tabler/icons-react";
import type { ComponentType } from "react";
import { parse } from "regexparam";
import { type DefaultParams, matchRoute } from "wouter";
import type { Ask } from "../api/api.ts";
import { areaOf } from "../session/paths.ts";
import { type LazyPart, lazyPart } from "../ui/lazy-part.ts";

/** A screen's entry in the menu; entries keep the order of the table of screens. */
type MenuEntry = Readonly<{
  group: string;
  label: string;
  icon: Icon;
  /** The procedure that the screen depends on: shown to callers who may call it. */
  needs: Procedure;
  /** Also in the bottom bar on a phone. */
  isOnBar?: true;
  /** Only for distributors with this version index. */
  ofVersion?: number;
}>;

export type OfficeScreen = Readonly<{
  path: string;
  /** Other roles get the "No access" page. */
  role: Role;
  /** Screens without an entry are reached from other screens. */
  menu?: MenuEntry;
  /** What a screen without an entry depends on; left out, it is open to its role. */
  needs?: Procedure;
  load: () => Promise<ComponentType>;
  /** Asks the first queries of the screen, with the same inputs as its hooks: others are asked in vain. */
  start?: (ask: Ask, params: URLSearchParams, parts: DefaultParams) => void;
  Screen: LazyPart<object>;
}>;

/** The screens of a role; the code of each is loaded when it is opened. */
export function screensOf(
  role: Role,
  screens: readonly Omit<OfficeScreen, "role" | "Screen">[],
): readonly OfficeScreen[] {
  return screens.map((screen) => ({ ...screen, role, Screen: lazyPart(screen.load) }));
}

/** A screen that is on its way: its code, and what asks its first queries. */
type OpenedScreen = Readonly<{ code: Promise<unknown>; ask: (ask: Ask) => void }>;

/**
 * Asks for the code of the screen at an address, before it is known who is signed in. What is refused or cannot be loaded is
 * met again, and shown, where the screen is drawn.
 */
export function openAt(
  { pathname, search }: Pick<Location, "pathname" | "search">,
  screens: readonly OfficeScreen[],
): OpenedScreen {
  for (const screen of screens) {
    const [isMatch, parts] = matchRoute<DefaultParams>(parse, screen.path, pathname);
    if (!isMatch) continue;
    return {
      code: screen.Screen.prepare().catch(() => {}),
      ask(ask) {
        // For the frame, which every page has.
        void ask.settings.public.prefetch();
        screen.start?.(ask, new URLSearchParams(search), parts);
      },
    };
  }
  return { code: Promise.resolve(), ask: () => {} };
}

export function entry(group: string, label: string, icon: Icon, needs: Procedure): MenuEntry {
  return { group, label, icon, needs };
}

/** Whether a screen is open to a user: of the own area, and one that asks for nothing that is refused. */
export function mayOpen(
  { role, menu, needs }: Pick<OfficeScreen, "role" | "menu" | "needs">,
  who: Who,
): boolean {
  const needed = menu?.needs ?? needs;
  return role === areaOf(who.role) && (needed === undefined || mayCall(needed, who));
}

export type NavigationItem = Readonly<{ label: string; path: string; icon: Icon }>;
export type NavigationGroup = Readonly<{ label: string; items: readonly NavigationItem[] }>;

/** The menu of a user: the screens of the role that the user may open, by group. */
export function navigationFor(
  who: Who & Readonly<{ distributorVersion: number }>,
  screens: readonly OfficeScreen[],
): readonly NavigationGroup[] {
  const groups = new Map<string, NavigationItem[]>();
  for (const screen of screens) {
    const { path, menu } = screen;
    if (menu === undefined || !mayOpen(screen, who)) continue;
    if (menu.ofVersion !== undefined && menu.ofVersion !== who.distributorVersion) continue;
    const { label, icon } = menu;
    groups.set(menu.group, [...(groups.get(menu.group) ?? []), { label, path, icon }]);
  }
  return [...groups].map(([label, items]) => ({ label, items }));
}
