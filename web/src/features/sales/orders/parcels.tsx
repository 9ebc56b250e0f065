import { IconX } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef } from "react";
import { MoneyText } from "../../../ui/money-text.tsx";
import { ProductLines, type ProductsProps, useProducts } from "./more-products.tsx";
import {
  activeSection,
  changeDraft,
  type OrderDraft,
  quantityOf,
  withoutSection,
} from "./order-draft.ts";
import classes from "./order-form.module.css";
import { contentsOf, type Parcel, useParcels } from "./use-parcels.ts";
import type { Quoted } from "./order-quote.ts";

/** In the name of a button: "2 units for Kim Jacobs". */
function parcelWords({ units, name }: Parcel): string {
  return `${units} ${units === 1 ? "unit" : "units"} for ${name ?? "a new recipient"}`;
}

/** The parcels of an order for several recipients; one of them is open. */
export function ParcelList(
  props: ProductsProps & {
    /** The recipient choice of the open parcel. */
    recipients: ReactNode;
  },
) {
  const { draft, quote, opensWith } = props;
  return (
    <ul className="stack" aria-label="Recipients in this order">
      {useParcels(draft, quote).map((parcel) =>
        parcel.at === draft.active ? (
          <OpenParcel key={`open-${parcel.at}`} parcel={parcel}>
            <ParcelProducts draft={draft} parcel={parcel} opensWith={opensWith} />
            <h3 id="recipients">Recipient</h3>
            {props.recipients}
          </OpenParcel>
        ) : (
          <ClosedParcel
            key={`closed-${parcel.at}`}
            parcel={parcel}
            currency={quote.quote?.currency}
          />
        ),
      )}
    </ul>
  );
}

/** A parcel that is not being edited: recipient, contents and total. */
function ClosedParcel(props: { parcel: Parcel; currency: Quoted["currency"] | undefined }) {
  const { parcel, currency } = props;
  const words = parcelWords(parcel);
  return (
    <li className={`${classes.closed} card row`}>
      <span className={`${classes.number} number`} aria-hidden="true">
        {parcel.at + 1}
      </span>
      <div className="grow">
        <span className="strong">{parcel.name ?? "A new recipient"}</span>
        <br />
        <span className="quiet small">
          {[contentsOf(parcel), parcel.place].filter(Boolean).join(" · ")}
        </span>
      </div>
      {parcel.quoted && currency && (
        <strong>
          <MoneyText minor={parcel.quoted.total} currency={currency} />
        </strong>
      )}
      <button
        type="button"
        className={`${classes.change} link`}
        aria-label={`Change ${words}`}
        onClick={() => changeDraft((before) => ({ ...before, active: parcel.at }))}
      >
        Change
      </button>
      <RemoveButton parcel={parcel} />
    </li>
  );
}

/** The parcel being edited. It takes the focus, because the button that opened it is gone. */
function OpenParcel(props: { parcel: Parcel; children: ReactNode }) {
  const { parcel } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  // The content above changed its height: keep the parcel in view.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const title = `Parcel ${parcel.at + 1}`;
  return (
    <li className={`${classes.open} card stack`} aria-label={title}>
      <div className="row">
        <span className={`${classes.number} number`} aria-hidden="true">
          {parcel.at + 1}
        </span>
        <h2 ref={heading} tabIndex={-1} className="grow">
          {title}
          {parcel.name && <span className="quiet">: {parcelWords(parcel)}</span>}
        </h2>
        <RemoveButton parcel={parcel} />
      </div>
      {props.children}
    </li>
  );
}

function RemoveButton({ parcel }: { parcel: Parcel }) {
  return (
    <button
      type="button"
      className={`${classes.remove} round`}
      aria-label={`Remove ${parcelWords(parcel)}`}
      onClick={() => changeDraft((before) => withoutSection(before, parcel.at))}
    >
      <IconX size={18} stroke={1.8} aria-hidden="true" />
    </button>
  );
}

/** The products of the open parcel: those of the opening, and the others folded away. */
function ParcelProducts(props: {
  draft: OrderDraft;
  parcel: Parcel;
  opensWith: readonly number[];
}) {
  const { data, opening, others } = useProducts(props.opensWith);
  if (!data || opening.length === 0) return null;
  const { name, quoted } = props.parcel;
  const lines = quoted?.lines;
  const section = activeSection(props.draft);
  return (
    <>
      <h3>{name ? `What goes in for ${name}` : "What goes in"}</h3>
      <ProductLines draft={props.draft} lines={lines} products={opening} />
      {others.length > 0 && (
        <details open={others.some(({ id }) => quantityOf(section, id) > 0) || undefined}>
          <summary>Add other products</summary>
          <ProductLines draft={props.draft} lines={lines} products={others} />
        </details>
      )}
    </>
  );
}
