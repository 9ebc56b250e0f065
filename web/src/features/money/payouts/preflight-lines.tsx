import { Group } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconExclamationCircle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { type Currency, formatMoney } from "@portal/shared/platform/money.ts";
import type { PreflightCheck, PreflightLine } from "@portal/shared/money/payouts.ts";
import { StatusText } from "../../../ui/facts.tsx";
import classes from "./payouts.module.css";

const looks = {
  ok: { color: "var(--good)", Icon: IconCircleCheck },
  warning: { color: "var(--waiting)", Icon: IconAlertTriangle },
  bad: { color: "var(--bad)", Icon: IconExclamationCircle },
} as const;
const soundWords: Readonly<Record<PreflightCheck, string>> = {
  "bank-details": "Bank details are there",
  "account-number": "The account number can be right",
  changed: "The account was not changed in the last 14 days",
  reversal: "Nothing was taken back since the request",
  "shared-account": "Nobody else is paid to this account",
  age: "The request is not older than 30 days",
};

/** What was looked at before paying, one line each. */
export function PreflightLines(props: { lines: readonly PreflightLine[]; currency: Currency }) {
  return (
    <ul className={classes.lines}>
      {props.lines.map((line) => (
        <li key={line.check}>
          <PreflightSentence severity={line.severity}>
            {lineWords(line, props.currency)}
          </PreflightSentence>
        </li>
      ))}
    </ul>
  );
}

/** The worst of it, in a list. */
export function PreflightRemark(props: { lines: readonly PreflightLine[]; currency: Currency }) {
  const remarks = props.lines.filter(({ severity }) => severity !== "ok");
  const [worst] = [
    ...remarks.filter(({ severity }) => severity === "bad"),
    ...remarks.filter(({ severity }) => severity === "warning"),
  ];
  if (!worst) return <StatusText tone="good">Sound</StatusText>;
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
      return "There are no bank details";
    case "account-number":
      return "The account number cannot be right";
    case "changed":
      return `The account was changed ${daysAgo(count)}`;
    case "reversal":
      return `${formatMoney(count, currency)} was taken back since the request`;
    case "shared-account":
      return count === 1
        ? "One other person is paid to this account"
        : `${count} other people are paid to this account`;
    case "age":
      return `The request is ${count} days old`;
  }
}

function daysAgo(days: number): string {
  if (days === 0) return "today";
  return days === 1 ? "yesterday" : `${days} days ago`;
}
