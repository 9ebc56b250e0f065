import {
  Badge,
  Box,
  Group,
  Paper,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
  ThemeIcon,
  Title,
} from "@mantine/core";
import { type DashboardPeriod, dashboardPeriods } from "@portal/shared/office/dashboard.ts";
import {
  type Icon,
  IconBuildingBank,
  IconBuildingStore,
  IconCashBanknote,
  IconCheck,
  IconChevronRight,
  IconCoins,
  IconCreditCard,
  IconCreditCardOff,
  IconHeartbeat,
  IconHelpCircle,
  IconMailX,
  IconMessage2,
  IconPackage,
  IconScale,
  IconTruck,
  IconUserCheck,
} from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { Fragment, type ReactNode } from "react";
import { Link, useSearchParams } from "wouter";
import { api } from "../../../api/api.ts";
import { AgoText, daysSince } from "../../../ui/days.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { Loaded, Notice } from "../../../ui/feedback.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { PayoutStopWords, payoutStopTitle } from "../../money/payouts/payout-stop-notice.tsx";
import classes from "./dashboard.module.css";
import { periodIn, usualPeriod } from "./dashboard-queries.ts";
import { Figures, type Dashboard } from "./figures.tsx";
import { periodWords, SalesOfPeriod } from "./period-sales.tsx";

/** Some queues (bank files, emails, messages) change without an event, so that live updates do not cover them. */
const pollMs = 30_000;

/** The first screen of the office: sales, and the queues of open work. */
export function DashboardScreen() {
  const [params, setParams] = useSearchParams();
  const period = periodIn(params);
  const dashboard = api.dashboard.get.useQuery(
    { period },
    { refetchInterval: pollMs, placeholderData: keepPreviousData },
  );
  const choose = (chosen: DashboardPeriod) =>
    setParams(chosen === usualPeriod ? {} : { period: chosen }, { replace: true });
  return (
    <Stack>
      <PageHeader title="Dashboard">
        <SegmentedControl
          aria-label="Period"
          value={period}
          data={dashboardPeriods.map((value) => ({ value, label: periodWords[value].label }))}
          onChange={choose}
        />
      </PageHeader>
      <Loaded query={dashboard} what="the dashboard" lines={4} height={176} areCards>
        {(data) => (
          <>
            <Problems
              stops={data.payoutStops}
              disks={data.fullDisks}
              unsent={data.work.urgentUnsent.count}
            />
            <Figures dashboard={data} words={periodWords[data.period]} />
            <SimpleGrid minColWidth={360} style={{ alignItems: "start" }}>
              <OpenWork work={data.work} now={data.now} />
              <SalesOfPeriod
                sales={data.sales}
                currency={data.work.currency}
                words={periodWords[data.period]}
              />
            </SimpleGrid>
          </>
        )}
      </Loaded>
    </Stack>
  );
}

type Work = Dashboard["work"];
type Task = Readonly<{
  label: string;
  path: string;
  icon: Icon;
  count: number;
  more?: ReactNode;
  /** The oldest item has waited longer than the shop allows. */
  isLate?: boolean;
}>;

/** The server stops counting here. */
const countedMax = 1000;

/** A link to the list of each queue that is not empty. */
function OpenWork(props: { work: Work; now: string }) {
  const tasks = tasksOf(props.work, props.now);
  const open = tasks.filter(({ count }) => count > 0);
  const done = tasks.filter(({ count }) => count === 0);
  const total = open.reduce((sum, { count }) => sum + count, 0);
  return (
    <Paper component="section" aria-labelledby="open-work">
      <Group justify="space-between" px="md" h={52}>
        <Title order={2} id="open-work">
          To do
        </Title>
        {total > 0 && <Badge color="amber">{total}</Badge>}
      </Group>
      {open.length === 0 ? (
        <Empty title="All done">
          <p>New tasks appear here automatically.</p>
        </Empty>
      ) : (
        <ul className="plain">
          {open.map((task) => (
            <li key={task.path}>
              <OpenTask {...task} />
            </li>
          ))}
        </ul>
      )}
      {open.length > 0 && done.length > 0 && (
        <Group className={classes.task ?? ""} wrap="nowrap" c="var(--good)" component="div">
          <IconCheck size={16} aria-hidden="true" style={{ flex: "none" }} />
          <Text size="sm" c="dimmed">
            Nothing to do in: {done.map(({ label }) => label.toLowerCase()).join(", ")}.
          </Text>
        </Group>
      )}
    </Paper>
  );
}

function OpenTask({ label, path, icon: TaskIcon, count, more, isLate = false }: Task) {
  const counted = count >= countedMax ? `${countedMax} or more` : String(count);
  return (
    <Link href={path} className={`${classes.task} row`}>
      <ThemeIcon size={36} variant="light" color={isLate ? "amber" : "gray"}>
        <TaskIcon size={19} stroke={1.7} aria-hidden="true" />
      </ThemeIcon>
      <Box flex={1} miw={0}>
        <Text fw={600}>{label}</Text>
        {more !== undefined && (
          <Text size="sm" c="dimmed">
            {more}
          </Text>
        )}
      </Box>
      <Text fz="1.25rem" fw={650} ta="end" className="tabular">
        {counted}
      </Text>
      <IconChevronRight size={18} stroke={1.8} aria-hidden="true" />
    </Link>
  );
}

/** Calendar days that a payout request, and a paid order until it is shipped or packed, may wait. */
const payoutDays = 3;
const parcelDays = 2;

function isOlder(at: string | null, days: number, now: string): boolean {
  return at !== null && daysSince(at, new Date(now)) > days;
}

function tasksOf(work: Work, now: string): readonly Task[] {
  const { payouts, bankLines, overpaid, underpaid, sentUnpaid, toShip, toPack, toQuote, currency } =
    work;
  const money = (minor: number) => <MoneyText minor={minor} currency={currency} />;
  const isPayoutLate = isOlder(payouts.oldestAt, payoutDays, now);
  const isLateToShip = isOlder(toShip.oldestAt, parcelDays, now);
  const isLateToPack = isOlder(toPack.oldestAt, parcelDays, now);
  return [
    {
      label: "Decisions",
      path: "/admin/decisions",
      icon: IconUserCheck,
      count: work.proposals.count,
      more: "Changes waiting for a decision",
    },
    {
      label: "Payout requests",
      path: "/admin/payout-requests",
      icon: IconCashBanknote,
      count: payouts.count,
      more: (
        <>
          {money(payouts.sum)} to pay out.{" "}
          {oldest(payouts.oldestAt, "Oldest request", isPayoutLate)}
        </>
      ),
      isLate: isPayoutLate,
    },
    {
      label: "Bank payments to match",
      path: "/admin/bank-payments",
      icon: IconBuildingBank,
      count: bankLines.count,
      more: <>{money(bankLines.sum)} received, not matched to an order</>,
    },
    {
      label: "Overpaid orders",
      path: "/admin/orders?state=overpaid",
      icon: IconScale,
      count: overpaid.count,
      more: <>{money(overpaid.sum)} to refund</>,
    },
    {
      label: "Partly paid orders",
      path: "/admin/orders?state=underpaid",
      icon: IconCoins,
      count: underpaid.count,
      more: <>{money(underpaid.sum)} still due</>,
    },
    {
      label: "Orders sent but not paid",
      path: "/admin/orders?view=sent-unpaid",
      icon: IconCoins,
      count: sentUnpaid.count,
      more: <>{money(sentUnpaid.sum)} missing</>,
      isLate: sentUnpaid.count > 0,
    },
    {
      label: "Orders to ship",
      path: "/admin/orders?view=to-ship",
      icon: IconPackage,
      count: toShip.count,
      more: oldest(toShip.oldestAt, "Oldest paid", isLateToShip),
      isLate: isLateToShip,
    },
    {
      label: "Orders to pack for collection",
      path: "/admin/orders?view=to-pack",
      icon: IconBuildingStore,
      count: toPack.count,
      more: oldest(toPack.oldestAt, "Oldest paid", isLateToPack),
      isLate: isLateToPack,
    },
    {
      label: "Orders needing a quote",
      path: "/admin/orders?view=to-quote",
      icon: IconTruck,
      count: toQuote.count,
      more: "The courier’s quote is missing or has expired",
    },
    {
      label: "Unresolved card notifications",
      path: "/admin/card-notifications?state=parked",
      icon: IconCreditCard,
      count: work.notifications.count,
      more:
        work.notifications.sum > 0 ? (
          <>{money(work.notifications.sum)} paid by card and not recorded</>
        ) : undefined,
    },
    {
      label: "Card exceptions",
      path: cardExceptionsPath(work.cardExceptions),
      icon: IconCreditCardOff,
      count: work.cardExceptions.count,
      more: "Ledger and settlement do not agree",
    },
    {
      label: "Emails not sent",
      path: "/admin/sent-emails?state=failed",
      icon: IconMailX,
      count: work.failedMails.count,
    },
    {
      label: "Commission questions",
      path: "/admin/entry-questions",
      icon: IconHelpCircle,
      count: work.questions.count,
      more: "Waiting for an answer",
    },
    {
      label: "Contact messages",
      path: "/admin/contact-messages",
      icon: IconMessage2,
      count: work.contactMessages.count,
      more: "Received in the last 7 days",
    },
    {
      label: "Ledger problems",
      path: "/admin/ledger-health",
      icon: IconHeartbeat,
      count: work.projectionProblems.count,
      more: "Figures that do not match the ledger",
    },
  ];
}

function cardExceptionsPath({ from, to }: Work["cardExceptions"]): string {
  return from === null
    ? "/admin/card-match"
    : `/admin/card-match?show=exceptions&from=${from}&to=${to}`;
}

function oldest(at: string | null, words: string, isLate: boolean): ReactNode {
  return at === null ? undefined : (
    <Text span inherit {...(isLate && { c: "var(--waiting)" })}>
      {words} <AgoText value={at} />
    </Text>
  );
}

type Disk = Dashboard["fullDisks"][number];

const diskNames: Record<Disk["of"], string> = { database: "the database", files: "the uploads" };

/** One alert for all problems. */
function Problems(props: {
  stops: Dashboard["payoutStops"];
  disks: readonly Disk[];
  /** Codes, links and warnings. */
  unsent: number;
}) {
  const { stops, disks, unsent } = props;
  const isFull = disks.some(({ of, level }) => of === "database" && level === "full");
  const [first, ...more] = [
    stops.length > 0 && { title: payoutStopTitle, words: <PayoutStopWords stops={stops} /> },
    disks.length > 0 && {
      title: isFull ? "Disk full: orders have stopped" : "Disk nearly full",
      words: <FullDisks disks={disks} isFull={isFull} />,
    },
    unsent > 0 && { title: "Codes and warnings are not sent", words: <Unsent count={unsent} /> },
  ].filter((problem) => problem !== false);
  if (!first) return null;
  return (
    <Notice tone={stops.length > 0 || isFull || unsent > 0 ? "bad" : "warning"} title={first.title}>
      {first.words}
      {more.map(({ title, words }) => (
        <Fragment key={title}>
          <Text fw={650} mt="xs">
            {title}
          </Text>
          {words}
        </Fragment>
      ))}
    </Notice>
  );
}

function Unsent(props: { count: number }) {
  return (
    <p>
      {props.count === 1 ? "One message has" : `${props.count} messages have`} waited for 15
      minutes. We keep trying. Contact your server administrator, and see{" "}
      <Link href="/admin/sent-emails?state=queued" className="link">
        Sent emails
      </Link>
      .
    </p>
  );
}

function FullDisks(props: { disks: readonly Disk[]; isFull: boolean }) {
  return (
    <>
      {props.disks.map(({ of, freeBytes, totalBytes }) => (
        <p key={of}>
          {gigabytes(freeBytes)} of {gigabytes(totalBytes)} free on the disk for {diskNames[of]}.
        </p>
      ))}
      <p>
        {props.isFull
          ? "Orders will resume when space is freed. Existing orders and payments are safe."
          : "Uploads stop below 1 GB and orders below 0.25 GB. Contact your server administrator."}
      </p>
    </>
  );
}

function gigabytes(bytes: number): string {
  const size = bytes / 1024 ** 3;
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} GB`;
}
