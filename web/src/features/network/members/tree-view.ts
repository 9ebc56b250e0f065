import type { TreeNode } from "@portal/shared/network/network-tree.ts";
import { createContext, useContext } from "react";
import type { Mode } from "./network-view.ts";
import type { NetworkScope } from "./tree-branch.ts";

/** A person of the tree, and who is above it where that is known. */
export type OpenPerson = Readonly<{ node: TreeNode; parentLabel: string | null }>;

/** What every row needs to know and no row decides. */
export type TreeView = Readonly<{
  scope: NetworkScope;
  mode: Mode;
  /** As the address has them, "1.4"; empty: all levels alike. */
  chosenLevels: string;
  /** Whether a row offers to look at the network as that member sees it. */
  offersTheirNetwork: boolean;
  onOpen: (person: OpenPerson) => void;
}>;

const TreeViewContext = createContext<TreeView>({
  scope: { of: null, showDeleted: false },
  mode: "current",
  chosenLevels: "",
  offersTheirNetwork: false,
  onOpen: () => {},
});
export const TreeViewProvider = TreeViewContext.Provider;

export function useTreeView(): TreeView {
  return useContext(TreeViewContext);
}

/** The address under which an admin sees the network of one member as that member does. */
export function networkPathOf(userId: number): string {
  return `/admin/distributors?of=${userId}`;
}

/** With levels chosen, those of other levels step back. */
export function standsBack(view: TreeView, node: TreeNode): boolean {
  return view.chosenLevels !== "" && !view.chosenLevels.split(".").includes(String(node.level));
}
