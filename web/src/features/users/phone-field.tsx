import "../../theme/mantine-forms.ts";
import { TextInput } from "@mantine/core";
import { nationalPhone } from "@portal/shared/phones/phone-number.ts";
import type { ComponentProps } from "react";
import { api } from "../../api/api.ts";
import { errorMessage } from "../../api/error-message.ts";

/**
 * A cell number in any way of writing it, checked when it is left. The server decides what a number is;
 * while it cannot be asked, the field says so and the form can still be sent.
 */
export function PhoneField(
  props: ComponentProps<typeof TextInput> & {
    value?: string;
    /** What is wrong with the number that was typed. */
    onProblem: (typed: string, message: string) => void;
  },
) {
  const { onProblem, onBlur, value = "", ...field } = props;
  const check = api.phones.check.useMutation({
    onSuccess: (checked, { number }) => {
      if (!checked.valid) onProblem(number, checked.message);
    },
    onError: (error, { number }) => onProblem(number, errorMessage(error)),
  });
  const isOfThis = check.variables?.number === value.trim();
  const known = isOfThis && check.data?.valid ? check.data.international : null;

  return (
    <TextInput
      type="tel"
      inputMode="tel"
      autoComplete="off"
      description={known === null ? "The code for a login is sent here." : nationalPhone(known)}
      {...field}
      value={value}
      onBlur={(event) => {
        onBlur?.(event);
        const number = value.trim();
        if (number !== "" && !isOfThis) check.mutate({ number });
      }}
    />
  );
}
