import { Button, Group, Stack } from "@mantine/core";
import {
  IconAlertTriangle,
  IconChevronDown,
  IconChevronUp,
  IconCircleCheck,
  IconExclamationCircle,
} from "@tabler/icons-react";
import { useState } from "react";
import { type Currency, formatMoney } from "@portal/shared/platform/money.ts";
import type { PreflightCheck, PreflightLine } from "@portal/shared/money/payouts.ts";
import { StatusText } from "../../../ui/facts.tsx";

const looks = {
  ok: { color: "var(--good)", Icon: IconCircleCheck },
  warning: { color: "var(--waiting)", Icon: IconAlertTriangle },
  bad: { color: "var(--bad)", Icon: IconExclamationCircle },
} as const;
const passedWords: Readonly<Record<PreflightCheck, string>> = {
  "bank-details": "Bank details present",
  "account-number": "Account number is valid",
  changed: "Account unchanged for 14 days",
  reversal: "Nothing reversed or undone since the request",
  "shared-account": "Account not used by anyone else",
  age: "Request is less than 30 days old",
};

/** The checks before paying: problems first, passed checks folded away. */
export function PreflightLines(props: { lines: readonly PreflightLine[]; currency: Currency }) {
  const { lines, currency } = props;
  const [isUnfolded, setUnfolded] = useState(false);
  const passed = lines.filter(({ severity }) => severity === "ok");
  return (
    <Stack gap="xs" align="flex-start">
      {problemsIn(lines).map((line) => (
        <PreflightSentence key={line.check} line={line} currency={currency} />
      ))}
      {passed.length > 0 && (
        <Button
          variant="subtle"
          color="fynbos"
          size="compact-sm"
          ml={-8}
          aria-expanded={isUnfolded}
          leftSection={<IconCircleCheck size={16} stroke={1.8} aria-hidden="true" />}
          rightSection={
            isUnfolded ? (
              <IconChevronUp size={14} aria-hidden="true" />
            ) : (
              <IconChevronDown size={14} aria-hidden="true" />
            )
          }
          onClick={() => setUnfolded(!isUnfolded)}
        >
          {passed.length === 1 ? "1 check passed" : `${passed.length} checks passed`}
        </Button>
      )}
      {isUnfolded &&
        passed.map((line) => (
          <PreflightSentence key={line.check} line={line} currency={currency} />
        ))}
    </Stack>
  );
}

/** Failed checks before warnings. */
function problemsIn(lines: readonly PreflightLine[]): readonly PreflightLine[] {
  return [
    ...lines.filter(({ severity }) => severity === "bad"),
    ...lines.filter(({ severity }) => severity === "warning"),
  ];
}

/** The worst problem, for a cell of a list. */
export function PreflightRemark(props: { lines: readonly PreflightLine[]; currency: Currency }) {
  const [worst, ...others] = problemsIn(props.lines);
  if (!worst) return <StatusText tone="good">All checks passed</StatusText>;
  return <PreflightSentence line={worst} currency={props.currency} others={others.length} />;
}

function PreflightSentence(props: { line: PreflightLine; currency: Currency; others?: number }) {
  const { line, currency, others = 0 } = props;
  const { color, Icon } = looks[line.severity];
  return (
    <Group component="span" gap={6} wrap="nowrap" align="flex-start" c={color}>
      <Icon size={16} stroke={1.8} aria-hidden="true" />
      <span>
        {lineWords(line, currency)}
        {others > 0 && `, and ${others} more`}
      </span>
    </Group>
  );
}

function lineWords({ check, severity, figure }: PreflightLine, currency: Currency): string {
  if (severity === "ok") return passedWords[check];
  const count = figure ?? 0;
  switch (check) {
    case "bank-details":
      return "No bank details";
    case "account-number":
      return "Account number is not valid";
    case "changed":
      return `Account changed ${daysAgo(count)}`;
    case "reversal":
      return `${formatMoney(count, currency)} reversed or undone since the request`;
    case "shared-account":
      return count === 1 ? "Also used by 1 other person" : `Also used by ${count} other people`;
    case "age":
      return `Request is ${count} days old`;
  }
}

function daysAgo(days: number): string {
  if (days === 0) return "today";
  return days === 1 ? "yesterday" : `${days} days ago`;
}
