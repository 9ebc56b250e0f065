import "../theme/mantine-forms.ts";
import { TextInput } from "@mantine/core";
import { nationalPhone } from "@portal/shared/platform/phones/phone-number.ts";
import type { ComponentProps } from "react";
import { api } from "../api/api.ts";
import { errorMessage } from "../api/error-message.ts";
import { useRegionWords } from "../session/use-region-words.ts";

/**
 * A cell number in any way of writing it, checked when it is left. The server decides what a number is;
 * what it says stands below the field, and the form can be sent all the same.
 *
 * @param props.kept the number as it was read, which needs no check
 */
export function PhoneField(
  props: ComponentProps<typeof TextInput> & { value?: string; kept?: string | undefined },
) {
  const { kept, onBlur, value = "", error, ...field } = props;
  const { phoneCountry, cellExample } = useRegionWords();
  const typed = value.trim();
  const check = api.phones.check.useMutation();
  const isOfThis = check.variables?.number === typed;
  const checked = isOfThis ? check.data : undefined;
  const failure = isOfThis && check.error ? errorMessage(check.error) : undefined;
  const problem = checked && !checked.valid ? checked.message : failure;

  return (
    <TextInput
      type="tel"
      inputMode="tel"
      autoComplete="off"
      placeholder={cellExample}
      description={
        checked?.valid
          ? nationalPhone(checked.international, phoneCountry)
          : "We send sign-in codes to this number."
      }
      {...field}
      error={error ?? problem}
      value={value}
      onBlur={(event) => {
        onBlur?.(event);
        if (typed !== "" && typed !== kept && !isOfThis) check.mutate({ number: typed });
      }}
    />
  );
}
