import { type Currency, formatMoney } from "@portal/shared/platform/money.ts";
import { Link } from "wouter";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { Failure } from "../../../ui/failure.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import classes from "./month-bars.module.css";
import { entriesPath, monthWords } from "./wallet-view.ts";
import walletClasses from "./wallet.module.css";

type Months = ApiOutputs["wallet"]["months"];

/** Twelve months side by side, and the same numbers in a table that leads to their entries. */
export function MonthBars(props: { currency: Currency }) {
  const months = api.wallet.months.useQuery();
  return (
    <section className={walletClasses.part} aria-labelledby="months">
      <h2 id="months" className={walletClasses.heading}>
        Commission by month
      </h2>
      {months.data ? (
        <>
          <Bars months={months.data} currency={props.currency} />
          <details className={walletClasses.details}>
            <summary>The same numbers as a table</summary>
            <MonthTable months={months.data} currency={props.currency} />
          </details>
        </>
      ) : months.error ? (
        <Failure what="your months" error={months.error} onRetry={() => void months.refetch()} />
      ) : (
        <Loading what="your months" lines={1} height={180} />
      )}
    </section>
  );
}

const width = 720;
const height = 230;
const floor = 36;
const ceiling = 34;

/** One scale for all; what was taken back beyond what was earned hangs below the line. */
function Bars({ months, currency }: { months: Months; currency: Currency }) {
  const highest = Math.max(0, ...months.map(({ commission }) => commission));
  const lowest = Math.min(0, ...months.map(({ commission }) => commission));
  const span = highest - lowest || 1;
  const room = height - floor - ceiling;
  const zero = ceiling + (room * highest) / span;
  const step = width / Math.max(1, months.length);
  return (
    <svg
      className={classes.bars}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`Commission of each month, at most ${formatMoney(highest, currency)}. The table below has the same numbers.`}
    >
      <line className={classes.line} x1="0" x2={width} y1={zero} y2={zero} />
      {months.map(({ month, commission }, at) => {
        const size = (room * Math.abs(commission)) / span;
        return (
          <g key={month}>
            <title>{`${monthWords(month)}: ${formatMoney(commission, currency)}`}</title>
            <rect
              className={classes.bar}
              data-negative={commission < 0 || undefined}
              x={at * step + step * 0.16}
              width={step * 0.68}
              y={commission < 0 ? zero : zero - size}
              height={Math.max(size, commission === 0 ? 0 : 1)}
              rx="2"
            />
            <text className={classes.month} x={(at + 0.5) * step} y={height - 6}>
              {monthWords(month).slice(0, 3)}
            </text>
            {commission === highest && highest > 0 && (
              <text
                className={classes.highest}
                x={(at + 0.5) * step}
                y={ceiling - 8}
                textAnchor={at === 0 ? "start" : at >= months.length - 2 ? "end" : "middle"}
                dx={at === 0 ? -step * 0.34 : at >= months.length - 2 ? step * 0.34 : 0}
              >
                {formatMoney(commission, currency)}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

function MonthTable({ months, currency }: { months: Months; currency: Currency }) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Month</th>
          <th scope="col">Commission</th>
        </tr>
      </thead>
      <tbody>
        {months.toReversed().map(({ month, commission }) => (
          <tr key={month}>
            <th scope="row">{monthWords(month)}</th>
            <td>
              <Link
                href={entriesPath({ month })}
                aria-label={`${monthWords(month)}: ${formatMoney(commission, currency)}, see the entries`}
              >
                <MoneyText minor={commission} currency={currency} />
              </Link>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
