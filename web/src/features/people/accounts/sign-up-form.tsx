import "../../../theme/mantine-forms.ts";
import { Button, TextInput } from "@mantine/core";
import { type SignUp1, signUp1Schema } from "@portal/shared/people/accounts.ts";
import { useMutation } from "@tanstack/react-query";
import { useId } from "react";
import { api } from "../../../api/api.ts";
import { errorMessage, fieldErrors, isOfFields, reasonOf } from "../../../api/error-message.ts";
import { shop } from "../../../config.ts";
import { guestId } from "../../../session/guest-id.ts";
import { useRegionWords } from "../../../session/use-region-words.ts";
import { useShopSettings } from "../../../session/use-shop-settings.ts";
import { ErrorSummary } from "../../../ui/error-summary.tsx";
import { NameFields } from "../../../ui/name-fields.tsx";
import { NeededLegend } from "../../../ui/needed-legend.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { useCheckedForm } from "../../../ui/use-checked-form.ts";
import classes from "./accounts.module.css";
import { useCaptcha } from "../../../session/captcha.ts";
import type { RequestedCode } from "./code-form.tsx";
import { EmailField } from "./email-field.tsx";

const typedSchema = signUp1Schema.pick({
  firstName: true,
  lastName: true,
  email: true,
  cellNumber: true,
  nickname: true,
});

/** What somebody is known by already, so that it need not be typed twice. */
export type KnownPerson = Readonly<
  Partial<Pick<SignUp1, "firstName" | "lastName" | "email" | "cellNumber">>
>;

export type SignedUp = Readonly<{
  email: string;
  requested: RequestedCode;
  /** Asks for another code for the same person. */
  again: () => Promise<RequestedCode>;
}>;

/** A name, an email and a number; whether the email has an account already is nobody else's business. */
export function SignUpForm(props: { known?: KnownPerson; onSent: (signedUp: SignedUp) => void }) {
  const captcha = useCaptcha();
  const signUp = api.auth.signUp1.useMutation();
  const { form, summary, onSubmit, showErrors } = useCheckedForm({
    name: "sign-up",
    schema: typedSchema,
    initialValues: {
      firstName: "",
      lastName: "",
      email: "",
      cellNumber: "",
      nickname: "",
      ...props.known,
    },
  });
  const ask = async (person: SignUp1) => {
    const rcData = await captcha.answer();
    return signUp.mutateAsync({
      ...person,
      uniqueId: guestId(),
      ...(rcData === undefined ? {} : { rcData }),
    });
  };
  const send = useMutation({
    mutationFn: ask,
    onSuccess: (requested, person) =>
      props.onSent({
        email: person.email,
        requested,
        again: () => ask({ ...person, resubmit: true }),
      }),
    onError: (error) => showErrors(fieldErrors(error)),
  });

  return (
    <form
      noValidate
      className={classes.form}
      onFocus={captcha.start}
      onSubmit={onSubmit((person) => send.mutate(person))}
    >
      <ErrorSummary {...summary} />
      {send.error && !isOfFields(send.error) && <Refused error={send.error} />}
      <NeededLegend />
      <PersonFields form={form} />
      <Trap
        value={form.values.nickname}
        onChange={(text) => form.setFieldValue("nickname", text)}
      />
      <Button type="submit" fullWidth loading={send.isPending}>
        Create the account
      </Button>
    </form>
  );
}

type PersonForm = {
  getInputProps: (field: "firstName" | "lastName" | "email" | "cellNumber") => object;
};

function PersonFields({ form }: { form: PersonForm }) {
  const { cellNumber } = useRegionWords();
  return (
    <>
      <NameFields first={form.getInputProps("firstName")} last={form.getInputProps("lastName")} />
      <EmailField {...form.getInputProps("email")} />
      <TextInput
        label={cellNumber}
        description="The courier calls this number on the day."
        required
        type="tel"
        autoComplete="tel"
        {...form.getInputProps("cellNumber")}
      />
    </>
  );
}

function Trap(props: { value: string; onChange: (text: string) => void }) {
  const id = useId();
  return (
    <div className={classes.trap} aria-hidden="true">
      <label htmlFor={id}>Nickname</label>
      <input
        id={id}
        name="nickname"
        tabIndex={-1}
        autoComplete="off"
        value={props.value}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      />
    </div>
  );
}

function Refused(props: { error: unknown }) {
  const email = useShopSettings()?.contact.email ?? shop.email;
  return (
    <Notice tone="bad">
      <p>{errorMessage(props.error)}</p>
      {reasonOf(props.error) === "access.not-a-person" && (
        <p>
          <a href={`mailto:${email}`}>{email}</a>
        </p>
      )}
    </Notice>
  );
}
