import "../../../theme/mantine-forms.ts";
import { Textarea, TextInput } from "@mantine/core";
import type { ComponentProps } from "react";
import { api } from "../../../api/api.ts";
import { Facts } from "../../../ui/facts.tsx";
import { Failure } from "../../../ui/failure.tsx";
import { Loading } from "../../../ui/loading.tsx";
import classes from "./form-dialog.module.css";

type Field = ComponentProps<typeof TextInput>;

/**
 * Whole percent both, for the office alone: what the stockist saves, and what the distributor above earns.
 * For a new stockist the second may be left empty, and is the shop's standard then.
 */
export function PercentFields(props: {
  margin: Field;
  distributorPercent: Field;
  isNew?: boolean;
}) {
  const { data } = api.settings.stockists.useQuery();
  const standard = data
    ? `Empty: the standard ${data.stockistPercentDefault}%.`
    : "Empty: the standard.";
  return (
    <div className={classes.pair}>
      <PercentField
        label="Stockist margin"
        description={`A whole number, ${rangeWords(data?.stockistMarginMax)}: what comes off the price.`}
        required
        {...props.margin}
      />
      <PercentField
        label={props.isNew ? "Distributor percent (optional)" : "Distributor percent"}
        description={`What the parent earns on the stockist’s orders, ${rangeWords(data?.stockistPercentMax)}.${props.isNew ? ` ${standard}` : ""}`}
        required={!props.isNew}
        {...props.distributorPercent}
      />
    </div>
  );
}

function rangeWords(most = 99): string {
  return `0 to ${most}`;
}

/** What a stockist gets whom a distributor adds or converts: shown, and for the office to change. */
export function StandardTerms() {
  const standards = api.settings.stockists.useQuery();
  if (standards.error)
    return (
      <Failure
        what="the standard terms"
        error={standards.error}
        onRetry={() => void standards.refetch()}
      />
    );
  if (!standards.data) return <Loading what="the standard terms" lines={2} height={32} />;
  const { stockistMarginDefault, stockistPercentDefault } = standards.data;
  return (
    <section aria-labelledby="standard-terms">
      <h3 id="standard-terms" className={classes.heading}>
        Standard terms
      </h3>
      <Facts
        facts={[
          { name: "Stockist margin", value: `${stockistMarginDefault}%` },
          { name: "Distributor percent", value: `${stockistPercentDefault}%` },
        ]}
      />
      <p>Every new stockist gets these. Only the office can change them.</p>
    </section>
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
