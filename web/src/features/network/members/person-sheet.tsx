import type { TreeNode } from "@portal/shared/network/network-tree.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import { Link } from "wouter";
import { api } from "../../../api/api.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { DayText } from "../../../ui/days.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { Failure, Loading } from "../../../ui/feedback.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { StockistCard } from "../../../ui/stockist-card.tsx";
import { actorWords, changeWords, termsWords } from "./change-words.ts";
import { countWords, LevelBadge, lifeNote, nodeFigures, peopleWords } from "./node-figures.tsx";
import classes from "./person-sheet.module.css";
import { networkPathOf, type OpenPerson } from "./tree-store.ts";

/** Who looks, which decides what the figures of a node are. */
export type Viewer = Readonly<{
  kind: "member" | "office";
  /** Whose commission the nodes show; null: each node its own. */
  memberId: number | null;
  name: string;
}>;

/** One person of the network: who it is, what the figures are made of, and how it came to stand here. */
export function PersonSheet(props: {
  person: OpenPerson;
  viewer: Viewer;
  currency: Currency;
  onClose: () => void;
}) {
  const { person, viewer } = props;
  const { node } = person;
  return (
    <Sheet title={node.label} onClose={props.onClose}>
      <div className={classes.sheet}>
        <Identity person={person} />
        {viewer.kind === "office" && <OfficeLinks node={node} />}
        {node.isStockist && <StockistSales userId={node.userId} />}
        <Sold node={node} currency={props.currency} />
        <Earned node={node} currency={props.currency} viewer={viewer} />
        <PersonHistory node={node} />
      </div>
    </Sheet>
  );
}

function Identity({ person }: { person: OpenPerson }) {
  const { node, parentLabel } = person;
  const link = `${window.location.origin}/via/${node.code}`;
  const note = lifeNote(node);
  return (
    <section aria-label="Details" className={classes.part}>
      <p className={classes.standing}>
        <LevelBadge node={node} />
      </p>
      {note !== null && (
        <p className={classes.note}>
          {note}. We show both so that past figures stay where they were earned.
        </p>
      )}
      <Facts
        facts={[
          { name: "Email", value: <a href={`mailto:${node.email}`}>{node.email}</a> },
          ...(parentLabel === null ? [] : [{ name: "Parent", value: parentLabel }]),
          { name: "Direct team", value: peopleWords(node.childCount) },
          { name: "Code", value: node.code },
          {
            name: "Shop link",
            value: (
              <span className={classes.link}>
                <span className={classes.address}>{link}</span>
                <CopyButton value={link} what="shop link" />
              </span>
            ),
          },
        ]}
      />
    </section>
  );
}

/** What a stockist's sales are made of, for whoever earns from them. */
function StockistSales({ userId }: { userId: number }) {
  const card = api.wallet.stockistCard.useQuery({ userId });
  if (card.data) return <StockistCard figures={card.data} isOwn={false} />;
  return card.error ? (
    <Failure what="the sales" error={card.error} onRetry={() => void card.refetch()} />
  ) : (
    <Loading what="the sales" lines={3} />
  );
}

function OfficeLinks({ node }: { node: TreeNode }) {
  return (
    <p className={classes.links}>
      <Link href={`/admin/users?search=${encodeURIComponent(node.email)}`}>View in Users</Link>
      {!node.isStockist && <Link href={networkPathOf(node.userId)}>View network</Link>}
      {!node.isStockist && (
        <Link href={`/admin/statements?member=${node.userId}`}>View statements</Link>
      )}
    </p>
  );
}

function Sold({ node, currency }: { node: TreeNode; currency: Currency }) {
  const current = nodeFigures(node, "current");
  const before = nodeFigures(node, "historical");
  const total = nodeFigures(node, "total");
  const money = (minor: number) => <MoneyText minor={minor} currency={currency} />;
  return (
    <section aria-labelledby="sold" className={classes.part}>
      <h3 id="sold" className={classes.heading}>
        Sales
      </h3>
      <p className={classes.note}>Units at the fixed unit value, excl. VAT.</p>
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
    </section>
  );
}

/** Credit and balance belong to a wallet, so they stand where the node is its own viewer. */
function Earned(props: { node: TreeNode; currency: Currency; viewer: Viewer }) {
  const { node, viewer } = props;
  const isOwn = viewer.memberId === null || viewer.memberId === node.userId;
  const money = (minor: number) => <MoneyText minor={minor} currency={props.currency} />;
  const { levelOneCommissionData: leader, formerCommission: former } = node;
  return (
    <section aria-labelledby="earned" className={classes.part}>
      <h3 id="earned" className={classes.heading}>
        Commission
      </h3>
      <p className={classes.note}>{whoseCommission(node, viewer)}</p>
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
          ...(isOwn
            ? [
                { name: "Turned into store credit", value: money(node.totalCommCredit) },
                { name: "Balance (unpaid minus credit)", value: money(node.totalCommBalance) },
              ]
            : []),
          ...(former !== null && (former.paid !== 0 || former.unpaid !== 0)
            ? [
                {
                  name: "Includes commission from former team members",
                  value: money(former.paid + former.unpaid),
                },
              ]
            : []),
          ...(leader === null
            ? []
            : [
                {
                  name: `Leader bonus (${leader.levelOnes} ${leader.levelOnes === 1 ? "level 1" : "level 1s"} sponsored)`,
                  value: money(leader.bonus),
                },
                {
                  name: "Leader bonus since last payout",
                  value: money(leader.bonusSinceLastPayout),
                },
              ]),
        ]}
      />
    </section>
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

/** A stockist's percentages with their days, and what changed lately around the person. */
function PersonHistory({ node }: { node: TreeNode }) {
  return (
    <>
      {node.isStockist && (
        <section aria-labelledby="terms" className={classes.part}>
          <h3 id="terms" className={classes.heading}>
            Percentages
          </h3>
          <Terms userId={node.userId} />
        </section>
      )}
      <section aria-labelledby="changes" className={classes.part}>
        <h3 id="changes" className={classes.heading}>
          {node.isStockist ? "Recent changes" : "Recent changes in this team"}
        </h3>
        <Changes userId={node.userId} />
      </section>
    </>
  );
}

function Terms({ userId }: { userId: number }) {
  const terms = api.network.termsHistory.useQuery({ userId });
  if (!terms.data) {
    return terms.error ? (
      <Failure what="the percentages" error={terms.error} onRetry={() => void terms.refetch()} />
    ) : (
      <Loading what="the percentages" lines={2} height={36} />
    );
  }
  return (
    <>
      <p className={classes.note}>Each order keeps the percentages in force on its date.</p>
      <ul className={classes.history}>
        {terms.data.map((term) => (
          <li key={term.position} className={classes.event}>
            {termsWords(term)}
            <When from at={term.from} by={term.actorName} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Changes({ userId }: { userId: number }) {
  const changes = api.network.activity.useQuery({ of: userId, page: 1, pageSize: shownChanges });
  if (!changes.data) {
    return changes.error ? (
      <Failure what="the changes" error={changes.error} onRetry={() => void changes.refetch()} />
    ) : (
      <Loading what="the changes" lines={2} height={36} />
    );
  }
  if (changes.data.rows.length === 0) return <p className={classes.note}>No changes yet</p>;
  return (
    <ul className={classes.history}>
      {changes.data.rows.map((change) => (
        <li key={change.position} className={classes.event}>
          {changeWords(change)}
          <When at={change.at} by={actorWords(change)} />
        </li>
      ))}
    </ul>
  );
}

function When(props: { at: string; by: string | null; from?: boolean }) {
  return (
    <span className={classes.when}>
      {props.from && "Since "}
      <DayText value={props.at} />
      {props.by !== null && `, by ${props.by}`}
    </span>
  );
}
