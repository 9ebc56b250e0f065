import { Checkbox, Radio, ScrollArea, Stack } from "@mantine/core";
import classes from "./list.module.css";

export type FilterOption<Value extends string> = Readonly<{ value: Value; label: string }>;

export function OneOfField(props: {
  name: string;
  value: string | null;
  options: readonly FilterOption<string>[];
  onChange: (value: string) => void;
}) {
  return (
    <Radio.Group aria-label={props.name} value={props.value} onChange={props.onChange}>
      <ScrollArea.Autosize mah={400} type="auto">
        <Stack gap="xs" className={classes.options ?? ""}>
          {props.options.map(({ value, label }) => (
            <Radio key={value} size="xs" value={value} label={label} />
          ))}
        </Stack>
      </ScrollArea.Autosize>
    </Radio.Group>
  );
}

export function SwitchField(props: {
  name: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}) {
  return (
    <Checkbox
      label={props.name}
      checked={props.isOn}
      onChange={(event) => props.onChange(event.currentTarget.checked)}
    />
  );
}
