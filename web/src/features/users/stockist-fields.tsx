import "../../theme/mantine-forms.ts";
import { Textarea, TextInput } from "@mantine/core";
import type { ComponentProps } from "react";
import classes from "./form-dialog.module.css";

type Field = ComponentProps<typeof TextInput>;

/** Whole percent both: what the stockist saves, and what the distributor above earns; that one is for the office to say. */
export function PercentFields(props: { margin: Field; distributorPercent?: Field }) {
  return (
    <div className={classes.pair}>
      <PercentField
        label="Stockist margin"
        description="A whole number, 0 to 99: what comes off the price."
        required
        {...props.margin}
      />
      {props.distributorPercent && (
        <PercentField
          label="Distributor percent"
          description="What the parent earns on the stockist’s orders."
          required
          {...props.distributorPercent}
        />
      )}
    </div>
  );
}

export function PercentField(props: Field) {
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="off"
      rightSection="%"
      rightSectionPointerEvents="none"
      {...props}
    />
  );
}

export function CompanyFields(props: {
  companyAddress: ComponentProps<typeof Textarea>;
  vatNo: Field;
}) {
  return (
    <>
      <Textarea
        label="Company address"
        required
        rows={2}
        maxLength={500}
        {...props.companyAddress}
      />
      <TextInput label="VAT no." required autoComplete="off" {...props.vatNo} />
    </>
  );
}

export function CodeField(props: Field) {
  return (
    <TextInput
      label="Code (optional)"
      description="For their link. We make one if it is empty."
      autoComplete="off"
      autoCapitalize="characters"
      {...props}
    />
  );
}
