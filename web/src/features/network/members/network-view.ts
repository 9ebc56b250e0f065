import { type WalletMode, walletModes } from "@portal/shared/money/wallet-terms.ts";
import {
  type MemberLevel,
  distributorLevels,
  stockistLevel,
} from "@portal/shared/platform/roles.ts";
import { type ParamChanges, useUrlParams } from "../../../ui/url-params.ts";

/** The modes within a sentence about anyone's figures. */
export const modeMeaning: Readonly<Record<WalletMode, string>> = {
  current: "since the last payout",
  historical: "up to the last payout",
  total: "all time",
};

const memberLevels: readonly MemberLevel[] = [...distributorLevels, stockistLevel];

export type NetworkView = Readonly<{
  tab: string;
  mode: WalletMode;
  /** Highlighted levels; empty for no highlighting. */
  levels: readonly MemberLevel[];
  search: string;
  isChart: boolean;
  showDeleted: boolean;
  /** Node ids from the top down to the node whose team a phone lists. */
  trail: readonly string[];
  /** The member whose network an admin views; null for the whole forest. */
  of: number | null;
  change: (changes: ParamChanges) => void;
  /** Like `change`, but adds a history entry, so that Back returns. */
  go: (changes: ParamChanges) => void;
}>;

/** The state of the network screens, kept in the URL so that a reload, Back and links restore it. */
export function useNetworkView(): NetworkView {
  const [params, change] = useUrlParams();
  const of = /^\d{1,10}$/.exec(params.get("of") ?? "");
  const levels = (params.get("levels") ?? "").split(".");
  return {
    tab: params.get("tab") ?? "tree",
    mode: walletModes.find((known) => known === params.get("mode")) ?? "current",
    levels: memberLevels.filter((level) => levels.includes(String(level))),
    search: params.get("find")?.trim().slice(0, 100) ?? "",
    isChart: params.get("shape") === "chart",
    showDeleted: params.get("deleted") === "1",
    trail: (params.get("in") ?? "").split(".").filter((id) => /^\d{1,10}(@1)?$/.test(id)),
    of: of ? Number(of[0]) : null,
    change,
    go: (changes) => change(changes, "push"),
  };
}

/** Switching tabs clears page, search, sort order and filters, which belong to the list of one tab. */
export function tabChanges(tab: string): Record<string, string | null> {
  const ofOneTab = ["page", "search", "sort", "role", "level", "deleted", "find", "in"];
  const cleared = Object.fromEntries(ofOneTab.map((name) => [name, null]));
  return { ...cleared, tab: tab === "tree" ? null : tab };
}

/** Toggles the highlighting of a level, and switches to the tree, where it is visible. */
export function toggleLevel(view: NetworkView, level: MemberLevel): Record<string, string | null> {
  const levels = memberLevels.filter((known) => view.levels.includes(known) !== (known === level));
  const toTree = view.tab === "tree" ? {} : tabChanges("tree");
  return { ...toTree, levels: levels.join(".") };
}
