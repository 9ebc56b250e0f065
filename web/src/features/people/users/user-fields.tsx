import { SimpleGrid, Text, Textarea, TextInput, Title } from "@mantine/core";
import { wholeNumberMessage } from "@portal/shared/people/users/user-forms.ts";
import { folded } from "@portal/shared/platform/texts.ts";
import type { Role } from "@portal/shared/platform/roles.ts";
import type { ComponentProps } from "react";
import { z } from "zod/mini";
import { api } from "../../../api/api.ts";
import { useRegionWords } from "../../../session/use-region-words.ts";
import { Facts } from "../../../ui/facts.tsx";
import { PhoneField } from "../../../ui/phone-field.tsx";
import { Loaded } from "../../../ui/feedback.tsx";

type PersonTextField = ComponentProps<typeof TextInput> & { value?: string };
type PersonField = "firstName" | "lastName" | "cellNumber" | "altNumber";

/** Name and numbers, for adding and for editing a person. */
export function PersonFields(props: {
  fields: (name: PersonField) => PersonTextField;
  /** The stored cell number. */
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

/** An email, turned into lower case on blur. */
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

type TextField = ComponentProps<typeof TextInput>;

/**
 * The stockist's margin and the parent's commission, in whole percent; for admins only. For a new stockist the
 * commission may be left blank for the shop's standard.
 */
export function PercentFields(props: {
  margin: TextField;
  distributorPercent: TextField;
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

/** The terms of a stockist that a distributor adds or converts; only the office can change them. */
export function StandardTerms() {
  const standards = api.settings.stockists.useQuery();
  return (
    <Loaded query={standards} what="the standard terms" lines={2} height={32}>
      {({ stockistMarginDefault, stockistPercentDefault }) => (
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
      )}
    </Loaded>
  );
}

export function PercentField(props: TextField) {
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
  vatNo: TextField;
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

export function CodeField(props: TextField) {
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

/** The last name, typed to confirm something that cannot be undone. */
export function SurnameField({ lastName, ...input }: TextField & { lastName: string }) {
  return <TextInput label={`Type ${lastName} to confirm`} required autoComplete="off" {...input} />;
}

export function surnameSchema(lastName: string) {
  const wanted = folded(lastName);
  return z.string().check(
    z.trim(),
    z.refine((typed) => folded(typed) === wanted, `Type ${lastName.trim()}`),
  );
}

/** A whole percent from 0 to 99 as it is typed (docs/decisions.md, 5). */
export const typedPercentSchema = z.pipe(
  z.string().check(z.trim(), z.regex(/^\d{1,2}$/, wholeNumberMessage)),
  z.transform(Number),
);

/** The same, or null if left blank. */
export const optionalPercentSchema = z.pipe(
  z.string().check(z.trim(), z.regex(/^\d{0,2}$/, wholeNumberMessage)),
  z.transform((typed) => (typed === "" ? null : Number(typed))),
);

/** The same, or undefined if left blank: the server then uses the standard. */
const standardPercentSchema = z.pipe(
  optionalPercentSchema,
  z.transform((percent) => percent ?? undefined),
);
const notSentSchema = z.pipe(
  z.string(),
  z.transform(() => undefined),
);

/** The percentages of a new stockist, which only admins type. */
export function newTermsSchemasFor(role: Role) {
  return role === "admin"
    ? { stockistMargin: typedPercentSchema, distributorPercent: standardPercentSchema }
    : { stockistMargin: notSentSchema, distributorPercent: notSentSchema };
}

export function percentText(percent: number | null): string {
  return percent === null ? "" : String(percent);
}
