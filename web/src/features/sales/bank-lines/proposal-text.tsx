import type { ProposalKind } from "@portal/shared/sales/bank-lines.ts";
import { eftPrefix } from "@portal/shared/platform/constants.ts";
import { formatMoney } from "@portal/shared/platform/money.ts";
import { StatusText, type Tone } from "../../../ui/status-text.tsx";
import type { ListedBankLine } from "./bank-lines-screen.tsx";

const tones: Readonly<Record<ProposalKind, Tone>> = {
  exact: "good",
  mistyped: "waiting",
  split: "waiting",
  short: "waiting",
  part: "waiting",
  over: "waiting",
  amount: "waiting",
  paid: "bad",
  none: "neutral",
};

/** What a line is probably for, and how sure that is; for an applied one, what it was used for. */
export function ProposalText(props: { line: ListedBankLine }) {
  const { line } = props;
  if (line.state === "applied") return <StatusText tone="good">{orders(line.uses)}</StatusText>;
  if (line.state === "ignored") return <StatusText tone="neutral">{line.reason}</StatusText>;
  const kind = line.proposal?.kind ?? "none";
  return <StatusText tone={tones[kind]}>{wordsOf(line)}</StatusText>;
}

/** One sentence without a full stop: "Pays RH1042 in full". */
export function wordsOf({ proposal, currency }: ListedBankLine): string {
  if (!proposal) return "Not matched";
  const { kind, uses, difference, together } = proposal;
  const named = orders(uses);
  const money = formatMoney(Math.abs(difference), currency);
  switch (kind) {
    case "exact":
      return `Pays ${named} in full`;
    case "mistyped":
      return `Probably ${named}, mistyped`;
    case "split":
      return together.length > 0
        ? `Pays ${named} together with ${together.length} more`
        : `Pays ${named} at once`;
    case "short":
      return `${named}, ${money} short`;
    case "part":
      return `Part of ${named}, ${money} still to come`;
    case "over":
      return `${named}, ${money} too much`;
    case "amount":
      return `Only ${named} misses this amount`;
    case "paid":
      return `${named} is paid already`;
    case "none":
      return "No order found";
  }
}

function orders(uses: readonly { orderNumber: number }[]): string {
  return uses.map(({ orderNumber }) => `${eftPrefix}${orderNumber}`).join(" and ");
}
