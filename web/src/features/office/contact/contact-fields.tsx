import { Textarea, TextInput } from "@mantine/core";
import { contactSources, contactTextMax, yesNo } from "@portal/shared/office/contact.ts";
import { useRegionWords } from "../../../session/use-region-words.ts";
import { RadioField } from "../../../ui/radio-field.tsx";
import type { ContactValues } from "./contact-values.ts";
import { sourceFrom, sourceWords } from "./contact-words.ts";
import classes from "./contact.module.css";

type Props = Readonly<{ form: ContactValues }>;

/** The shape of the form, and the fields that it asks for. */
export function ContactFields({ form }: Props) {
  const source = sourceFrom(form.values.source) ?? "general";
  return (
    <>
      <RadioField
        label="What is it about?"
        options={contactSources.map((one) => sourceWords[one])}
        value={sourceWords[source]}
        onChange={(words) => {
          const chosen = contactSources.find((one) => sourceWords[one] === words);
          form.setFieldValue("source", chosen ?? "general");
          form.clearErrors();
        }}
      />
      {source === "general" && <Email form={form} />}
      {source === "experience" && <ExperienceFields form={form} />}
      {source === "distributor" && <DistributorFields form={form} />}
      <Text form={form} label={source === "distributor" ? "Your motivation" : "Your message"} />
    </>
  );
}

function ExperienceFields({ form }: Props) {
  return (
    <>
      <TextInput label="Name" required autoComplete="name" {...form.getInputProps("name")} />
      <Email form={form} />
      <TextInput
        label="Age"
        required
        inputMode="numeric"
        maxLength={3}
        className={classes.short}
        {...form.getInputProps("age")}
      />
      <p className={classes.hint}>
        What you tell of your health is read by our office alone, and deleted after a year. It is
        never published without asking you.
      </p>
    </>
  );
}

function DistributorFields({ form }: Props) {
  const { cellNumber } = useRegionWords();
  const isCustomer = form.values.existingCustomer === "Yes";
  return (
    <>
      <div className={classes.names}>
        <TextInput
          label="Name"
          required
          autoComplete="given-name"
          {...form.getInputProps("name")}
        />
        <TextInput
          label="Surname"
          required
          autoComplete="family-name"
          {...form.getInputProps("surname")}
        />
      </div>
      <Email form={form} />
      <TextInput
        label={cellNumber}
        required
        type="tel"
        autoComplete="tel"
        {...form.getInputProps("cellNumber")}
      />
      <TextInput
        label="Town you live in"
        required
        autoComplete="address-level2"
        {...form.getInputProps("residingTown")}
      />
      <TextInput
        label="Where did you hear about us?"
        required
        {...form.getInputProps("whereDidYouHear")}
      />
      <RadioField
        label="Have you ordered from us before?"
        options={yesNo}
        {...form.getInputProps("existingCustomer")}
        onChange={(answer) => form.setFieldValue("existingCustomer", answer)}
      />
      {isCustomer && (
        <TextInput
          label="Order number"
          description="It stands on your invoice and in our mails."
          required
          className={classes.short}
          {...form.getInputProps("orderNumber")}
        />
      )}
    </>
  );
}

function Email({ form }: Props) {
  return (
    <TextInput
      label="Email"
      required
      type="email"
      autoComplete="email"
      {...form.getInputProps("email")}
    />
  );
}

function Text({ form, label }: Props & { label: string }) {
  const left = contactTextMax - form.values.text.length;
  return (
    <div>
      <Textarea
        label={label}
        required
        rows={6}
        maxLength={contactTextMax}
        {...form.getInputProps("text")}
      />
      <p className={classes.left}>{left} left</p>
    </div>
  );
}
