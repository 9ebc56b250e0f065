import type { TreeNode } from "@portal/shared/network/network-tree.ts";
import {
  type ReactNode,
  type RefObject,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { api } from "../../../api/api.ts";
import classes from "./network-panel.module.css";
import { NetworkMatches } from "./network-search.tsx";
import { NetworkShape } from "./network-shape.tsx";
import { NetworkTools } from "./network-tools.tsx";
import type { NetworkView } from "./network-view.ts";
import { PersonSheet, type Viewer } from "./person-sheet.tsx";
import {
  type Branch,
  branchInput,
  branchOptions,
  type NetworkScope,
  useBranch,
} from "./tree-branch.ts";
import {
  createTreeStore,
  topOfTree,
  TreeStoreProvider,
  useFromTree,
  useTreeStore,
} from "./tree-store.ts";
import { type OpenPerson, type TreeView, TreeViewProvider } from "./tree-view.ts";
import { revealNode } from "./tree-walk.ts";

type Props = Readonly<{
  label: string;
  view: NetworkView;
  viewer: Viewer;
  /** What stands there as long as a member has nobody below, or the forest nobody at all. */
  ifNobody: ReactNode;
}>;

/**
 * A network to look at: search, tree, chart, and on a phone one generation at a time. The network of
 * another `viewer` needs another `key`, because other people are open in it.
 */
export function NetworkPanel(props: Props) {
  const { memberId } = props.viewer;
  const [store] = useState(() => createTreeStore(memberId === null ? [] : [String(memberId)]));
  return (
    <TreeStoreProvider value={store}>
      <Panel {...props} />
    </TreeStoreProvider>
  );
}

function Panel({ label, view, viewer, ifNobody }: Props) {
  const { of, showDeleted, search } = view;
  const scope = useMemo(() => ({ of, showDeleted }), [of, showDeleted]);
  const pages = useFromTree((tree) => tree.pagesOf(topOfTree));
  const top = useBranch(scope, null, pages);
  useFirstGeneration(scope, viewer.memberId);
  const panel = useRef<HTMLDivElement>(null);
  const { person, open, close } = useOpenPerson(panel);
  const choose = useChoosePerson(scope, view, open);

  // Thousands of rows may be open: what was pressed answers first, the rows follow.
  const mode = useDeferredValue(view.mode);
  const chosenLevels = useDeferredValue(view.levels.join("."));
  const offersTheirNetwork = viewer.kind === "office" && of === null;
  const treeView = useMemo<TreeView>(
    () => ({ scope, mode, chosenLevels, offersTheirNetwork, onOpen: open }),
    [scope, mode, chosenLevels, offersTheirNetwork, open],
  );

  return (
    <TreeViewProvider value={treeView}>
      <div className={classes.panel} ref={panel}>
        <NetworkTools view={view} scope={scope} />
        {search ? (
          <NetworkMatches
            scope={scope}
            search={search}
            onChosen={(node) => void choose(node)}
            onClear={() => view.change({ find: null })}
          />
        ) : (
          <>
            <NetworkShape label={label} view={view} top={top} memberId={viewer.memberId} />
            {isEmpty(top, viewer) && ifNobody}
          </>
        )}
      </div>
      {person && (
        <PersonSheet person={person} viewer={viewer} currency={top.currency} onClose={close} />
      )}
    </TreeViewProvider>
  );
}

function isEmpty(top: Branch, { memberId }: Viewer): boolean {
  if (top.isLoading || top.error !== null) return false;
  return memberId === null
    ? top.nodes.length === 0
    : top.nodes.every(({ childCount }) => childCount === 0);
}

/** Asked for together with the top, which is drawn open: one way to the server instead of two. */
function useFirstGeneration(scope: NetworkScope, memberId: number | null): void {
  api.network.tree.useQuery(branchInput(scope, memberId === null ? null : String(memberId), 1), {
    ...branchOptions,
    enabled: memberId !== null,
  });
}

function useOpenPerson(panel: RefObject<HTMLElement | null>) {
  const [person, setPerson] = useState<OpenPerson | null>(null);
  const wasOpen = useRef(false);

  // Found by the search, a person was opened from a list that is gone: the focus goes to its row.
  useEffect(() => {
    if (person === null && wasOpen.current && document.activeElement === document.body)
      panel.current?.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]')?.focus();
    wasOpen.current = person !== null;
  }, [person, panel]);

  const [close] = useState(() => () => setPerson(null));
  return { person, open: setPerson, close };
}

/** Opens the person that was found, and the way down to it underneath. */
function useChoosePerson(
  scope: NetworkScope,
  view: NetworkView,
  open: (person: OpenPerson) => void,
): (node: TreeNode) => Promise<void> {
  const store = useTreeStore();
  const utils = api.useUtils();
  return async (node) => {
    open({ node, parentLabel: node.path.at(-1)?.label ?? null });
    try {
      await revealNode(
        store,
        (under, page) =>
          utils.network.tree.ensureData(branchInput(scope, under, page), branchOptions),
        node,
      );
    } finally {
      view.change({ find: null, in: node.path.map(({ id }) => id).join(".") });
    }
  };
}
