import type { Currency } from "@portal/shared/platform/money.ts";
import { placeLine } from "@portal/shared/platform/region.ts";
import type { ReactNode } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { MapOfAddress } from "../../../ui/map-of-address.tsx";
import { OfficeAddress } from "./office-address.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { arrivalOf } from "./delivery-step.tsx";
import { changeDraft } from "./order-draft.ts";
import classes from "./order-form.module.css";
import type { Quoted } from "./order-quote.ts";

export type SavedAddress = ApiOutputs["addresses"]["list"][number];

/** The goods, address and delivery of one recipient. */
export function SummarySection(props: {
  section: Quoted["sections"][number];
  currency: Currency;
  address: SavedAddress | undefined;
  delivery: string;
  /** The day of arrival, where it is known. */
  day: string | null;
  isCollected: boolean;
  /** The collector's name, where there is no recipient. */
  collector: string;
  /** The notes and the gift message of this parcel. */
  notes: ReactNode;
  onChange: () => void;
}) {
  const { address } = props;
  const name = address
    ? `${address.recipientFirstName} ${address.recipientLastName}`
    : props.isCollected
      ? props.collector
      : "the recipient";
  return (
    <section className={`${classes.parcel} card`} aria-label={`Order for ${name}`}>
      <div className="row spread">
        <div className="grow">
          <h2>
            {props.isCollected ? "Collected by" : "Parcel to"} <span translate="no">{name}</span>
          </h2>
          {props.isCollected ? <OfficeAddress /> : address && <AddressText address={address} />}
        </div>
        <button
          type="button"
          className="link"
          aria-label={`Change the order for ${name}`}
          onClick={props.onChange}
        >
          Change
        </button>
      </div>
      <Lines {...props} />
      {props.notes && <div className="stack">{props.notes}</div>}
    </section>
  );
}

function Lines(props: {
  section: Quoted["sections"][number];
  currency: Currency;
  delivery: string;
  day: string | null;
}) {
  const { section, currency } = props;
  const money = (minor: number) => <MoneyText minor={minor} currency={currency} />;
  const { data: catalog } = api.catalog.products.useQuery(undefined, { staleTime: 60_000 });
  /** As the shop shows it beside the price. */
  const originalOf = ({ productId, listPrice }: Quoted["sections"][number]["lines"][number]) =>
    catalog?.products.find(({ id }) => id === productId)?.originalPrice ?? listPrice;
  return (
    <table className={classes.summary}>
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
              {line.unitPrice < originalOf(line) && (
                <>
                  <s>{money(originalOf(line))}</s>{" "}
                </>
              )}
              {money(line.unitPrice)}
            </td>
            <td>{money(line.lineTotal)}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">
            {props.delivery}
            {props.day && <span className="quiet small">{arrivalOf(props.day)}</span>}
          </th>
          <td>
            <button
              type="button"
              className="link"
              aria-label="Change delivery"
              onClick={() => changeDraft((before) => ({ ...before, step: 2 }))}
            >
              Change
            </button>
          </td>
          <td>{section.delivery === 0 ? "Free" : money(section.delivery)}</td>
        </tr>
      </tbody>
    </table>
  );
}

function AddressText({ address }: { address: SavedAddress }) {
  return (
    <address className="quiet">
      <span translate="no">
        {[address.complexBuilding, address.streetAddress, address.line2, address.line3]
          .filter(Boolean)
          .join(", ")}
        <br />
        {placeLine(address)}
        <br />
        {address.numbers[0]}
      </span>
      <br />
      <MapOfAddress
        address={[address.streetAddress, placeLine(address)]}
        name={`${address.recipientFirstName} ${address.recipientLastName}`}
        latitude={address.latitude}
        longitude={address.longitude}
      />
    </address>
  );
}
