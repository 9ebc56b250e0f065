import { api } from "../../../api/api.ts";
import { guestId } from "../../../session/guest-id.ts";
import { changeDraft } from "./draft-store.ts";
import classes from "./finished-sections.module.css";
import { type OrderDraft, unitsOf, withoutSection } from "./order-draft.ts";

/** The other sections of the order, folded to a line each. */
export function FinishedSections(props: { draft: OrderDraft }) {
  const { draft } = props;
  const addresses = api.addresses.list.useQuery(
    { uniqueId: guestId() },
    { enabled: draft.sections.length > 1 },
  );
  if (draft.sections.length === 1) return null;

  return (
    <ul className={classes.sections} aria-label="Parts of this order">
      {draft.sections.map((section, at) => {
        const units = unitsOf(section);
        const person = addresses.data?.find(({ id }) => id === section.addressId);
        const name = person
          ? `${person.recipientFirstName} ${person.recipientLastName}`
          : "a new person";
        const words = `${units} ${units === 1 ? "item" : "items"} to ${name}`;
        return (
          // A section has no name of its own; its place in the order is what it is.
          <li
            key={`section-${at + 1}`}
            className={classes.section}
            data-active={at === draft.active}
          >
            <span>{words}</span>
            {at === draft.active ? (
              <span className={classes.now}>Being filled in</span>
            ) : (
              <button
                type="button"
                aria-label={`Change ${words}`}
                onClick={() => changeDraft((before) => ({ ...before, active: at }))}
              >
                Change
              </button>
            )}
            <button
              type="button"
              aria-label={`Remove ${words}`}
              onClick={() => changeDraft((before) => withoutSection(before, at))}
            >
              Remove
            </button>
          </li>
        );
      })}
    </ul>
  );
}
