import { Box, Text, TextInput, type TextInputProps } from "@mantine/core";
import { type Currency, currencySymbol, decimalText } from "@portal/shared/platform/money.ts";
import { useState } from "react";
import { parseAmount } from "./amount.ts";

/**
 * What `form.getInputProps` gives. Empty is null. What cannot be read stays in the field and is NaN, which every schema of a
 * number refuses with its own words, so that a form is never sent with the former number.
 */
type NumberProps = Omit<TextInputProps, "value" | "defaultValue" | "onChange"> &
  Readonly<{ value?: number | null; onChange?: (value: number | null) => void }>;

/** An amount in minor units: 32550 for "325.50" or "325,50". */
export function MoneyInput(
  props: NumberProps & Readonly<{ currency: Currency; isSigned?: boolean }>,
) {
  const { currency, isSigned = false, ...input } = props;
  return (
    <ReadNumber
      // Number pads of iPhones have no minus.
      inputMode={isSigned ? "text" : "decimal"}
      leftSection={<Unit>{currencySymbol(currency)}</Unit>}
      {...input}
      read={isSigned ? signedAmount : parseAmount}
      write={decimalText}
    />
  );
}

/** A percentage in basis points: 1550 for "15.5" or "15,5". */
export function PercentInput(props: NumberProps) {
  return (
    <ReadNumber
      inputMode="decimal"
      rightSection={<Unit>%</Unit>}
      {...props}
      read={(text) => (/^\d{1,3}([.,]\d{1,2})?$/.test(text) ? parseAmount(text) : null)}
      write={decimalText}
    />
  );
}

/** A whole number, with its unit after it. */
export function WholeNumberInput(props: NumberProps & Readonly<{ unit?: "%" | "days" | "grams" }>) {
  const { unit, ...input } = props;
  return (
    <ReadNumber
      inputMode="numeric"
      rightSection={unit && <Unit>{unit}</Unit>}
      {...(unit && unit !== "%" && { rightSectionWidth: 72 })}
      {...input}
      read={(text) => (/^-?\d{1,9}$/.test(text) ? Number(text) : null)}
      write={String}
    />
  );
}

/** While it is typed the text stays as it is; on leaving the field it becomes the number as it was understood. */
function ReadNumber(
  props: NumberProps &
    Readonly<{ read: (text: string) => number | null; write: (value: number) => string }>,
) {
  const { read, write, value = null, onChange, onBlur, ...input } = props;
  const [typed, setTyped] = useState<Readonly<{ text: string; value: number | null }> | null>(null);
  const take = (text: string) => {
    const taken = text.trim() === "" ? null : (read(text.trim()) ?? Number.NaN);
    setTyped({ text, value: taken });
    onChange?.(taken);
  };
  // Not after another value was set meanwhile, such as by Discard.
  const isTyped = typed !== null && Object.is(typed.value, value);
  const written = value === null || Number.isNaN(value) ? "" : write(value);
  return (
    <TextInput
      autoComplete="off"
      inputContainer={(children) => <Box maw={240}>{children}</Box>}
      {...input}
      value={isTyped ? typed.text : written}
      onChange={(event) => take(event.currentTarget.value)}
      onBlur={(event) => {
        if (!Number.isNaN(value)) setTyped(null);
        onBlur?.(event);
      }}
    />
  );
}

function signedAmount(text: string): number | null {
  const minor = parseAmount(text.replace(/^[-−]/, ""));
  return minor !== null && /^[-−]/.test(text) ? -minor : minor;
}

function Unit(props: { children: string }) {
  return (
    <Text component="span" size="sm" c="dimmed">
      {props.children}
    </Text>
  );
}
