import { Button, Group, Stack } from "@mantine/core";
import {
  IconAlertTriangle,
  IconChevronDown,
  IconChevronUp,
  IconCircleCheck,
  IconExclamationCircle,
} from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { type Currency, formatMoney } from "@portal/shared/platform/money.ts";
import type { PreflightCheck, PreflightLine } from "@portal/shared/money/payouts.ts";
import { StatusText } from "../../../ui/facts.tsx";

const looks = {
  ok: { color: "var(--good)", Icon: IconCircleCheck },
  warning: { color: "var(--waiting)", Icon: IconAlertTriangle },
  bad: { color: "var(--bad)", Icon: IconExclamationCircle },
} as const;
const soundWords: Readonly<Record<PreflightCheck, string>> = {
  "bank-details": "Bank details present",
  "account-number": "Account number is valid",
  changed: "Account unchanged for 14 days",
  reversal: "No reversals since the request",
  "shared-account": "Account not used by anyone else",
  age: "Request is less than 30 days old",
};

/** What was looked at before paying: what was found is in sight, what is sound is folded away. */
export function PreflightLines(props: { lines: readonly PreflightLine[]; currency: Currency }) {
  const { lines, currency } = props;
  const [isUnfolded, setUnfolded] = useState(false);
  const found = [
    ...lines.filter(({ severity }) => severity === "bad"),
    ...lines.filter(({ severity }) => severity === "warning"),
  ];
  const sound = lines.filter(({ severity }) => severity === "ok");
  return (
    <Stack gap="xs" align="flex-start">
      {found.map((line) => (
        <PreflightSentence key={line.check} severity={line.severity}>
          {lineWords(line, currency)}
        </PreflightSentence>
      ))}
      {sound.length > 0 && (
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
          {sound.length === 1 ? "1 check passed" : `${sound.length} checks passed`}
        </Button>
      )}
      {isUnfolded &&
        sound.map((line) => (
          <PreflightSentence key={line.check} severity={line.severity}>
            {lineWords(line, currency)}
          </PreflightSentence>
        ))}
    </Stack>
  );
}

/** The worst of it, in a list. */
export function PreflightRemark(props: { lines: readonly PreflightLine[]; currency: Currency }) {
  const remarks = props.lines.filter(({ severity }) => severity !== "ok");
  const [worst] = [
    ...remarks.filter(({ severity }) => severity === "bad"),
    ...remarks.filter(({ severity }) => severity === "warning"),
  ];
  if (!worst) return <StatusText tone="good">All checks passed</StatusText>;
  const more = remarks.length > 1 ? `, and ${remarks.length - 1} more` : "";
  return (
    <PreflightSentence severity={worst.severity}>
      {lineWords(worst, props.currency)}
      {more}
    </PreflightSentence>
  );
}

function PreflightSentence(props: { severity: PreflightLine["severity"]; children: ReactNode }) {
  const { color, Icon } = looks[props.severity];
  return (
    <Group component="span" gap={6} wrap="nowrap" align="flex-start" c={color}>
      <Icon size={16} stroke={1.8} aria-hidden="true" />
      <span>{props.children}</span>
    </Group>
  );
}

function lineWords({ check, severity, figure }: PreflightLine, currency: Currency): string {
  if (severity === "ok") return soundWords[check];
  const count = figure ?? 0;
  switch (check) {
    case "bank-details":
      return "No bank details";
    case "account-number":
      return "Account number is not valid";
    case "changed":
      return `Account changed ${daysAgo(count)}`;
    case "reversal":
      return `${formatMoney(count, currency)} reversed since the request`;
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
