type TextProps = Readonly<{
  value?: string | null;
  onChange: (value: string | null) => void;
}>;
type Changed = string | Readonly<{ currentTarget: Readonly<{ value: string }> }>;

/**
 * `form.getInputProps` of a value that is a text or null, for an input that is empty or a text: a choice with an empty
 * option, or a day.
 */
export function orNull<Props extends TextProps>({ value, onChange, ...props }: Props) {
  return {
    ...props,
    value: value ?? "",
    onChange: (changed: Changed) => {
      const text = typeof changed === "string" ? changed : changed.currentTarget.value;
      onChange(text === "" ? null : text);
    },
  };
}
