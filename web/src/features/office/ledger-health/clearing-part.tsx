import { Link } from "wouter";
import { Facts } from "../../../ui/facts.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import type { LedgerHealth } from "./ledger-health-screen.tsx";
import { Part } from "./part.tsx";

/** Money that came in and has no place yet. */
export function ClearingPart({ health: { clearing, currency } }: { health: LedgerHealth }) {
  const { overpaid, underpaid, bankLines, notifications } = clearing;
  const count = overpaid.count + underpaid.count + bankLines.count + notifications.count;
  const fact = (path: string, name: string, found: { count: number; sum?: number }) => ({
    name,
    value:
      found.count === 0 ? (
        "None"
      ) : (
        <Link href={path}>
          {found.count}
          {found.sum !== undefined && (
            <>
              , <MoneyText minor={found.sum} currency={currency} />
            </>
          )}
        </Link>
      ),
  });
  return (
    <Part
      title="Open clearing items"
      tone={count === 0 ? "good" : "waiting"}
      state={count === 0 ? "None" : `${count} open`}
    >
      <Facts
        facts={[
          fact("/admin/orders?state=overpaid", "Orders paid too much", overpaid),
          fact("/admin/orders?state=underpaid", "Orders paid in part", underpaid),
          fact("/admin/bank-payments", "Bank payments without an order", bankLines),
          fact(
            "/admin/card-notifications?state=parked",
            "Card notifications without a verdict",
            notifications,
          ),
        ]}
      />
    </Part>
  );
}
