import { IconChevronRight } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { AgoText } from "../../../ui/ago-text.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import type { Dashboard } from "./dashboard-screen.tsx";
import classes from "./dashboard.module.css";

type Work = Dashboard["work"];
type Task = Readonly<{ label: string; path: string; count: number; more?: ReactNode }>;

/** The server counts no further. */
const countedMax = 1000;

/** One link for each kind of work, those with something to do first; each leads to its list. */
export function OpenWork(props: { work: Work }) {
  const tasks = tasksOf(props.work);
  const open = tasks.filter(({ count }) => count > 0);
  const done = tasks.filter(({ count }) => count === 0);
  return (
    <section aria-labelledby="open-work" className={classes.work}>
      <h2 id="open-work" className={classes.title}>
        Waiting for you
      </h2>
      {open.length === 0 ? (
        <Empty title="Nothing waits">
          <p>What needs somebody appears here by itself.</p>
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
          Nothing else waits: {done.map(({ label }) => label.toLowerCase()).join(", ")}.
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
    more: "Changes that wait for a second admin",
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
          {money(payouts.sum)} to pay out. {oldest(payouts.oldestAt, "The oldest came")}
        </>
      ),
    },
    {
      label: "Bank payments to match",
      path: "/admin/bank-payments",
      count: bankLines.count,
      more: <>{money(bankLines.sum)} came in and belongs to no order yet</>,
    },
    {
      label: "Orders paid too much",
      path: "/admin/orders?state=overpaid",
      count: overpaid.count,
      more: <>{money(overpaid.sum)} to give back</>,
    },
    {
      label: "Orders paid in part",
      path: "/admin/orders?state=underpaid",
      count: underpaid.count,
      more: <>{money(underpaid.sum)} still to come</>,
    },
  ];
}

function orderTasks({ toShip, toQuote }: Work): readonly Task[] {
  return [
    {
      label: "Orders to ship",
      path: "/admin/orders?view=to-ship",
      count: toShip.count,
      more: oldest(toShip.oldestAt, "The oldest was paid"),
    },
    {
      label: "Orders to be quoted again",
      path: "/admin/orders?view=to-quote",
      count: toQuote.count,
      more: "The courier has not named a price that still holds",
    },
  ];
}

function systemTasks(work: Work): readonly Task[] {
  return [
    {
      label: "Card notifications without a verdict",
      path: "/admin/card-notifications?state=parked",
      count: work.notifications.count,
    },
    {
      label: "Mails that were not sent",
      path: "/admin/sent-emails?state=failed",
      count: work.failedMails.count,
    },
    {
      label: "Contact messages",
      path: "/admin/contact-messages",
      count: work.contactMessages.count,
      more: "Written in the last seven days",
    },
    {
      label: "Problems of the books",
      path: "/admin/ledger-health",
      count: work.projectionProblems.count,
      more: "Tables that do not follow the ledger",
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
