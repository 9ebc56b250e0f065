import { IconX } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { api } from "../../../api/api.ts";
import { guestId } from "../../../session/guest-id.ts";
import { MoneyText } from "../../../ui/money-text.tsx";
import { changeDraft, type OrderDraft, unitsOf, withoutSection } from "./order-draft.ts";
import type { Quoted, QuoteState } from "./order-form-screen.tsx";
import classes from "./order-form.module.css";

/** One recipient's part of the order, as the page speaks of it. */
export type Parcel = Readonly<{
  at: number;
  /** Null until somebody is chosen, and while the address book is on its way. */
  name: string | null;
  place: string;
  units: number;
  /** The server's prices of it; null where nothing is in it yet. */
  quoted: Quoted["sections"][number] | null;
}>;

/** Every part of an order with the name of who gets it; of an order for one person the name alone is not asked for. */
export function useParcels(draft: OrderDraft, { quote }: QuoteState): readonly Parcel[] {
  const { data } = api.addresses.list.useQuery(
    { uniqueId: guestId() },
    { enabled: draft.sections.length > 1 },
  );
  // The server prices what has something in it; empty parts are not in its answer.
  let filled = 0;
  return draft.sections.map((section, at) => {
    const person = data?.find(({ id }) => id === section.addressId);
    const units = unitsOf(section);
    return {
      at,
      name: person ? `${person.recipientFirstName} ${person.recipientLastName}` : null,
      place: person ? person.suburb || person.town : "",
      units,
      quoted: units > 0 ? (quote?.sections[filled++] ?? null) : null,
    };
  });
}

/** As a button's name has it: 2 units for Kim Jacobs. */
function parcelWords({ units, name }: Parcel): string {
  return `${units} ${units === 1 ? "unit" : "units"} for ${name ?? "a new recipient"}`;
}

/** What goes in, in one line. */
export function contentsOf({ quoted, units }: Parcel): string {
  if (!quoted) return `${units} ${units === 1 ? "unit" : "units"}`;
  return quoted.lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(", ");
}

/** A parcel that is not being filled in: who gets it, what goes in, and what both cost. */
export function ClosedParcel(props: { parcel: Parcel; currency: Quoted["currency"] | undefined }) {
  const { parcel, currency } = props;
  const words = parcelWords(parcel);
  return (
    <li className={classes.closed}>
      <span className={classes.number} aria-hidden="true">
        {parcel.at + 1}
      </span>
      <div>
        <b>{parcel.name ?? "A new recipient"}</b>
        <span>{[contentsOf(parcel), parcel.place].filter(Boolean).join(" · ")}</span>
      </div>
      {parcel.quoted && currency && (
        <strong>
          <MoneyText minor={parcel.quoted.total} currency={currency} />
        </strong>
      )}
      <button
        type="button"
        className={classes.change}
        aria-label={`Change ${words}`}
        onClick={() => changeDraft((before) => ({ ...before, active: parcel.at }))}
      >
        Change
      </button>
      <RemoveButton parcel={parcel} />
    </li>
  );
}

/** The parcel that is being filled in; opening it takes the focus, since the button that did so is gone. */
export function OpenParcel(props: { parcel: Parcel; children: React.ReactNode }) {
  const { parcel } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const title = `Parcel ${parcel.at + 1}`;
  return (
    <li className={classes.open} aria-label={title}>
      <div className={classes.openTop}>
        <span className={classes.number} aria-hidden="true">
          {parcel.at + 1}
        </span>
        <h2 ref={heading} tabIndex={-1} className={classes.heading}>
          {title}
          {parcel.name && <span>: {parcelWords(parcel)}</span>}
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
      className={classes.remove}
      aria-label={`Remove ${parcelWords(parcel)}`}
      onClick={() => changeDraft((before) => withoutSection(before, parcel.at))}
    >
      <IconX size={18} stroke={1.8} aria-hidden="true" />
    </button>
  );
}
