import { formatMoney } from "@portal/shared/platform/money.ts";
import { Link } from "wouter";
import { Facts } from "../../../ui/facts.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import type { LedgerHealth } from "./ledger-health-screen.tsx";
import classes from "./ledger-health.module.css";
import { LookedText } from "./looked-text.tsx";
import { Part } from "./part.tsx";
import { percentWords, shareWords } from "./percent-words.ts";

/** What members' sales cost so far, beside the most that the plan allows. */
export function PlanPart({ health }: { health: LedgerHealth }) {
  const { plan, currency, now } = health;
  const { value, chain, leader, outside } = plan;
  const count = outside?.count ?? 0;
  return (
    <Part
      title="Law of the plan"
      isWide={count > 0}
      tone={outside === null ? "neutral" : count === 0 ? "good" : "bad"}
      state={
        outside === null
          ? "Not known"
          : count === 0
            ? "Every sale within it"
            : `${count} ${count === 1 ? "sale" : "sales"} outside`
      }
    >
      <Facts
        facts={[
          { name: "Members' sales", value: <MoneyText minor={value} currency={currency} /> },
          {
            name: "Own and upline",
            value: `${shareWords(chain, value)} of at most ${percentWords(plan.chainCeilingBps)}`,
          },
          {
            name: "Leader bonus",
            value: `${shareWords(leader, value)} of at most ${percentWords(plan.leaderCeilingBps)}`,
          },
        ]}
      />
      {outside && count > 0 && (
        <ul className={classes.findings}>
          {outside.sales.map((sale) => (
            <li key={`${sale.position}`}>
              <Link href={`/admin/orders?order=${sale.orderId}`}>Order {sale.orderNumber}</Link>:{" "}
              {formatMoney(sale.chain + sale.leader, currency)} on{" "}
              {formatMoney(sale.value, currency)}, {shareWords(sale.chain, sale.value)} and{" "}
              {shareWords(sale.leader, sale.value)}
            </li>
          ))}
          {count > outside.sales.length && <li>and {count - outside.sales.length} older ones</li>}
        </ul>
      )}
      <LookedText looked={outside} now={now} />
    </Part>
  );
}
