import { Button, Title } from "@mantine/core";
import { folded, wordsOf } from "@portal/shared/platform/texts.ts";
import { IconPlus } from "@tabler/icons-react";
import { useUrlParams } from "../../../ui/url-params.ts";
import { api } from "../../../api/api.ts";
import { guestId } from "../../../session/guest-id.ts";
import { Empty } from "../../../ui/empty.tsx";

import { SearchBox } from "../../../ui/list/list-search.tsx";
import { MapOfAddress } from "../../../ui/map-of-address.tsx";
import { Loaded } from "../../../ui/feedback.tsx";
import classes from "./recipients.module.css";
import { RecipientCard } from "./recipient-card.tsx";
import { RecipientEditor, useEditing } from "./recipient-editor.tsx";
import { placeLines, type Recipient, recipientName, RecipientText } from "./recipient-text.tsx";

/** The number of recipients from which on the book can be searched. */
const searchedFrom = 7;

/** The heading level of each recipient. */
type RecipientHeading = "h2" | "h3";

/** The recipients of the user, or of a guest's browser; a screen or a part of one. */
export function AddressBook(props: { heading: RecipientHeading }) {
  const addresses = api.addresses.list.useQuery({ uniqueId: guestId() });
  const { editing, open, close } = useEditing(addresses.data);
  const add = (
    <Button
      leftSection={<IconPlus size={18} stroke={1.8} aria-hidden="true" />}
      onClick={() => open(null)}
    >
      Add recipient
    </Button>
  );

  return (
    <div className="stack">
      <Loaded query={addresses} what="your address book" lines={3} height={120}>
        {(recipients) =>
          recipients.length === 0 ? (
            <Empty title="No recipients yet" action={add}>
              <p>Add the people you send orders to. You can choose them at checkout.</p>
            </Empty>
          ) : (
            <Recipients recipients={recipients} heading={props.heading} add={add} onEdit={open} />
          )
        }
      </Loaded>
      {editing && <RecipientEditor editing={editing} onClose={close} onSaved={close} />}
    </div>
  );
}

function Recipients(props: {
  recipients: readonly Recipient[];
  heading: RecipientHeading;
  add: React.ReactNode;
  onEdit: (recipient: Recipient) => void;
}) {
  const { recipients } = props;
  const [params, changeParams] = useUrlParams();
  const search = params.get("recipient") ?? "";
  const setSearch = (text: string) => changeParams({ recipient: text });
  const isSearched = recipients.length >= searchedFrom;
  const shown = isSearched ? recipients.filter((one) => matches(one, search)) : recipients;

  return (
    <>
      <div className="row spread">
        {isSearched && (
          <SearchBox
            label="Search recipients"
            placeholder="Name, place or number"
            value={search}
            onSearch={setSearch}
          />
        )}
        {props.add}
      </div>
      {shown.length === 0 ? (
        <Empty
          title="No recipients match"
          action={
            <Button variant="default" onClick={() => setSearch("")}>
              Clear search
            </Button>
          }
        />
      ) : (
        <ul className={classes.cards} aria-label="Recipients">
          {shown.map((recipient) => (
            <li key={recipient.id}>
              <RecipientCard
                recipient={recipient}
                isOnly={recipients.length === 1}
                onEdit={() => props.onEdit(recipient)}
              >
                <CardText recipient={recipient} heading={props.heading} />
              </RecipientCard>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function CardText(props: { recipient: Recipient; heading: RecipientHeading }) {
  const { recipient, heading } = props;
  return (
    <div className={`${classes.text} card`}>
      <Title order={heading === "h2" ? 2 : 3} size="h3" translate="no">
        {recipientName(recipient)}
      </Title>
      <address className="quiet">
        <RecipientText recipient={recipient} />
        <br />
        {recipient.recipientEmail}
        {recipient.vatNo && (
          <>
            <br />
            VAT number {recipient.vatNo}
          </>
        )}
        <br />
        <MapOfAddress
          address={placeLines(recipient)}
          name={recipientName(recipient)}
          latitude={recipient.latitude}
          longitude={recipient.longitude}
        />
      </address>
    </div>
  );
}

/** Whether every word of the search occurs in the text of the card. */
function matches(recipient: Recipient, search: string): boolean {
  // Ids, flags and coordinates are not text.
  const texts = Object.values(recipient).filter((value) => typeof value === "string");
  const text = folded(texts.join(" "));
  return wordsOf(folded(search)).every((word) => text.includes(word));
}
