import {
  Anchor,
  Badge,
  Box,
  Divider,
  Group,
  Paper,
  Progress,
  Stack,
  Text,
  UnstyledButton,
} from "@mantine/core";
import {
  type Icon,
  IconAlertTriangle,
  IconChevronRight,
  IconCircleCheck,
  IconCircleDot,
} from "@tabler/icons-react";
import type { MonthStep } from "@portal/shared/money/statements.ts";
import { dayInWords, monthInWords } from "@portal/shared/platform/calendar.ts";
import { formatMoney } from "@portal/shared/platform/money.ts";
import type { Procedure } from "@portal/shared/platform/permissions.ts";
import { keepPreviousData } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link, useSearchParams } from "wouter";
import { api } from "../../../api/api.ts";
import { useRegionWords } from "../../../session/use-region-words.ts";
import "../../../theme/mantine-forms.ts";
import { useMayCall } from "../../../session/use-may-call.ts";
import { residualText } from "../../../ui/amount.ts";
import { Loaded } from "../../../ui/feedback.tsx";
import { given, monthParam } from "../../../ui/list/list-controls.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { CloseMonth } from "./close-month.tsx";
import { EndingAgreements } from "./ending-agreements.tsx";
import { LedgerRuns } from "./ledger-runs.tsx";
import { YearEnd } from "./year-end.tsx";
import { MonthFiles } from "./month-files.tsx";
import {
  bankHref,
  bankNote,
  cardHref,
  cardNote,
  cardReconciliationOf,
  checkNote,
  isAnyUnsound,
  type MonthEnd,
  reconciliationOf,
  sealNote,
} from "./month-step-notes.ts";
import { MonthField } from "../../../ui/dates/month-field.tsx";

/** The steps before a month can be closed, with live counts, and the closing itself. */
export function MonthEndScreen() {
  const [params, setParams] = useSearchParams();
  const month = monthParam(params.get("month"));
  const query = api.monthEnd.get.useQuery(given({ month }), {
    refetchInterval: 30_000,
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  return (
    <Stack gap="md">
      <PageHeader title="Month end" note={data && noteOf(data)}>
        {data && data.closable.length > 1 && (
          <MonthField
            label="Month"
            description="Earlier open months are closed too."
            min={data.closable[0] ?? data.month}
            max={data.closable.at(-1) ?? data.month}
            value={data.month}
            onChange={(chosen) => setParams({ month: chosen }, { replace: true })}
          />
        )}
      </PageHeader>
      <Loaded query={query} what="the month" lines={8}>
        {(monthEnd) => (
          <>
            <Checklist monthEnd={monthEnd} />
            {monthEnd.yearEnd && <YearEnd year={monthEnd.yearEnd} isClosed={monthEnd.isClosed} />}
            <EndingAgreements agreements={monthEnd.selfBilling} />
            <MonthFiles month={monthEnd.month} />
            <LedgerRuns currency={monthEnd.currency} />
          </>
        )}
      </Loaded>
    </Stack>
  );
}

function noteOf({ month, isOver, isClosed, to }: MonthEnd): string {
  if (isClosed) return `${monthInWords(month)} is closed`;
  return isOver
    ? `${monthInWords(month)} is ready to close`
    : `${monthInWords(month)} runs until ${dayInWords(to, "medium")}`;
}

type Step = Readonly<{
  /** Null for information, which is not counted. */
  step: MonthStep | null;
  title: string;
  note: string;
  href: string;
  /** What the page of `href` depends on. */
  needs: Procedure;
  state: "done" | "open" | "wrong" | "later";
}>;

function Checklist({ monthEnd }: { monthEnd: MonthEnd }) {
  const { cents } = useRegionWords();
  const may = useMayCall();
  const { month, isOver, isClosed } = monthEnd;
  const rounding = api.statements.cents.useQuery();
  const residual = rounding.data?.months.find((row) => row.month === month)?.residual;
  const noResidual = rounding.data ? "No commission in this month" : "–";
  const steps = stepsOf(
    monthEnd,
    residual === undefined ? noResidual : `${residualText(residual)} ${cents}`,
  );
  const counted = steps.filter(({ state }) => state !== "later");
  const done = counted.filter(({ state }) => state === "done").length;
  const left = counted.filter(({ state }) => state !== "done");
  return (
    <>
      <Paper component="section" maw={760} aria-label={`Checklist for ${monthInWords(month)}`}>
        <Stack gap="xs" p="md">
          <Progress
            value={(100 * done) / counted.length}
            aria-label={`${done} of ${counted.length} done`}
            {...(left.length === 0 ? { color: "fynbos" } : {})}
          />
          <Text size="sm" c="dimmed">
            {done} of {counted.length} done
          </Text>
        </Stack>
        <Stack component="ul" gap={0} m={0} p={0}>
          {steps.map((step) => (
            <StepRow key={step.title} step={step} />
          ))}
        </Stack>
      </Paper>
      <Text size="sm" c="dimmed">
        Closing makes the statements final and emails everyone who earned commission. You cannot
        reopen a month.{" "}
        <Anchor component={Link} href="/admin/statements" size="sm">
          Closed months
        </Anchor>
        {" · "}
        <Anchor component={Link} href={`/admin/statements?view=register&month=${month}`} size="sm">
          Commission register
        </Anchor>
        {" · "}
        <Anchor component={Link} href={reconciliationOf(monthEnd)} size="sm">
          Bank reconciliation
        </Anchor>
        {" · "}
        <Anchor component={Link} href={cardReconciliationOf(monthEnd)} size="sm">
          Card provider reconciliation
        </Anchor>
      </Text>
      {may("statements.close") && !isClosed && isOver && monthEnd.closable.includes(month) && (
        <CloseMonth month={month} yearEnd={monthEnd.yearEnd} openSteps={left} />
      )}
    </>
  );
}

const signs: Readonly<Record<Step["state"], { Sign: Icon; color: string; word: string }>> = {
  done: { Sign: IconCircleCheck, color: "var(--good)", word: "Done" },
  open: { Sign: IconCircleDot, color: "var(--waiting)", word: "To do" },
  wrong: { Sign: IconAlertTriangle, color: "var(--bad)", word: "Problem" },
  later: { Sign: IconCircleDot, color: "var(--mantine-color-dimmed)", word: "For information" },
};
const tones = { open: "amber", wrong: "protea" } as const;

function StepRow({ step: { title, note, href, needs, state } }: { step: Step }) {
  const isLink = useMayCall()(needs);
  const { Sign, color, word } = signs[state];
  return (
    <Box component="li" maw="none">
      <Divider />
      <StepFrame href={isLink ? href : null}>
        <Group gap="sm" px="md" py="xs" mih={56} wrap="nowrap">
          <Sign size={18} stroke={1.7} color={color} role="img" aria-label={word} />
          <Stack gap={0} flex={1} miw={0}>
            <Text fw={550}>{title}</Text>
            <Text size="sm" c="dimmed">
              {note}
            </Text>
          </Stack>
          {(state === "open" || state === "wrong") && <Badge color={tones[state]}>{word}</Badge>}
          {isLink && <IconChevronRight size={16} stroke={1.8} aria-hidden="true" />}
        </Group>
      </StepFrame>
    </Box>
  );
}

function StepFrame({ href, children }: { href: string | null; children: ReactNode }) {
  if (href === null) return children;
  return (
    <UnstyledButton component={Link} href={href} w="100%">
      {children}
    </UnstyledButton>
  );
}

/** In the order of work; each step links to the list that it counts. */
function stepsOf(monthEnd: MonthEnd, roundingNote: string): readonly Step[] {
  const { notifications, payouts, currency, month } = monthEnd;
  const money = (minor: number) => formatMoney(minor, currency);
  const isBroken = isAnyUnsound(monthEnd);
  const steps: readonly Omit<Step, "state">[] = [
    {
      step: "bank",
      title: "Bank transactions matched",
      note: bankNote(monthEnd),
      href: bankHref(monthEnd),
      needs: "bankLines.list",
    },
    {
      step: "cards",
      title: "Card payments settled",
      note: cardNote(monthEnd),
      href: cardHref(monthEnd),
      needs: "cardMatch.list",
    },
    {
      step: "notifications",
      title: "Card notifications decided",
      note: notifications.count === 0 ? "None waiting" : `${notifications.count} waiting`,
      href: "/admin/card-notifications",
      needs: "notifications.list",
    },
    {
      step: "payouts",
      title: "Payout requests settled",
      note:
        payouts.count === 0
          ? "None open"
          : `${payouts.count} open, ${money(payouts.sum)}; they may be settled after closing`,
      href: "/admin/payout-requests",
      needs: "payouts.list",
    },
    {
      step: "ledger-check",
      title: "Ledger checked",
      note: checkNote(monthEnd),
      href: "/admin/ledger-health",
      needs: "ledgerHealth.get",
    },
    {
      step: "seal",
      title: "Ledger sealed",
      note: sealNote(monthEnd),
      href: "/admin/ledger-health",
      needs: "ledgerHealth.get",
    },
    {
      step: null,
      title: "Rounding differences",
      note: roundingNote,
      href: "/admin/statements",
      needs: "statements.closings",
    },
    {
      step: null,
      title: "Statements",
      note: monthEnd.isClosed ? `Final for ${monthInWords(month)}` : "After closing",
      href: "/admin/statements",
      needs: "statements.closings",
    },
  ];
  return steps.map((step) => ({
    ...step,
    state: stateOf(step.step, monthEnd.openSteps, isBroken),
  }));
}

function stateOf(
  step: MonthStep | null,
  openSteps: readonly MonthStep[],
  isBroken: boolean,
): Step["state"] {
  if (step === null) return "later";
  if (!openSteps.includes(step)) return "done";
  return step === "ledger-check" && isBroken ? "wrong" : "open";
}
