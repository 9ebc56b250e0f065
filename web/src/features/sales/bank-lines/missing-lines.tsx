import { formatMoney } from "@portal/shared/platform/money.ts";
import type { ApiOutputs } from "../../../api/api.ts";
import { formatDay } from "../../../ui/days.tsx";
import { Notice } from "../../../ui/feedback.tsx";
import { quoted } from "./uploaded-statement.tsx";

type Listed = ApiOutputs["bankLines"]["list"];

/** Stored transactions that a later statement of their days does not have, the largest first. */
export function MissingLines({ missing, currency }: Pick<Listed, "missing" | "currency">) {
  const { count, rows } = missing;
  if (count === 0) return null;
  const isOne = count === 1;
  return (
    <Notice
      tone="warning"
      title={
        isOne
          ? "1 transaction is not in a later statement of its day"
          : `${count} transactions are not in a later statement of their days`
      }
    >
      <p>
        {isOne
          ? "The statement covers its day but does not have it. Check it with your bank before you use it."
          : "The statement covers their days but does not have them. Check them with your bank before you use them."}
      </p>
      <ul>
        {rows.map(({ day, amount, description }) => (
          <li key={`${day} ${amount} ${description}`}>
            {formatDay(day)}: {formatMoney(amount, currency)}, {quoted(description)}
          </li>
        ))}
        {count > rows.length && <li>And {count - rows.length} more.</li>}
      </ul>
    </Notice>
  );
}
