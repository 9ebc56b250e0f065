import { Anchor, Button, Group, Stack, Text, Timeline, Title } from "@mantine/core";
import type { TreeNode } from "@portal/shared/network/network-tree.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import type { ReactNode } from "react";
import { useRegionWords } from "../../../session/use-region-words.ts";
import { Link } from "wouter";
import { api } from "../../../api/api.ts";
import { personPath } from "../../../session/paths.ts";
import { useShopLink } from "../../../session/use-shop-link.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { DayText } from "../../../ui/days.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { Loaded } from "../../../ui/feedback.tsx";
import { StockistSales } from "../../../ui/stockist-card.tsx";
import { actorWords, changeWords, termsWords } from "./change-words.ts";
import { countWords } from "../../../digit-groups.ts";
import { LevelBadge, lifeNote, nodeFigures, peopleWords } from "./node-figures.tsx";
import { networkPathOf, type OpenPerson } from "./tree-store.ts";

/** The viewer, on whom the meaning of a node's figures depends. */
export type Viewer = Readonly<{
  kind: "member" | "office";
  /** The member whose commission the nodes show; null if each node shows its own. */
  memberId: number | null;
  name: string;
}>;

/** One person of the network: details, the parts of the figures, and the history. */
export function PersonSheet(props: {
  person: OpenPerson;
  viewer: Viewer;
  currency: Currency;
  onClose: () => void;
}) {
  const { person, viewer } = props;
  const { node } = person;
  return (
    <Sheet
      title={node.label}
      states={<LevelBadge node={node} />}
      foot={viewer.kind === "office" && <OfficeLinks node={node} />}
      onClose={props.onClose}
    >
      <Identity person={person} />
      {node.isStockist && <StockistSales userId={node.userId} />}
      <Sold node={node} currency={props.currency} />
      <Earned node={node} currency={props.currency} viewer={viewer} />
      <PersonHistory node={node} />
    </Sheet>
  );
}

/** A section of the sheet with a heading and a line that explains its figures. */
function Part(props: { id: string; title: string; note?: string; children: ReactNode }) {
  return (
    <Stack component="section" gap="xs" aria-labelledby={props.id}>
      <div>
        <Title order={3} id={props.id}>
          {props.title}
        </Title>
        {props.note && (
          <Text size="sm" c="dimmed">
            {props.note}
          </Text>
        )}
      </div>
      {props.children}
    </Stack>
  );
}

function Identity({ person }: { person: OpenPerson }) {
  const { node, parentLabel } = person;
  const shopLink = useShopLink();
  const link = shopLink(node.code);
  const note = lifeNote(node);
  return (
    <Stack component="section" gap="xs" aria-label="Details">
      {note !== null && (
        <Text size="sm" c="dimmed">
          {note}. We show both so that past figures stay where they were earned.
        </Text>
      )}
      <Facts
        facts={[
          {
            name: "Email",
            value: (
              <Anchor inherit href={`mailto:${node.email}`}>
                {node.email}
              </Anchor>
            ),
          },
          parentLabel !== null && { name: "Parent", value: parentLabel },
          { name: "Direct team", value: peopleWords(node.childCount) },
          { name: "Code", value: node.code },
          {
            name: "Shop link",
            value: (
              <Group gap="xs" justify="space-between">
                {link}
                <CopyButton value={link} what="shop link" />
              </Group>
            ),
          },
        ]}
      />
    </Stack>
  );
}

function OfficeLinks({ node }: { node: TreeNode }) {
  return (
    <>
      {!node.isStockist && (
        <>
          <Button
            variant="default"
            component={Link}
            href={`/admin/statements?member=${node.userId}`}
          >
            View statements
          </Button>
          <Button variant="default" component={Link} href={networkPathOf(node.userId)}>
            View network
          </Button>
        </>
      )}
      <Button component={Link} href={personPath(node.userId)}>
        Open page
      </Button>
    </>
  );
}

function Sold({ node, currency }: { node: TreeNode; currency: Currency }) {
  const { priceTax } = useRegionWords();
  const current = nodeFigures(node, "current");
  const before = nodeFigures(node, "historical");
  const total = nodeFigures(node, "total");
  const money = (minor: number) => <MoneyText minor={minor} currency={currency} />;
  return (
    <Part id="sold" title="Sales" note={`Units at the fixed unit value, excl. ${priceTax}.`}>
      <Facts
        amounts
        facts={[
          { name: "Units since last payout", value: countWords(current.units) },
          { name: "Units up to last payout", value: countWords(before.units) },
          { name: "Units, all time", value: countWords(total.units), isSum: true },
          { name: "Sales since last payout", value: money(current.sales) },
          { name: "Sales up to last payout", value: money(before.sales) },
          { name: "Sales, all time", value: money(total.sales), isSum: true },
        ]}
      />
    </Part>
  );
}

/** Store credit and balance belong to a wallet, so they are shown only if the commission is the node's own. */
function Earned(props: { node: TreeNode; currency: Currency; viewer: Viewer }) {
  const { node, viewer } = props;
  const isOwn = viewer.memberId === null || viewer.memberId === node.userId;
  const money = (minor: number) => <MoneyText minor={minor} currency={props.currency} />;
  const { levelOneCommissionData: leader, formerCommission: former } = node;
  return (
    <Part id="earned" title="Commission" note={whoseCommission(node, viewer)}>
      <Facts
        amounts
        facts={[
          { name: "Unpaid", value: money(node.totalCommUnpaid) },
          { name: "Paid", value: money(node.totalCommPaid) },
          {
            name: "Earned, all time",
            value: money(node.totalCommPaid + node.totalCommUnpaid),
            isSum: true,
          },
          isOwn && { name: "Turned into store credit", value: money(node.totalCommCredit) },
          isOwn && { name: "Balance (unpaid minus credit)", value: money(node.totalCommBalance) },
          former !== null &&
            (former.paid !== 0 || former.unpaid !== 0) && {
              name: "Includes commission from former team members",
              value: money(former.paid + former.unpaid),
            },
          leader === null &&
            node.leaderBonus !== 0 && {
              name: "Includes leader bonus",
              value: money(node.leaderBonus),
            },
          leader && {
            name: `Leader bonus (${leader.levelOnes} ${leader.levelOnes === 1 ? "level 1" : "level 1s"} sponsored)`,
            value: money(leader.bonus),
          },
          leader && {
            name: "Leader bonus since last payout",
            value: money(leader.bonusSinceLastPayout),
          },
        ]}
      />
    </Part>
  );
}

function whoseCommission(node: TreeNode, viewer: Viewer): string {
  if (viewer.memberId === null) return `Commission ${node.label} earned on all sales.`;
  const isOwn = viewer.memberId === node.userId;
  if (viewer.kind === "member")
    return isOwn
      ? "Commission you earned on your own sales."
      : "Commission you earned on this person’s sales.";
  return isOwn
    ? `Commission ${viewer.name} earned on their own sales.`
    : `Commission ${viewer.name} earned on this person’s sales.`;
}

const shownChanges = 5;

/** A stockist's percentages over time, and recent changes of the person or the team. */
function PersonHistory({ node }: { node: TreeNode }) {
  return (
    <>
      {node.isStockist && (
        <Part
          id="terms"
          title="Percentages"
          note="Each order keeps the percentages in force on its date."
        >
          <Terms userId={node.userId} />
        </Part>
      )}
      <Part id="changes" title={node.isStockist ? "Recent changes" : "Recent changes in this team"}>
        <Changes userId={node.userId} />
      </Part>
    </>
  );
}

function Terms({ userId }: { userId: number }) {
  const terms = api.network.termsHistory.useQuery({ userId });
  return (
    <Loaded query={terms} what="the percentages" lines={2} height={36}>
      {(rows) => (
        <History
          events={rows.map(({ position, from, actorName, ...term }) => ({
            key: position,
            what: termsWords(term),
            at: from,
            by: actorName,
          }))}
          when="Since "
        />
      )}
    </Loaded>
  );
}

function Changes({ userId }: { userId: number }) {
  const changes = api.network.activity.useQuery({ of: userId, page: 1, pageSize: shownChanges });
  return (
    <Loaded query={changes} what="the changes" lines={2} height={36}>
      {({ rows }) =>
        rows.length === 0 ? (
          <Text size="sm" c="dimmed">
            No changes yet
          </Text>
        ) : (
          <History
            events={rows.map((change) => ({
              key: change.position,
              what: changeWords(change),
              at: change.at,
              by: actorWords(change),
            }))}
          />
        )
      }
    </Loaded>
  );
}

type Event = Readonly<{ key: number; what: string; at: string; by: string | null }>;

function History(props: { events: readonly Event[]; when?: string }) {
  return (
    <Timeline bulletSize={12} lineWidth={1} active={props.events.length} role="list">
      {props.events.map(({ key, what, at, by }) => (
        <Timeline.Item key={key} role="listitem">
          <Text size="sm">{what}</Text>
          <Text size="sm" c="dimmed">
            {props.when}
            <DayText value={at} />
            {by !== null && `, by ${by}`}
          </Text>
        </Timeline.Item>
      ))}
    </Timeline>
  );
}
