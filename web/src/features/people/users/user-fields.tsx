import { Checkbox, SimpleGrid, Text, Textarea, TextInput, Title } from "@mantine/core";
import { wholeNumberMessage } from "@portal/shared/people/users/user-forms.ts";
import type { Role } from "@portal/shared/platform/roles.ts";
import type { ComponentProps, ReactNode } from "react";
import { z } from "zod";
import { api } from "../../../api/api.ts";
import { useRegionWords } from "../../../session/use-region-words.ts";
import { Facts } from "../../../ui/facts.tsx";
import { Failure, Loading } from "../../../ui/feedback.tsx";
import { PhoneField } from "../../../ui/phone-field.tsx";

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
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput label="First name" required autoComplete="off" {...fields("firstName")} />
        <TextInput label="Last name" required autoComplete="off" {...fields("lastName")} />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <PhoneField label={cellNumber} required kept={props.keptCell} {...fields("cellNumber")} />
        <TextInput
          label="Other number (optional)"
          description="For example home or work."
          type="tel"
          inputMode="tel"
          autoComplete="off"
          {...fields("altNumber")}
        />
      </SimpleGrid>
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
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
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
    </SimpleGrid>
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
      <Title order={3} id="standard-terms" mb="xs">
        Standard terms
      </Title>
      <Facts
        facts={[
          { name: "Stockist margin", value: `${stockistMarginDefault}%` },
          { name: "Distributor commission", value: `${stockistPercentDefault}%` },
        ]}
      />
      <Text size="sm" c="dimmed">
        These apply to every new stockist. Only the office can change them.
      </Text>
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
  return (
    <Checkbox
      {...(props.id === undefined ? {} : { id: props.id })}
      label={props.label}
      checked={props.value === tick}
      error={props.error}
      onChange={(event) => props.onChange(event.currentTarget.checked ? tick : "")}
    />
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
