import type { Currency } from "@portal/shared/money.ts";
import { MoneyText } from "../../ui/money-text.tsx";
import form from "./order-form.module.css";
import classes from "./summary-step.module.css";
import type { SavedAddress } from "./summary-step.tsx";
import type { Quoted } from "./use-quote.ts";

/** What one recipient gets, and where. */
export function SummarySection(props: {
  section: Quoted["sections"][number];
  currency: Currency;
  address: SavedAddress | undefined;
  isCollected: boolean;
  onChange: () => void;
}) {
  const { section, currency, address } = props;
  const name = address
    ? `${address.recipientFirstName} ${address.recipientLastName}`
    : "the recipient";
  return (
    <section className={classes.section} aria-label={`Order for ${name}`}>
      <table className={classes.lines}>
        <thead>
          <tr>
            <th scope="col">Product</th>
            <th scope="col">Each</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {section.lines.map((line) => (
            <tr key={line.productId}>
              <th scope="row">
                {line.quantity} × {line.name}
              </th>
              <td>
                <MoneyText minor={line.unitPrice} currency={currency} />
              </td>
              <td>
                <MoneyText minor={line.lineTotal} currency={currency} />
              </td>
            </tr>
          ))}
          <tr>
            <th scope="row">Delivery</th>
            <td />
            <td>
              {section.delivery === 0 ? (
                "Free"
              ) : (
                <MoneyText minor={section.delivery} currency={currency} />
              )}
            </td>
          </tr>
        </tbody>
      </table>
      <div className={classes.row}>
        <div>
          <h2 className={classes.heading}>Recipient</h2>
          {address && (
            <address className={classes.text}>
              {name}
              <br />
              {!props.isCollected && (
                <>
                  {[address.complexBuilding, address.streetAddress].filter(Boolean).join(", ")}
                  <br />
                  {[address.suburb, address.town, address.postalCode].filter(Boolean).join(", ")}
                  <br />
                </>
              )}
              {address.recipientCell}
            </address>
          )}
        </div>
        <button
          type="button"
          className={form.quiet}
          aria-label={`Change the order for ${name}`}
          onClick={props.onChange}
        >
          Change
        </button>
      </div>
    </section>
  );
}
