import { Button, VisuallyHidden } from "@mantine/core";
import type { Currency } from "@portal/shared/platform/money.ts";
import type { TreeNode } from "@portal/shared/network/network-tree.ts";
import { IconChevronRight } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef } from "react";
import { api } from "../../../api/api.ts";
import { Failure, Loading } from "../../../ui/feedback.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import classes from "./drill-list.module.css";
import { countWords, LevelBadge, lifeNote, nodeFigures, peopleWords } from "./node-figures.tsx";
import {
  type Branch,
  branchInput,
  branchOptions,
  moreWords,
  standsBack,
  topOfTree,
  useBranch,
  useFromTree,
  useTreeStore,
  useTreeView,
} from "./tree-store.ts";

/**
 * The tree of a phone: one generation on the screen, with the way back above it. `trail` leads from
 * the top to the person whose people are listed; it is in the address, so that Back goes up again.
 */
export function DrillList(props: {
  top: Branch;
  /** Where the trail begins: with the member whose tree it is, or with nobody. */
  home: readonly string[];
  trail: readonly string[];
  onTrail: (trail: readonly string[]) => void;
}) {
  const { trail, top } = props;
  const { scope } = useTreeView();
  const way = useWay(top, trail);
  const here = trail.at(-1) ?? null;
  const pages = useFromTree((tree) => tree.pagesOf(here ?? topOfTree));
  const below = useBranch(scope, here, pages);
  const person = way.at(-1)?.node ?? null;
  const whereOneIs = useFocusAfterStep(trail.join("."));

  return (
    <div className={classes.drill}>
      <div ref={whereOneIs} tabIndex={-1} className={classes.where}>
        {trail.length > props.home.length && (
          <Breadcrumb way={way} hasTop={props.home.length === 0} onTrail={props.onTrail} />
        )}
        {person !== null && (
          <PersonCard
            node={person}
            parent={way.at(-2)?.node ?? null}
            currency={top.currency}
            isHere
          />
        )}
      </div>
      <People
        key={here}
        branch={below}
        parent={person}
        parentId={here ?? topOfTree}
        onInto={(node) => props.onTrail([...trail, node.id])}
      />
    </div>
  );
}

/** What was pressed to get here is gone with its screen: the focus goes to the top of the new one. */
function useFocusAfterStep(trail: string) {
  const box = useRef<HTMLDivElement>(null);
  const shown = useRef(trail);
  useEffect(() => {
    if (shown.current === trail) return;
    shown.current = trail;
    box.current?.focus();
  }, [trail]);
  return box;
}

type Step = Readonly<{ id: string; node: TreeNode | null; trail: readonly string[] }>;

/** The people along the trail. Each stands on a page of the one before; a link may lead to a later page. */
function useWay(top: Branch, trail: readonly string[]): readonly Step[] {
  const { scope } = useTreeView();
  const above = trail.slice(0, -1);
  const pages = api.useQueries((t) =>
    above.map((id) => t.network.tree(branchInput(scope, id, 1), branchOptions)),
  );
  return trail.map((id, at) => {
    const siblings = at === 0 ? top.nodes : (pages[at - 1]?.data?.nodes ?? []);
    return {
      id,
      node: siblings.find((sibling) => sibling.id === id) ?? null,
      trail: trail.slice(0, at + 1),
    };
  });
}

function Breadcrumb(props: {
  way: readonly Step[];
  hasTop: boolean;
  onTrail: (trail: readonly string[]) => void;
}) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className={classes.way}>
        {props.hasTop && (
          <li>
            <button type="button" className={classes.step} onClick={() => props.onTrail([])}>
              Top level
            </button>
          </li>
        )}
        {props.way.map(({ id, node, trail }, at) => (
          <li key={id}>
            {(at > 0 || props.hasTop) && (
              <IconChevronRight size={16} stroke={1.8} aria-hidden="true" />
            )}
            {at === props.way.length - 1 ? (
              <span aria-current="page" className={classes.here}>
                {node?.label ?? `Member ${id}`}
              </span>
            ) : (
              <button type="button" className={classes.step} onClick={() => props.onTrail(trail)}>
                {node?.label ?? `Member ${id}`}
              </button>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

function People(props: {
  branch: Branch;
  parent: TreeNode | null;
  parentId: string;
  onInto: (node: TreeNode) => void;
}) {
  const { branch, parent, parentId } = props;
  const store = useTreeStore();
  const more = branch.isLoading || branch.error !== null ? null : moreWords(branch);
  return (
    <>
      {branch.nodes.length > 0 && (
        <ul
          className={classes.people}
          aria-label={parent === null ? "Top level" : `${parent.label}’s team`}
        >
          {branch.nodes.map((node) => (
            <li key={node.id} className={classes.entry}>
              <PersonCard node={node} parent={parent} currency={branch.currency}>
                {node.childCount > 0 && (
                  <button type="button" className={classes.into} onClick={() => props.onInto(node)}>
                    <span>
                      {peopleWords(node.childCount)} below{" "}
                      <VisuallyHidden>{node.label}</VisuallyHidden>
                    </span>
                    <IconChevronRight size={18} stroke={1.8} aria-hidden="true" />
                  </button>
                )}
              </PersonCard>
            </li>
          ))}
        </ul>
      )}
      {branch.isLoading && <Loading what="the team" lines={3} height={120} />}
      {branch.error !== null && (
        <Failure what="the team" error={branch.error} onRetry={branch.retry} />
      )}
      {!branch.isLoading && branch.error === null && branch.nodes.length === 0 && (
        <p className={classes.nobody}>
          {parent === null ? "No one here yet." : `${parent.label} has no team yet.`}
        </p>
      )}
      {more !== null && (
        <Button
          variant="default"
          onClick={() => store.showPages(parentId, store.pagesOf(parentId) + 1)}
        >
          {more}
        </Button>
      )}
    </>
  );
}

function PersonCard(props: {
  node: TreeNode;
  parent: TreeNode | null;
  currency: Currency;
  /** The one whose people are listed below. */
  isHere?: boolean;
  children?: ReactNode;
}) {
  const { node, currency } = props;
  const view = useTreeView();
  const { units, sales, commission } = nodeFigures(node, view.mode);
  const note = lifeNote(node);
  return (
    <div
      className={classes.card}
      data-here={props.isHere || undefined}
      data-back={standsBack(view, node) || undefined}
    >
      <button
        type="button"
        className={classes.open}
        onClick={() => view.onOpen({ node, parentLabel: props.parent?.label ?? null })}
      >
        <span className={classes.name}>{node.label}</span> <LevelBadge node={node} />
        {note !== null && <span className={classes.note}> {note}</span>}
      </button>
      <dl className={classes.figures}>
        <div>
          <dt>Units</dt>
          <dd>{countWords(units)}</dd>
        </div>
        <div>
          <dt>Sales</dt>
          <dd>
            <MoneyText minor={sales} currency={currency} />
          </dd>
        </div>
        <div>
          <dt>Commission</dt>
          <dd className={classes.main}>
            <MoneyText minor={commission} currency={currency} />
          </dd>
        </div>
      </dl>
      {props.children}
    </div>
  );
}
