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
    <section aria-label="Who it is" className={classes.part}>
      <p className={classes.standing}>
        <LevelBadge node={node} />
      </p>
      {note !== null && (
        <p className={classes.note}>
          {note}. An uplift keeps two lives of a person apart, so that no figure changes its place.
        </p>
      )}
      <Facts
        facts={[
          { name: "Email", value: <a href={`mailto:${node.email}`}>{node.email}</a> },
          ...(parentLabel === null ? [] : [{ name: "Stands below", value: parentLabel }]),
          { name: "Directly below", value: peopleWords(node.childCount) },
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
      <Link href={`/admin/users?search=${encodeURIComponent(node.email)}`}>Open in Users</Link>
      {!node.isStockist && <Link href={networkPathOf(node.userId)}>Their network</Link>}
      {!node.isStockist && <Link href={`/admin/statements?member=${node.userId}`}>Statements</Link>}
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
        Sold
      </h3>
      <p className={classes.note}>Sales are units at the fixed value of a unit, without VAT.</p>
      <Facts
        amounts
        facts={[
          { name: "Units since the last payout", value: countWords(current.units) },
          { name: "Units until then", value: countWords(before.units) },
          { name: "Units from the start", value: countWords(total.units), isSum: true },
          { name: "Sales since the last payout", value: money(current.sales) },
          { name: "Sales until then", value: money(before.sales) },
          { name: "Sales from the start", value: money(total.sales), isSum: true },
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
            name: "Earned from the start",
            value: money(node.totalCommPaid + node.totalCommUnpaid),
            isSum: true,
          },
          ...(isOwn
            ? [
                { name: "Credit", value: money(node.totalCommCredit) },
                { name: "Balance: unpaid less credit", value: money(node.totalCommBalance) },
              ]
            : []),
          ...(former !== null && (former.paid !== 0 || former.unpaid !== 0)
            ? [
                {
                  name: "In it: from people who were moved elsewhere since",
                  value: money(former.paid + former.unpaid),
                },
              ]
            : []),
          ...(leader === null
            ? []
            : [
                {
                  name: `Leader bonus from ${leader.levelOnes} level 1 directly below`,
                  value: money(leader.bonus),
                },
                {
                  name: "Leader bonus since the last payout",
                  value: money(leader.bonusSinceLastPayout),
                },
              ]),
        ]}
      />
    </section>
  );
}

function whoseCommission(node: TreeNode, viewer: Viewer): string {
  if (viewer.memberId === null) return `What ${node.label} earned from all sales.`;
  const isOwn = viewer.memberId === node.userId;
  if (viewer.kind === "member")
    return isOwn
      ? "What you earned from your own sales."
      : `What you earned from this person’s sales.`;
  return isOwn
    ? `What ${viewer.name} earned from own sales.`
    : `What ${viewer.name} earned from this person’s sales.`;
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
          {node.isStockist ? "Recent changes" : "Recent changes here and below"}
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
      <p className={classes.note}>An order keeps the percentages of its day.</p>
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
  if (changes.data.rows.length === 0) return <p className={classes.note}>None yet.</p>;
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
