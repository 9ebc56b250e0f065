import { type Currency, formatMoney } from "@portal/shared/platform/money.ts";
import { IconChevronRight } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { AgoText } from "../../../ui/days.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { FigureCard } from "../../../ui/facts.tsx";
import { Failure, Loading, Notice } from "../../../ui/feedback.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { PageHeading } from "../../../ui/page-heading.tsx";
import { PayoutStopNotice } from "../../../ui/payout-stop-notice.tsx";
import classes from "./dashboard.module.css";

export type Dashboard = ApiOutputs["dashboard"]["get"];
type Sold = Dashboard["sales"]["today"];

/** What is not told by the ledger (bank files, mails, messages) is asked for now and then. */
const pollMs = 30_000;

/** The first screen of the office: what was sold, and what waits for somebody. */
export function DashboardScreen() {
  const dashboard = api.dashboard.get.useQuery(undefined, { refetchInterval: pollMs });
  return (
    <div className={classes.page}>
      <PageHeading title="Dashboard" area="Office" />
      {dashboard.data ? (
        <Shown dashboard={dashboard.data} />
      ) : dashboard.error ? (
        <Failure
          what="the dashboard"
          error={dashboard.error}
          onRetry={() => void dashboard.refetch()}
        />
      ) : (
        <Loading what="the dashboard" lines={4} height={72} />
      )}
    </div>
  );
}

function Shown({ dashboard: { sales, work, payoutStops, fullDisks } }: { dashboard: Dashboard }) {
  const { currency } = work;
  const card = (label: string, now: Sold, before: Sold, than: string) => (
    <FigureCard
      label={label}
      figure={<MoneyText minor={now.total} currency={currency} />}
      note={`${now.orders} paid ${now.orders === 1 ? "order" : "orders"}. ${changeWords(now.total, before.total, currency, than)}`}
    />
  );
  return (
    <>
      <PayoutStopNotice stops={payoutStops} />
      <FullDisks disks={fullDisks} />
      <section aria-label="Sales" className={classes.sales}>
        {card("Sold today", sales.today, sales.yesterday, "this time yesterday")}
        {card("Sold this month", sales.month, sales.monthBefore, "this point last month")}
      </section>
      <OpenWork work={work} />
    </>
  );
}

type Work = Dashboard["work"];
type Task = Readonly<{ label: string; path: string; count: number; more?: ReactNode }>;

/** The server counts no further. */
const countedMax = 1000;

/** One link for each kind of work, those with something to do first; each leads to its list. */
function OpenWork(props: { work: Work }) {
  const tasks = tasksOf(props.work);
  const open = tasks.filter(({ count }) => count > 0);
  const done = tasks.filter(({ count }) => count === 0);
  return (
    <section aria-labelledby="open-work" className={classes.work}>
      <h2 id="open-work" className={classes.title}>
        To do
      </h2>
      {open.length === 0 ? (
        <Empty title="All done">
          <p>New tasks appear here automatically.</p>
        </Empty>
      ) : (
        <ul className={classes.tasks}>
          {open.map((task) => (
            <li key={task.path}>
              <OpenTask {...task} />
            </li>
          ))}
        </ul>
      )}
      {open.length > 0 && done.length > 0 && (
        <p className={classes.done}>
          Nothing to do in: {done.map(({ label }) => label.toLowerCase()).join(", ")}.
        </p>
      )}
    </section>
  );
}

function OpenTask({ label, path, count, more }: Task) {
  const counted = count >= countedMax ? `${countedMax} or more` : String(count);
  return (
    <Link href={path} className={classes.task}>
      <span className={classes.count}>{counted}</span>
      <span className={classes.what}>
        <span className={classes.label}>{label}</span>
        {more !== undefined && <span className={classes.more}>{more}</span>}
      </span>
      <IconChevronRight size={20} stroke={1.8} aria-hidden="true" />
    </Link>
  );
}

function tasksOf(work: Work): readonly Task[] {
  const decisions: Task = {
    label: "Decisions",
    path: "/admin/decisions",
    count: work.proposals.count,
    more: "Changes waiting for a second admin",
  };
  return [decisions, ...moneyTasks(work), ...orderTasks(work), ...systemTasks(work)];
}

function moneyTasks({ payouts, bankLines, overpaid, underpaid, currency }: Work): readonly Task[] {
  const money = (minor: number) => <MoneyText minor={minor} currency={currency} />;
  return [
    {
      label: "Payout requests",
      path: "/admin/payout-requests",
      count: payouts.count,
      more: (
        <>
          {money(payouts.sum)} to pay out. {oldest(payouts.oldestAt, "Oldest request")}
        </>
      ),
    },
    {
      label: "Bank payments to match",
      path: "/admin/bank-payments",
      count: bankLines.count,
      more: <>{money(bankLines.sum)} received, not matched to an order</>,
    },
    {
      label: "Overpaid orders",
      path: "/admin/orders?state=overpaid",
      count: overpaid.count,
      more: <>{money(overpaid.sum)} to refund</>,
    },
    {
      label: "Partly paid orders",
      path: "/admin/orders?state=underpaid",
      count: underpaid.count,
      more: <>{money(underpaid.sum)} still due</>,
    },
  ];
}

function orderTasks({ toShip, toQuote }: Work): readonly Task[] {
  return [
    {
      label: "Orders to ship",
      path: "/admin/orders?view=to-ship",
      count: toShip.count,
      more: oldest(toShip.oldestAt, "Oldest paid"),
    },
    {
      label: "Orders needing a quote",
      path: "/admin/orders?view=to-quote",
      count: toQuote.count,
      more: "The courier’s quote is missing or has expired",
    },
  ];
}

function systemTasks(work: Work): readonly Task[] {
  return [
    {
      label: "Unresolved card notifications",
      path: "/admin/card-notifications?state=parked",
      count: work.notifications.count,
    },
    {
      label: "Emails not sent",
      path: "/admin/sent-emails?state=failed",
      count: work.failedMails.count,
    },
    {
      label: "Contact messages",
      path: "/admin/contact-messages",
      count: work.contactMessages.count,
      more: "Received in the last 7 days",
    },
    {
      label: "Ledger problems",
      path: "/admin/ledger-health",
      count: work.projectionProblems.count,
      more: "Figures that do not match the ledger",
    },
  ];
}

function oldest(at: string | null, words: string): ReactNode {
  return at === null ? undefined : (
    <>
      {words} <AgoText value={at} />
    </>
  );
}

type Disk = Dashboard["fullDisks"][number];

const whose: Record<Disk["of"], string> = { database: "the database", files: "the uploads" };

/** For whoever looks after the server, before anything stops. */
function FullDisks(props: { disks: readonly Disk[] }) {
  const { disks } = props;
  if (disks.length === 0) return null;
  const isFull = disks.some(({ of, level }) => of === "database" && level === "full");
  return (
    <Notice
      tone={isFull ? "bad" : "warning"}
      title={isFull ? "Disk full: orders have stopped" : "Disk nearly full"}
    >
      {disks.map(({ of, freeBytes, totalBytes }) => (
        <p key={of}>
          {gigabytes(freeBytes)} of {gigabytes(totalBytes)} free on the disk for {whose[of]}.
        </p>
      ))}
      <p>
        {isFull
          ? "Orders will resume when space is freed. Existing orders and payments are safe."
          : "Uploads stop below 1 GB and orders below 0.25 GB. Contact your server administrator."}
      </p>
    </Notice>
  );
}

function gigabytes(bytes: number): string {
  const size = bytes / 1024 ** 3;
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} GB`;
}

/** "R120.00 more than this time yesterday (+25%)." */
export function changeWords(now: number, before: number, currency: Currency, than: string): string {
  if (now === before) return `Same as ${than}.`;
  const amount = formatMoney(Math.abs(now - before), currency);
  const words = `${amount} ${now > before ? "more" : "less"} than ${than}`;
  if (before === 0) return `${words}.`;
  const percent = Math.round(((now - before) / before) * 100);
  if (percent === 0) return `${words}.`;
  return `${words} (${percent > 0 ? "+" : "−"}${Math.abs(percent)}%).`;
}
