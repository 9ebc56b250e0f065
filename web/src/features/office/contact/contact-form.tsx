import "../../../theme/mantine-forms.ts";
import { Button } from "@mantine/core";
import {
  contactSchemaFor,
  type ContactSource,
  type ContactText,
} from "@portal/shared/office/contact.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { useMutation } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import { api } from "../../../api/api.ts";
import { errorMessage, fieldErrors, isOfFields, reasonOf } from "../../../api/error-message.ts";
import { newId } from "../../../api/new-id.ts";
import { useCaptcha } from "../../../session/captcha.ts";
import { ErrorSummary } from "../../../ui/error-summary.tsx";
import { NeededLegend } from "../../../ui/needed-legend.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { useCheckedForm } from "../../../ui/use-checked-form.ts";
import { ContactFields } from "./contact-fields.tsx";
import { emptyMessage } from "./contact-values.ts";
import { mailtoFor } from "./contact-words.ts";
import { useContactEmail } from "./use-contact-email.ts";
import classes from "./contact.module.css";

export function ContactForm(props: {
  source: ContactSource;
  region: Region;
  onSent: (email: string) => void;
}) {
  const schema = useMemo(() => contactSchemaFor(props.region), [props.region]);
  const { form, summary, onSubmit, showErrors } = useCheckedForm({
    name: "contact",
    schema,
    initialValues: { ...emptyMessage, source: props.source },
  });
  const captcha = useCaptcha();
  const nameFor = useStableId();
  const submit = api.contact.submit.useMutation();
  const send = useMutation({
    mutationFn: async (message: ContactText) => {
      const rcData = await captcha.answer();
      const envelope = { commandId: nameFor(message), ...(rcData === undefined ? {} : { rcData }) };
      return submit.mutateAsync({ ...envelope, ...message });
    },
    onSuccess: (_answer, { email }) => props.onSent(email),
    onError: (error) => showErrors(fieldErrors(error)),
  });

  return (
    <form
      noValidate
      className={classes.form}
      onFocus={captcha.start}
      onSubmit={onSubmit((message) => send.mutate(message))}
    >
      <ErrorSummary {...summary} />
      {send.error && !isOfFields(send.error) && (
        <NotSubmitted error={send.error} values={form.values} />
      )}
      <NeededLegend />
      <ContactFields form={form} />
      <Button type="submit" loading={send.isPending}>
        Send
      </Button>
    </form>
  );
}

function NotSubmitted(props: { error: unknown; values: Record<string, string> }) {
  const email = useContactEmail();
  return (
    <Notice tone="bad" title="Could not submit! Please email us instead!">
      {reasonOf(props.error) !== "access.not-a-person" && <p>{errorMessage(props.error)}</p>}
      <p>
        <a href={mailtoFor(email, props.values)}>Email {email}</a>, with what you wrote already in
        it.
      </p>
    </Notice>
  );
}

/** The same message keeps its id, so that sending it again after a lost answer is no second one. */
function useStableId(): (message: ContactText) => string {
  const last = useRef<{ text: string; id: string } | null>(null);
  return (message) => {
    const text = JSON.stringify(message);
    if (last.current?.text !== text) last.current = { text, id: newId() };
    return last.current.id;
  };
}
