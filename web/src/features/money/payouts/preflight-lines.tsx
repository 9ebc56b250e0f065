import { type Currency, formatMoney } from "@portal/shared/platform/money.ts";
import type { PreflightCheck, PreflightLine } from "@portal/shared/money/payouts.ts";
import { StatusText, type Tone } from "../../../ui/facts.tsx";
import classes from "./payouts.module.css";

const tones: Readonly<Record<PreflightLine["severity"], Tone>> = {
  ok: "good",
  warning: "waiting",
  bad: "bad",
};
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
          <StatusText tone={tones[line.severity]} isSentence>
            {lineWords(line, props.currency)}
          </StatusText>
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
    <StatusText tone={tones[worst.severity]} isSentence>
      {lineWords(worst, props.currency)}
      {more}
    </StatusText>
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
