import { api, type ApiOutputs } from "../../../api/api.ts";
import { Failure } from "../../../ui/failure.tsx";
import { FigureCard } from "../../../ui/figure-card.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { PageHeading } from "../../../ui/page-heading.tsx";
import { PayoutStopNotice } from "../../../ui/payout-stop-notice.tsx";
import { changeWords } from "./change-words.ts";
import classes from "./dashboard.module.css";
import { FullDisks } from "./full-disks.tsx";
import { OpenWork } from "./open-work.tsx";

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
        {card("Sold today", sales.today, sales.yesterday, "yesterday by this time")}
        {card("Sold this month", sales.month, sales.monthBefore, "last month by this day")}
      </section>
      <OpenWork work={work} />
    </>
  );
}
