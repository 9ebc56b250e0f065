import {
  Checkbox,
  CloseButton,
  Popover,
  Radio,
  ScrollArea,
  Skeleton,
  Stack,
  UnstyledButton,
} from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconCalendar, IconPlus, IconX } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense } from "react";
import { daysWords } from "../days.tsx";
import classes from "./list.module.css";

/** One way to narrow a list: a pill above it on a desk, a part of the sheet of filters on a phone. */
export type ListFilter = Readonly<{
  name: string;
  /** What it asks for, in words; null while it asks for nothing. */
  value: string | null;
  icon?: ReactNode;
  onClear: () => void;
  /** How it is chosen. `close` puts the pill's field away, where one choice is all there is to make. */
  field: (close: () => void) => ReactNode;
  /** For what is on or off: the pill itself turns it. */
  turn?: () => void;
}>;

export type FilterOption<Value extends string> = Readonly<{ value: Value; label: string }>;

/** A filter of which one value is chosen. */
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
      <Radio.Group
        aria-label={name}
        value={value}
        onChange={(chosen) => {
          onChange(options.find((option) => option.value === chosen)?.value ?? null);
          close();
        }}
      >
        <Options>
          {options.map((option) => (
            <Radio key={option.value} size="xs" value={option.value} label={option.label} />
          ))}
        </Options>
      </Radio.Group>
    ),
  };
}

/** A filter of which several values are chosen. */
export function someOfFilter<Value extends string>(filter: {
  name: string;
  values: readonly Value[];
  options: readonly FilterOption<Value>[];
  onChange: (values: readonly Value[]) => void;
}): ListFilter {
  const { name, values, options, onChange } = filter;
  const chosen = options.filter(({ value }) => values.includes(value));
  return {
    name,
    value:
      chosen.length === 0
        ? null
        : chosen.length > 2
          ? `${chosen.length} of ${options.length}`
          : chosen.map(({ label }) => label).join(", "),
    onClear: () => onChange([]),
    field: () => (
      <Checkbox.Group
        aria-label={name}
        value={chosen.map(({ value }) => value)}
        onChange={(now) =>
          onChange(options.map(({ value }) => value).filter((value) => now.includes(value)))
        }
      >
        <Options>
          {options.map((option) => (
            <Checkbox key={option.value} value={option.value} label={option.label} />
          ))}
        </Options>
      </Checkbox.Group>
    ),
  };
}

/** A filter that is on or off. */
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
    field: () => (
      <Checkbox
        label={name}
        checked={isOn}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    ),
  };
}

/** The calendar comes when it is opened. */
const PeriodCalendar = lazy(async () => ({
  default: (await import("../dates/period-calendar.tsx")).PeriodCalendar,
}));

/** A filter by days, both included; either may be left open in the address, but not in the calendar. */
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

function Options(props: { children: ReactNode }) {
  return (
    <ScrollArea.Autosize mah={400} type="auto">
      <Stack gap="xs" className={classes.options ?? ""}>
        {props.children}
      </Stack>
    </ScrollArea.Autosize>
  );
}

/** Dashed while it asks for nothing, tinted with its value and a cross while it does. */
export function FilterPill({ name, value, icon, onClear, field, turn }: ListFilter) {
  const [isOpen, popover] = useDisclosure(false);
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
      <Popover opened={isOpen} onChange={popover.set} trapFocus>
        <Popover.Target>
          <UnstyledButton className={classes.pillName ?? ""} onClick={popover.toggle}>
            {icon ?? (!isSet && <IconPlus size={14} stroke={2} aria-hidden="true" />)}
            {isSet ? (
              <span>
                {name}: <b>{value}</b>
              </span>
            ) : (
              name
            )}
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown>{field(popover.close)}</Popover.Dropdown>
      </Popover>
      {isSet && (
        <CloseButton
          size={24}
          className={classes.pillClear ?? ""}
          icon={<IconX size={13} />}
          aria-label={`Clear ${name}`}
          onClick={onClear}
        />
      )}
    </div>
  );
}
