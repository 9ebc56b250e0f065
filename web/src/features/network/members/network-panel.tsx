import { Button, Group, NavLink, Paper, SegmentedControl, Stack, Text } from "@mantine/core";
import type { TreeNode } from "@portal/shared/network/network-tree.ts";
import { keepPreviousData } from "@tanstack/react-query";
import {
  type ReactNode,
  type RefObject,
  Suspense,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { api } from "../../../api/api.ts";
import { Empty } from "../../../ui/empty.tsx";
import { Loaded, Loading } from "../../../ui/feedback.tsx";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { TreeMenu } from "./tree-menu.tsx";
import { PersonSheet } from "./person-sheet.tsx";
import { SearchBox } from "../../../ui/list/list-search.tsx";
import { useIsPhone } from "../../../ui/use-is-phone.ts";
import { DrillList } from "./drill-list.tsx";
import { NetworkTree } from "./network-tree.tsx";
import type { NetworkView } from "./network-view.ts";
import { countWords } from "../../../digit-groups.ts";
import { hasLeaderBonus, LevelBadge, peopleWords } from "./node-figures.tsx";
import type { Viewer } from "./person-sheet.tsx";
import {
  type Branch,
  branchInput,
  branchOptions,
  createTreeStore,
  type OpenPerson,
  revealNode,
  topOfTree,
  type TreeView,
  TreeViewProvider,
  useBranch,
  useTreeView,
} from "./tree-store.ts";

/**
 * A network with search, as a tree or chart, and on a phone one generation at a time. Needs another `key` for another
 * member, since it holds which nodes are open.
 */
export function NetworkPanel(props: {
  label: string;
  view: NetworkView;
  viewer: Viewer;
  /** Shown while the member has no team, or the forest no members. */
  empty: ReactNode;
}) {
  const { view, viewer } = props;
  const { memberId } = viewer;
  const { of, showDeleted } = view;
  const [store] = useState(() => createTreeStore(memberId === null ? [] : [String(memberId)]));
  const scope = useMemo(
    () => ({ of, isForest: memberId === null, showDeleted }),
    [of, memberId, showDeleted],
  );
  const pages = useSyncExternalStore(store.watch, () => store.pagesOf(topOfTree));
  const top = useBranch(scope, null, pages);
  const panel = useRef<HTMLDivElement>(null);
  const { person, open } = useOpenPerson(panel);

  // Deferred, because thousands of rows may be open: the pressed control responds first.
  const mode = useDeferredValue(view.mode);
  const chosenLevels = useDeferredValue(view.levels.join("."));
  const offersTheirNetwork = viewer.kind === "office" && of === null;
  const totals = api.network.levels.useQuery(of === null ? {} : { of });
  const showsLeaderBonus = totals.data !== undefined && hasLeaderBonus(totals.data);
  const treeView = useMemo<TreeView>(
    () => ({
      store,
      scope,
      mode,
      chosenLevels,
      showsLeaderBonus,
      offersTheirNetwork,
      onOpen: open,
    }),
    [store, scope, mode, chosenLevels, showsLeaderBonus, offersTheirNetwork, open],
  );

  return (
    <TreeViewProvider value={treeView}>
      <Stack gap="sm" ref={panel}>
        <NetworkTools view={view} />
        {view.search ? (
          <NetworkMatches view={view} />
        ) : (
          <>
            <NetworkShape label={props.label} view={view} top={top} memberId={memberId} />
            {isEmpty(top, viewer) && props.empty}
          </>
        )}
      </Stack>
      {person && (
        <PersonSheet
          person={person}
          viewer={viewer}
          currency={top.currency}
          onClose={() => open(null)}
        />
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

function useOpenPerson(panel: RefObject<HTMLElement | null>) {
  const [person, setPerson] = useState<OpenPerson | null>(null);
  const wasOpen = useRef(false);

  // A person opened from the search results has no opener to return the focus to, so its row in the tree gets it.
  useEffect(() => {
    if (person === null && wasOpen.current && document.activeElement === document.body)
      panel.current?.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]')?.focus();
    wasOpen.current = person !== null;
  }, [person, panel]);

  return { person, open: setPerson };
}

/** Opens a person from the search results, and expands the tree down to it. */
function useOpenMatch(view: NetworkView): (node: TreeNode) => Promise<void> {
  const { store, scope, onOpen } = useTreeView();
  const utils = api.useUtils();
  return async (node) => {
    onOpen({ node, parentLabel: node.path.at(-1)?.label ?? null });
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

/** Search, the switch between tree and chart, which a phone does not have, and the menu. */
function NetworkTools({ view }: { view: NetworkView }) {
  const isPhone = useIsPhone();
  const isSpread = !isPhone && !view.search;
  return (
    <Group gap="xs" wrap="nowrap">
      <SearchBox
        label="Search the network"
        placeholder="Name, email or code"
        value={view.search}
        onSearch={(search) => view.change({ find: search.trim() })}
      />
      <Group gap="xs" ml="auto" wrap="nowrap">
        {isSpread && (
          <SegmentedControl
            aria-label="Shown as"
            value={view.isChart ? "chart" : "tree"}
            data={[
              { value: "tree", label: "Tree" },
              { value: "chart", label: "Chart" },
            ]}
            onChange={(value) => view.change({ shape: value === "chart" ? "chart" : null })}
          />
        )}
        <TreeMenu view={view} isSpread={isSpread} />
      </Group>
    </Group>
  );
}

/** The search results, each with the path down to it. */
function NetworkMatches({ view }: { view: NetworkView }) {
  const { search } = view;
  const { scope } = useTreeView();
  const openMatch = useOpenMatch(view);
  const matches = api.network.tree.useQuery(
    { ...branchInput(scope, null, 1), search },
    { placeholderData: keepPreviousData },
  );
  return (
    <Loaded what="the search results" query={matches} lines={3}>
      {({ nodes, total }) => (
        <Stack component="section" gap="xs" aria-label="Search results">
          <Text role="status" size="sm" c="dimmed">
            {foundWords(nodes.length, total)}
          </Text>
          {total === 0 ? (
            <Empty
              title={`No one matches “${search}”`}
              action={
                <Button variant="default" onClick={() => view.change({ find: null })}>
                  Clear search
                </Button>
              }
            >
              <p>You can search by name, email or code.</p>
            </Empty>
          ) : (
            <Paper component="ul" m={0} p={0}>
              {nodes.map((node) => (
                <Match key={node.id} node={node} onChosen={() => void openMatch(node)} />
              ))}
            </Paper>
          )}
        </Stack>
      )}
    </Loaded>
  );
}

function Match(props: { node: TreeNode; onChosen: () => void }) {
  const { node } = props;
  return (
    <Group component="li" gap={0} maw="none">
      <NavLink
        component="button"
        type="button"
        label={
          <>
            <Text span inherit fw={600}>
              {node.label}
            </Text>{" "}
            <LevelBadge node={node} />
          </>
        }
        description={
          node.path.length > 0 && ` under ${node.path.map(({ label }) => label).join(" › ")}`
        }
        onClick={props.onChosen}
      />
    </Group>
  );
}

function foundWords(shown: number, total: number): string {
  if (total <= shown) return `${peopleWords(total)} found`;
  return `Showing the first ${shown} of ${countWords(total)}. Refine your search.`;
}

const NetworkChart = lazyPart(async () => (await import("./network-chart.tsx")).NetworkChart);

/** The network as a tree or a chart, or on a phone by generations. */
function NetworkShape(props: {
  label: string;
  view: NetworkView;
  top: Branch;
  memberId: number | null;
}) {
  const { view, top, memberId } = props;
  const isPhone = useIsPhone();
  if (isPhone) {
    // A member's tree has the member at its top, so the first screen lists the team.
    const home = memberId !== null && top.nodes.length < 2 ? [String(memberId)] : [];
    const trail = view.trail.length > 0 ? view.trail : home;
    return (
      <DrillList
        top={top}
        home={home}
        trail={trail}
        onTrail={(to) => view.go({ in: to.length > home.length ? to.join(".") : null })}
      />
    );
  }
  if (view.isChart && top.nodes.length > 0)
    return (
      <Suspense fallback={<Loading what="the chart" lines={6} />}>
        <NetworkChart top={top} />
      </Suspense>
    );
  return <NetworkTree label={props.label} top={top} />;
}
