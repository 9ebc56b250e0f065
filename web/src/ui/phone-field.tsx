import "../theme/mantine-forms.ts";
import { TextInput } from "@mantine/core";
import { nationalPhone } from "@portal/shared/platform/phones/phone-number.ts";
import type { ComponentProps } from "react";
import { api } from "../api/api.ts";
import { errorMessage } from "../api/error-message.ts";
import { useRegionWords } from "../session/use-region-words.ts";

/**
 * A cell number in any notation, checked by the server on blur. The result is shown below the field and does not block
 * sending the form.
 *
 * @param props.kept the stored number, which is not checked
 */
export function PhoneField(
  props: ComponentProps<typeof TextInput> & { value?: string; kept?: string | undefined },
) {
  const { kept, onBlur, value = "", error, description, ...field } = props;
  const { phoneCountry, cellExample } = useRegionWords();
  const typed = value.trim();
  const check = api.phones.check.useMutation();
  const isCurrent = check.variables?.number === typed;
  const checked = isCurrent ? check.data : undefined;
  const failure = isCurrent && check.error ? errorMessage(check.error) : undefined;
  const problem = checked && !checked.valid ? checked.message : failure;

  return (
    <TextInput
      type="tel"
      inputMode="tel"
      autoComplete="off"
      placeholder={cellExample}
      description={
        (checked?.valid && checked.warning) ||
        description ||
        (checked?.valid
          ? nationalPhone(checked.international, phoneCountry)
          : "We send sign-in codes to this number.")
      }
      {...field}
      error={error ?? problem}
      value={value}
      onBlur={(event) => {
        onBlur?.(event);
        if (typed !== "" && typed !== kept && !isCurrent) check.mutate({ number: typed });
      }}
    />
  );
}
