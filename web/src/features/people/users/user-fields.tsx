import { Textarea, TextInput } from "@mantine/core";
import { wholeNumberMessage } from "@portal/shared/people/users/user-forms.ts";
import type { Role } from "@portal/shared/platform/roles.ts";
import type { ComponentProps, ReactNode } from "react";
import { z } from "zod";
import { api } from "../../../api/api.ts";
import { useRegionWords } from "../../../session/use-region-words.ts";
import "../../../theme/mantine-forms.ts";
import "../../../theme/mantine-forms.ts";
import { Facts } from "../../../ui/facts.tsx";
import { Failure, Loading } from "../../../ui/feedback.tsx";
import { PhoneField } from "../../../ui/phone-field.tsx";
import classes from "./form-dialog.module.css";

type PersonTextField = ComponentProps<typeof TextInput> & { value?: string };
type PersonField = "firstName" | "lastName" | "cellNumber" | "altNumber";

/** Name and numbers, as adding and editing a person ask for them. */
export function PersonFields(props: {
  fields: (name: PersonField) => PersonTextField;
  /** The cell number as it was read. */
  keptCell?: string;
}) {
  const { fields } = props;
  const { cellNumber } = useRegionWords();
  return (
    <>
      <div className={classes.pair}>
        <TextInput label="First name" required autoComplete="off" {...fields("firstName")} />
        <TextInput label="Last name" required autoComplete="off" {...fields("lastName")} />
      </div>
      <div className={classes.pair}>
        <PhoneField label={cellNumber} required kept={props.keptCell} {...fields("cellNumber")} />
        <TextInput
          label="Other number (optional)"
          description="For example home or work."
          type="tel"
          inputMode="tel"
          autoComplete="off"
          {...fields("altNumber")}
        />
      </div>
    </>
  );
}

/** Addresses are lower case, however they are typed. */
export function EmailField(
  props: PersonTextField & { onLeft?: (email: string) => void; onLower: (email: string) => void },
) {
  const { onLeft, onLower, onBlur, value = "", ...field } = props;
  return (
    <TextInput
      label="Email"
      type="email"
      inputMode="email"
      required
      autoComplete="off"
      {...field}
      value={value}
      onBlur={(event) => {
        onBlur?.(event);
        const email = value.trim().toLowerCase();
        if (email !== value) onLower(email);
        onLeft?.(email);
      }}
    />
  );
}

type StockistField = ComponentProps<typeof TextInput>;

/**
 * Whole percent both, for the office alone: what the stockist saves, and what the distributor above earns.
 * For a new stockist the second may be left empty, and is the shop's standard then.
 */
export function PercentFields(props: {
  margin: StockistField;
  distributorPercent: StockistField;
  isNew?: boolean;
}) {
  const { data } = api.settings.stockists.useQuery();
  const standard = data
    ? `Leave blank to use the standard ${data.stockistPercentDefault}%.`
    : "Leave blank to use the standard rate.";
  return (
    <div className={classes.pair}>
      <PercentField
        label="Stockist margin"
        description={`Discount on the price. Whole number, ${rangeWords(data?.stockistMarginMax)}.`}
        required
        {...props.margin}
      />
      <PercentField
        label={props.isNew ? "Distributor commission (optional)" : "Distributor commission"}
        description={`Commission the parent earns on this stockist’s orders, ${rangeWords(data?.stockistPercentMax)}.${props.isNew ? ` ${standard}` : ""}`}
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
          { name: "Distributor commission", value: `${stockistPercentDefault}%` },
        ]}
      />
      <p>These apply to every new stockist. Only the office can change them.</p>
    </section>
  );
}

export function PercentField(props: StockistField) {
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
  vatNo: StockistField;
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

export function CodeField(props: StockistField) {
  return (
    <TextInput
      label="Code (optional)"
      description="Used in their shop link. Leave blank and we’ll create one."
      autoComplete="off"
      autoCapitalize="characters"
      {...props}
    />
  );
}

/** A tick among fields of text: `tick` or nothing. */
export function TickField(props: {
  label: ReactNode;
  id?: string;
  value?: string;
  error?: ReactNode;
  onChange: (value: string) => void;
}) {
  const errorId = props.id === undefined ? undefined : `${props.id}-error`;
  return (
    <div>
      <label className={classes.check} htmlFor={props.id}>
        <input
          type="checkbox"
          id={props.id}
          checked={props.value === tick}
          aria-describedby={props.error ? errorId : undefined}
          aria-invalid={props.error ? true : undefined}
          onChange={(event) => props.onChange(event.currentTarget.checked ? tick : "")}
        />
        <span>{props.label}</span>
      </label>
      {props.error && (
        <p id={errorId} className={classes.checkError}>
          {props.error}
        </p>
      )}
    </div>
  );
}

/** What a ticked box is among fields of text; one that is not ticked is empty. */
export const tick = "yes";
export const tickedSchema = z.string().transform((typed) => typed === tick);

/** A whole percent from 0 to 99 as it is typed (docs/decisions.md, 5). */
export const typedPercentSchema = z
  .string()
  .trim()
  .regex(/^\d{1,2}$/, wholeNumberMessage)
  .transform(Number);

/** The same where it may be left empty: then there is none. */
export const optionalPercentSchema = z
  .string()
  .trim()
  .regex(/^\d{0,2}$/, wholeNumberMessage)
  .transform((typed) => (typed === "" ? null : Number(typed)));

/** The same where empty means that nothing is said. */
const unsaidPercentSchema = optionalPercentSchema.transform((percent) => percent ?? undefined);
const notAsked = z.string().transform(() => undefined);

/** The percentages of a new stockist: the office types them, and nobody else is asked. */
export function newTermsSchemasFor(role: Role) {
  return role === "admin"
    ? { stockistMargin: typedPercentSchema, distributorPercent: unsaidPercentSchema }
    : { stockistMargin: notAsked, distributorPercent: notAsked };
}

/** What is shown of it in a field. */
export function percentText(percent: number | null): string {
  return percent === null ? "" : String(percent);
}
