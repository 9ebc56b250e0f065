import { Button, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import {
  contactSchemaFor,
  type ContactSource,
  contactSources,
  type ContactText,
  contactTextMax,
  yesNo,
} from "@portal/shared/office/contact.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { useMutation } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { Link, useSearch } from "wouter";
import { api } from "../../../api/api.ts";
import { errorMessage, fieldErrors, isOfFields, reasonOf } from "../../../api/error-message.ts";
import { useCommandId } from "../../../api/use-command-id.ts";
import { shop } from "../../../config.ts";
import { useCaptcha } from "../../../session/captcha.ts";
import { SiteCopy } from "../../../session/site-copy.tsx";
import { useRegionWords } from "../../../session/use-region-words.ts";
import { useShopSettings } from "../../../session/use-shop-settings.ts";
import "../../../theme/mantine-forms.ts";
import { Notice } from "../../../ui/feedback.tsx";
import { NeededLegend, RadioField } from "../../../ui/fields.tsx";
import { Form, useCheckedForm } from "../../../ui/form.tsx";
import { PageHeading } from "../../../ui/page-heading.tsx";
import { mailtoFor, sourceFrom, sourceWords } from "./contact-words.ts";

/** One form for three subjects (specification, section 4). `?about=` preselects the subject. */
export function ContactScreen() {
  const settings = useShopSettings();
  const about = sourceFrom(new URLSearchParams(useSearch()).get("about"));
  const [sentBy, setSentBy] = useState<string | null>(null);

  if (sentBy !== null) {
    return (
      <div className="page">
        <PageHeading key="thanks" title="Thank you for your message" />
        <p className="plain">
          We’ll reply as soon as we can. We have emailed a confirmation to {sentBy}.
        </p>
        <p className="plain">
          <Link href="/">Back to the shop</Link>
        </p>
      </div>
    );
  }
  return (
    <div className="page">
      <PageHeading title="Contact us" />
      <SiteCopy name="contact-us.intro" />
      <ContactForm
        source={about ?? "general"}
        // Until the region is known, the one with the fewest rules; the server checks those of its own.
        region={settings?.region ?? "usa"}
        onSent={setSentBy}
      />
    </div>
  );
}

function ContactForm(props: {
  source: ContactSource;
  region: Region;
  onSent: (email: string) => void;
}) {
  const schema = useMemo(() => contactSchemaFor(props.region), [props.region]);
  const initialValues: typeof emptyMessage = { ...emptyMessage, source: props.source };
  const { form, summary, onSubmit, showErrors } = useCheckedForm({
    name: "contact",
    schema,
    initialValues,
  });
  const captcha = useCaptcha();
  const withCommandId = useCommandId();
  const submit = api.contact.submit.useMutation();
  const send = useMutation({
    mutationFn: async (message: ContactText) => {
      const rcData = await captcha.answer();
      return submit.mutateAsync({
        ...withCommandId(message),
        ...(rcData !== undefined && { rcData }),
      });
    },
    onSuccess: (_answer, { email }) => props.onSent(email),
    onError: (error) => showErrors(fieldErrors(error)),
  });

  return (
    <Form
      onFocus={captcha.start}
      onSubmit={onSubmit((message) => send.mutate(message))}
      summary={summary}
      failure={null}
      notice={
        send.error &&
        !isOfFields(send.error) && <NotSubmitted error={send.error} values={form.values} />
      }
    >
      <NeededLegend />
      <ContactFields form={form} />
      <Button type="submit" loading={send.isPending}>
        Send
      </Button>
    </Form>
  );
}

function NotSubmitted(props: { error: unknown; values: Record<string, string> }) {
  const email = useShopSettings()?.contact.email ?? shop.email;
  return (
    <Notice tone="bad" title="Could not submit! Please email us instead!">
      {reasonOf(props.error) !== "access.not-a-person" && <p>{errorMessage(props.error)}</p>}
      <p>
        <a href={mailtoFor(email, props.values)}>Email {email}</a>. We’ll fill in your message for
        you.
      </p>
    </Notice>
  );
}

type Props = Readonly<{ form: UseFormReturnType<typeof emptyMessage> }>;

/** The subject, and the fields that belong to it. */
function ContactFields({ form }: Props) {
  const source = sourceFrom(form.values.source) ?? "general";
  return (
    <>
      <RadioField
        label="What is it about?"
        options={contactSources}
        wordOf={(one) => sourceWords[one]}
        value={source}
        onChange={(chosen) => {
          form.setFieldValue("source", chosen);
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
        maw={240}
        {...form.getInputProps("age")}
      />
      <p className="quiet">
        Only our office reads what you say about your health. We delete it after a year and never
        publish it without asking you.
      </p>
    </>
  );
}

function DistributorFields({ form }: Props) {
  const { cellNumber } = useRegionWords();
  const isCustomer = form.values.existingCustomer === "Yes";
  return (
    <>
      <div className="pair">
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
      />
      {isCustomer && (
        <TextInput
          label="Order number"
          description="You’ll find it on your invoice and in our emails."
          required
          maw={240}
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
      <p className="left">{left} characters left</p>
    </div>
  );
}

/** The fields of all subjects. */
const emptyMessage = {
  source: "general",
  name: "",
  surname: "",
  email: "",
  age: "",
  cellNumber: "",
  residingTown: "",
  whereDidYouHear: "",
  existingCustomer: "",
  orderNumber: "",
  text: "",
};
