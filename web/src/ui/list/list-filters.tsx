import { CloseButton, Skeleton, Stack, Title, UnstyledButton } from "@mantine/core";
import { IconCalendar, IconPlus, IconX } from "@tabler/icons-react";
import { type ReactNode, Suspense } from "react";
import { daysWords } from "../days.tsx";
import { PopoverButton } from "../popover-button.tsx";
import classes from "./list.module.css";
import { lazyPart } from "../lazy-part.ts";
import { type FilterOption, OneOfField, SwitchField } from "./filter-fields.tsx";

/** A filter of a list: a pill above the list, or on a phone a section in the sheet of filters. */
export type ListFilter = Readonly<{
  name: string;
  /** The current value in words; null while it is not set. */
  value: string | null;
  icon?: ReactNode;
  onClear: () => void;
  /** The field for choosing a value. `close` closes the pill's popover after a single choice. */
  field: (close: () => void) => ReactNode;
  /** For a switch: the pill itself toggles it. */
  turn?: () => void;
}>;

/** A filter by one of several values. */
export function oneOfFilter<Value extends string>(filter: {
  name: string;
  value: Value | null;
  options: readonly FilterOption<Value>[];
  onChange: (value: Value | null) => void;
}): ListFilter {
  const { name, value, options, onChange } = filter;
  return {
    name,
    value: options.find((option) => option.value === value)?.label ?? null,
    onClear: () => onChange(null),
    field: (close) => (
      <OneOfField
        name={name}
        value={value}
        options={options}
        onChange={(chosen) => {
          onChange(options.find((option) => option.value === chosen)?.value ?? null);
          close();
        }}
      />
    ),
  };
}

/** A switch. */
export function switchFilter(filter: {
  name: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}): ListFilter {
  const { name, isOn, onChange } = filter;
  return {
    name,
    value: isOn ? "On" : null,
    onClear: () => onChange(false),
    turn: () => onChange(!isOn),
    field: () => <SwitchField name={name} isOn={isOn} onChange={onChange} />,
  };
}

const PeriodCalendar = lazyPart(
  async () => (await import("../dates/period-calendar.tsx")).PeriodCalendar,
);

/** A filter by a period, both days included; one end may be open in the address, but not in the calendar. */
export function periodFilter(filter: {
  name?: string;
  from: string;
  to: string;
  onChange: (days: { from: string | null; to: string | null }) => void;
}): ListFilter {
  const { name = "Date", from, to, onChange } = filter;
  return {
    name,
    value: daysWords(from, to),
    icon: <IconCalendar size={15} stroke={1.8} aria-hidden="true" />,
    onClear: () => onChange({ from: null, to: null }),
    field: (close) => (
      <Suspense fallback={<Skeleton h={300} w={280} />}>
        <PeriodCalendar
          from={from}
          to={to}
          onChange={(days) => {
            onChange(days);
            close();
          }}
        />
      </Suspense>
    ),
  };
}

export function FilterParts(props: { filters: readonly ListFilter[] }) {
  return (
    <Stack gap="lg">
      {props.filters.map(({ name, field }) => (
        <section key={name} aria-label={name}>
          <Title order={3} mb="xs">
            {name}
          </Title>
          {field(() => {})}
        </section>
      ))}
    </Stack>
  );
}

/** Dashed while not set; tinted, with its value and a clear button, while set. */
export function FilterPill({ name, value, icon, onClear, field, turn }: ListFilter) {
  const isSet = value !== null;
  if (turn)
    return (
      <div className={classes.pill} data-set={isSet || undefined}>
        <UnstyledButton className={classes.pillName ?? ""} aria-pressed={isSet} onClick={turn}>
          {name}
        </UnstyledButton>
      </div>
    );
  return (
    <div className={classes.pill} data-set={isSet || undefined}>
      <PopoverButton
        button={(opener) => (
          <UnstyledButton className={classes.pillName ?? ""} {...opener}>
            {icon ?? (!isSet && <IconPlus size={14} stroke={2} aria-hidden="true" />)}
            {isSet ? (
              <span>
                {name}: <b>{value}</b>
              </span>
            ) : (
              name
            )}
          </UnstyledButton>
        )}
      >
        {field}
      </PopoverButton>
      {isSet && (
        <CloseButton
          size={24}
          c="inherit"
          icon={<IconX size={13} />}
          aria-label={`Clear ${name}`}
          onClick={onClear}
        />
      )}
    </div>
  );
}
