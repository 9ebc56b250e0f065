import { taxYearOf } from "@portal/shared/platform/calendar.ts";
import { MoneyText } from "../../../ui/money-text.tsx";
import type { MemberMonths } from "./member-statements.tsx";
import classes from "./statements.module.css";

const yearNotes = {
  za: "A tax year runs from March to February, and has the name of the year in which it ends.",
  uk: "A tax year runs from April to March, and has the name of the year in which it ends.",
  usa: "A tax year is a calendar year.",
} as const;

/** What to hand in for each tax year. */
export function TaxYears({
  months: { months, region, currency, memberId },
}: {
  months: MemberMonths;
}) {
  const years = new Map<number, { earned: number; cash: number }>();
  for (const { month, earned, cash } of months) {
    const year = taxYearOf(month, region);
    const before = years.get(year) ?? { earned: 0, cash: 0 };
    years.set(year, { earned: before.earned + earned, cash: before.cash + cash });
  }
  return (
    <section className={classes.part} aria-labelledby="tax-years">
      <h2 id="tax-years" className={classes.heading}>
        Tax years
      </h2>
      <p className={classes.hint}>{yearNotes[region]}</p>
      <ul className={classes.years}>
        {[...years].toReversed().map(([year, { earned, cash }]) => (
          <li key={year} className={classes.year}>
            <strong>Tax year {year}</strong>
            <span>
              Earned <MoneyText minor={earned} currency={currency} />
            </span>
            <span>
              Paid out <MoneyText minor={cash} currency={currency} />
            </span>
            <span className={classes.links}>
              <a
                href={`/statements/${memberId}/tax/${year}/tax-pack.pdf`}
                target="_blank"
                rel="noreferrer"
                aria-label={`Tax year ${year} as PDF`}
              >
                PDF
              </a>
              <a
                href={`/statements/${memberId}/tax/${year}/tax-pack.csv`}
                download
                aria-label={`Tax year ${year} as CSV`}
              >
                CSV
              </a>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
