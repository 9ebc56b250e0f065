import {
  Anchor,
  Box,
  Button,
  Group,
  Paper,
  SimpleGrid,
  Stack,
  Text,
  UnstyledButton,
} from "@mantine/core";
import type { Currency } from "@portal/shared/platform/money.ts";
import type { TreeNode } from "@portal/shared/network/network-tree.ts";
import { IconChevronRight, IconUsers } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { api } from "../../../api/api.ts";
import { Failure, Loading } from "../../../ui/feedback.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { useFocusAfterStep } from "../../../ui/use-focus-after-step.ts";
import classes from "./network.module.css";
import { countWords } from "../../../digit-groups.ts";
import { LevelBadge, lifeNote, nodeFigures, peopleWords } from "./node-figures.tsx";
import {
  type Branch,
  branchInput,
  branchOptions,
  moreWords,
  isDimmed,
  topOfTree,
  useBranch,
  useFromTree,
  useTreeView,
} from "./tree-store.ts";

/**
 * The tree on a phone: one generation at a time, with a breadcrumb above it. `trail` leads from the top to the person
 * whose team is listed; it is in the URL, so that Back goes up again.
 */
export function DrillList(props: {
  top: Branch;
  /** The start of the trail: the member whose tree it is, or empty for the whole forest. */
  home: readonly string[];
  trail: readonly string[];
  onTrail: (trail: readonly string[]) => void;
}) {
  const { trail, top } = props;
  const { scope } = useTreeView();
  const steps = useTrailNodes(top, trail);
  const here = trail.at(-1) ?? null;
  const pages = useFromTree((tree) => tree.pagesOf(here ?? topOfTree));
  const below = useBranch(scope, here, pages);
  const person = steps.at(-1)?.node ?? null;
  const head = useFocusAfterStep(trail.join("."));

  return (
    <Stack gap="sm">
      <Stack gap="xs" ref={head} tabIndex={-1}>
        {trail.length > props.home.length && (
          <Breadcrumb steps={steps} hasTop={props.home.length === 0} onTrail={props.onTrail} />
        )}
        {person !== null && (
          <TrailPerson node={person} parent={steps.at(-2)?.node ?? null} currency={top.currency} />
        )}
      </Stack>
      <People
        key={here}
        branch={below}
        parent={person}
        parentId={here ?? topOfTree}
        onInto={(node) => props.onTrail([...trail, node.id])}
      />
    </Stack>
  );
}

type TrailStep = Readonly<{ id: string; node: TreeNode | null; trail: readonly string[] }>;

/**
 * The people along the trail, each looked up on the first page of the one before; null for a person on a later page,
 * to whom a link may lead.
 */
function useTrailNodes(top: Branch, trail: readonly string[]): readonly TrailStep[] {
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
  steps: readonly TrailStep[];
  hasTop: boolean;
  onTrail: (trail: readonly string[]) => void;
}) {
  return (
    <nav aria-label="Breadcrumb">
      <Group component="ol" gap={4} m={0} p={0}>
        {props.hasTop && (
          <BreadcrumbItem>
            <BreadcrumbButton onClick={() => props.onTrail([])}>Top level</BreadcrumbButton>
          </BreadcrumbItem>
        )}
        {props.steps.map(({ id, node, trail }, at) => {
          const name = node?.label ?? `Member ${id}`;
          return (
            <BreadcrumbItem key={id}>
              {(at > 0 || props.hasTop) && (
                <IconChevronRight size={16} stroke={1.8} aria-hidden="true" />
              )}
              {at === props.steps.length - 1 ? (
                <Text span inherit fw={600} aria-current="page">
                  {name}
                </Text>
              ) : (
                <BreadcrumbButton onClick={() => props.onTrail(trail)}>{name}</BreadcrumbButton>
              )}
            </BreadcrumbItem>
          );
        })}
      </Group>
    </nav>
  );
}

function BreadcrumbItem(props: { children: ReactNode }) {
  return (
    <Group component="li" gap={4} mih={44} fz="md" wrap="nowrap">
      {props.children}
    </Group>
  );
}

function BreadcrumbButton(props: { children: string; onClick: () => void }) {
  return (
    <Anchor component="button" type="button" inherit mih={44} onClick={props.onClick}>
      {props.children}
    </Anchor>
  );
}

function People(props: {
  branch: Branch;
  parent: TreeNode | null;
  parentId: string;
  onInto: (node: TreeNode) => void;
}) {
  const { branch, parent, parentId } = props;
  const { store } = useTreeView();
  const more = branch.isLoading || branch.error !== null ? null : moreWords(branch);
  return (
    <>
      {branch.nodes.length > 0 && (
        <Box
          component="ul"
          m={0}
          mx="-md"
          p={0}
          aria-label={parent === null ? "Top level" : `${parent.label}’s team`}
        >
          {branch.nodes.map((node) => (
            <PersonRow
              key={node.id}
              node={node}
              parent={parent}
              currency={branch.currency}
              onInto={() => props.onInto(node)}
            />
          ))}
        </Box>
      )}
      {branch.isLoading && <Loading what="the team" lines={6} height={72} />}
      {branch.error !== null && (
        <Failure what="the team" error={branch.error} onRetry={branch.retry} />
      )}
      {!branch.isLoading && branch.error === null && branch.nodes.length === 0 && (
        <Text c="dimmed">
          {parent === null ? "No one here yet." : `${parent.label} has no team yet.`}
        </Text>
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

type PersonProps = Readonly<{ node: TreeNode; parent: TreeNode | null; currency: Currency }>;

/** What both presentations of a person show, and the action that opens the sheet. */
function usePerson({ node, parent }: PersonProps) {
  const view = useTreeView();
  return {
    figures: nodeFigures(node, view.mode),
    showsLeaderBonus: view.showsLeaderBonus,
    note: lifeNote(node),
    isDimmed: isDimmed(view, node),
    open: () => view.onOpen({ node, parentLabel: parent?.label ?? null }),
  };
}

/** The person whose team is listed below. */
function TrailPerson(props: PersonProps) {
  const { node, currency } = props;
  const { figures, note, showsLeaderBonus, open } = usePerson(props);
  return (
    <Paper bg="var(--ground)" p="md" pt={4}>
      <UnstyledButton w="100%" mih={44} onClick={open}>
        <Text span fw={600} td="underline">
          {node.label}
        </Text>{" "}
        <LevelBadge node={node} />
        {note !== null && (
          <Text span display="block" size="sm" c="dimmed">
            {" "}
            {note}
          </Text>
        )}
      </UnstyledButton>
      <SimpleGrid component="dl" cols={showsLeaderBonus ? 2 : 3} m={0} spacing="xs">
        <Figure name="Units">{countWords(figures.units)}</Figure>
        <Figure name="Sales">
          <MoneyText minor={figures.sales} currency={currency} />
        </Figure>
        <Figure name="Commission">
          <MoneyText minor={figures.commission} currency={currency} />
        </Figure>
        {showsLeaderBonus && (
          <Figure name="Leader bonus">
            <MoneyText minor={figures.leaderBonus} currency={currency} />
          </Figure>
        )}
      </SimpleGrid>
    </Paper>
  );
}

function Figure(props: { name: string; children: ReactNode }) {
  return (
    <div>
      <Text component="dt" size="xs" c="dimmed">
        {props.name}
      </Text>
      <Text component="dd" m={0} size="sm" fw={550} className="tabular">
        {props.children}
      </Text>
    </div>
  );
}

/**
 * Two lines that open the person, and beside them a button that lists the person's own team. Mostly plain elements, as in the
 * rows of the tree: a press that lists a team draws twenty.
 */
function PersonRow(props: PersonProps & { onInto: () => void }) {
  const { node, currency } = props;
  const { figures, note, isDimmed: isRowDimmed, open } = usePerson(props);
  return (
    <li className={classes.drill}>
      <UnstyledButton className={classes.drillOpen ?? ""} onClick={open}>
        <span className={`${classes.drillLine} row spread`}>
          <span className={`${classes.drillName} ${isRowDimmed ? "quiet" : "strong"}`}>
            {node.label}
          </span>{" "}
          <span className="strong tabular">
            <MoneyText minor={figures.commission} currency={currency} />
          </span>
        </span>{" "}
        <span className="row spread quiet small">
          <LevelBadge node={node} />{" "}
          <span className="tabular">
            {countWords(figures.units)} {figures.units === 1 ? "unit" : "units"}
          </span>
        </span>
        {note !== null && <span className="row quiet small"> {note}</span>}
      </UnstyledButton>
      <span className={classes.drillInto}>
        {node.childCount > 0 && (
          <Button
            variant="subtle"
            color="gray"
            px="xs"
            h={44}
            aria-label={`${peopleWords(node.childCount)} in ${node.label}’s team`}
            leftSection={<IconUsers size={16} stroke={1.8} aria-hidden="true" />}
            rightSection={<IconChevronRight size={16} stroke={1.8} aria-hidden="true" />}
            onClick={props.onInto}
          >
            {countWords(node.childCount)}
          </Button>
        )}
      </span>
    </li>
  );
}
