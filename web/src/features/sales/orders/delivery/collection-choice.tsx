import "../../../../theme/mantine-forms.ts";
import { TextInput } from "@mantine/core";
import { RadioField } from "../../../../ui/radio-field.tsx";
import classes from "./delivery.module.css";

export type CollectionDraft = Readonly<{ by: "self" | "courier" | null; courierName: string }>;

const words = { self: "I collect it myself", courier: "A courier collects it for me" } as const;

/** Who comes to the office for it; a courier is known there by name. */
export function CollectionChoice(props: {
  collection: CollectionDraft;
  onChange: (collection: CollectionDraft) => void;
}) {
  const { collection, onChange } = props;
  return (
    <div className={classes.part}>
      <RadioField
        id="collection"
        label="Who collects it?"
        options={[words.self, words.courier]}
        value={collection.by === null ? null : words[collection.by]}
        onChange={(value) =>
          onChange({ ...collection, by: value === words.self ? "self" : "courier" })
        }
      />
      {collection.by === "courier" && (
        <TextInput
          // On a phone it unfolds behind the bar with the total.
          ref={scrollIntoSight}
          label="Name of the courier"
          description="So that we hand it to the right one."
          required
          maxLength={100}
          value={collection.courierName}
          onChange={(event) => onChange({ ...collection, courierName: event.currentTarget.value })}
        />
      )}
    </div>
  );
}

function scrollIntoSight(field: HTMLInputElement | null): void {
  field?.scrollIntoView({ block: "nearest" });
}
