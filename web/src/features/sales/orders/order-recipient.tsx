import { Button } from "@mantine/core";
import { type ComponentType, useState } from "react";
import { MapOfAddress } from "../../../ui/map-of-address.tsx";
import classes from "./office-orders.module.css";
import type { OrderDetail } from "./order-sheet.tsx";

type Section = OrderDetail["sections"][number];

/** The dialog of the address book, for one part of an order; sections count from 1. */
export type RecipientEditor = ComponentType<{
  uuid: string;
  section: number;
  onClose: () => void;
}>;

/** Where a part of an order goes. The office alone may correct it (docs/decisions.md, 2), or is told why it cannot. */
export function OrderRecipient(props: {
  recipient: NonNullable<Section["recipient"]>;
  correction: Section["correction"];
  uuid: string;
  section: number;
  Editor: RecipientEditor | undefined;
}) {
  const { recipient, correction, Editor } = props;
  const [isEditing, setEditing] = useState(false);
  return (
    <>
      <address className={classes.address}>
        {recipient.address.join(", ")}
        <br />
        <span className="tabular">{recipient.cell}</span> · {recipient.email}
        {recipient.vatNo && (
          <>
            <br />
            VAT no. {recipient.vatNo}
          </>
        )}
        <br />
        <MapOfAddress
          address={recipient.address}
          name={recipient.name}
          latitude={recipient.latitude}
          longitude={recipient.longitude}
        />
      </address>
      {Editor && correction && (
        <div className={classes.actions}>
          {correction.refusal === null ? (
            <Button
              variant="default"
              aria-label={`Edit the address of ${recipient.name}`}
              onClick={() => setEditing(true)}
            >
              Edit
            </Button>
          ) : (
            <p className={classes.note}>{correction.refusal}</p>
          )}
        </div>
      )}
      {Editor && isEditing && (
        <Editor uuid={props.uuid} section={props.section} onClose={() => setEditing(false)} />
      )}
    </>
  );
}
