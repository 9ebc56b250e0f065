import {
  ActionIcon,
  Button,
  Checkbox,
  Drawer,
  Group,
  Indicator,
  Popover,
  Stack,
  Text,
  Title,
} from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconAdjustmentsHorizontal, IconColumns3 } from "@tabler/icons-react";
import { type ReactNode, useMemo } from "react";
import { useSearchParams } from "wouter";
import { useIsPhone } from "../use-is-phone.ts";
import type { ListColumn } from "./data-list.tsx";
import classes from "./list.module.css";
import { FilterPill, type ListFilter } from "./list-filters.tsx";
import { grouped, oneOf } from "./list-pages.tsx";

/** As many filters stand in the row; the rest waits behind "More filters". */
const pillsMax = 4;

/**
 * The one row between the views of a list and its rows: search, filters and columns. A phone has its
 * filters in a sheet from below.
 *
 * @param props.label what the rows are, in the plural: "orders"
 * @param props.total how many there are as they are filtered, for the button that shows them
 */
export function ListTools(props: {
  label: string;
  search?: ReactNode;
  filters?: readonly ListFilter[];
  onClearAll?: () => void;
  columns?: Pick<ShownColumns<unknown>, "choices" | "toggle" | "reset">;
  total?: number | undefined;
  children?: ReactNode;
}) {
  const { label, search, filters = [], onClearAll, columns } = props;
  const isPhone = useIsPhone();
  const used = filters.filter(({ value }) => value !== null).length;

  if (isPhone)
    return (
      <Group gap="xs" wrap="nowrap">
        {search}
        {filters.length > 0 && (
          <PhoneFilters
            label={label}
            filters={filters}
            used={used}
            total={props.total}
            onClearAll={onClearAll}
          />
        )}
        {props.children}
      </Group>
    );
  return (
    <Group
      gap="xs"
      wrap="nowrap"
      className={classes.tools ?? ""}
      role="group"
      aria-label={`Filters of ${label}`}
    >
      {search}
      {filters.slice(0, pillsMax).map((filter) => (
        <FilterPill key={filter.name} {...filter} />
      ))}
      {filters.length > pillsMax && <MoreFilters filters={filters.slice(pillsMax)} />}
      {used > 1 && onClearAll && (
        <Button variant="subtle" color="gray" px="xs" onClick={onClearAll}>
          Clear all
        </Button>
      )}
      <Group gap={4} ml="auto" wrap="nowrap">
        {props.children}
        {columns && columns.choices.length > 0 && <ColumnsButton columns={columns} />}
      </Group>
    </Group>
  );
}

function MoreFilters(props: { filters: readonly ListFilter[] }) {
  const used = props.filters.filter(({ value }) => value !== null).length;
  return (
    <Popover trapFocus width={300}>
      <Popover.Target>
        <Button variant="subtle" color="gray" px="xs">
          {used === 0 ? "More filters" : `More filters (${used})`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <FilterParts filters={props.filters} />
      </Popover.Dropdown>
    </Popover>
  );
}

function FilterParts(props: { filters: readonly ListFilter[] }) {
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

function PhoneFilters(props: {
  label: string;
  filters: readonly ListFilter[];
  used: number;
  total: number | undefined;
  onClearAll: (() => void) | undefined;
}) {
  const { label, filters, used, total } = props;
  const [isOpen, sheet] = useDisclosure(false);
  const rows = total === 1 ? oneOf(label) : label;
  return (
    <>
      <Indicator label={used} size={16} color="aga" disabled={used === 0}>
        <ActionIcon
          variant="default"
          aria-haspopup="dialog"
          aria-label={used === 0 ? "Filters" : `Filters, ${used} in use`}
          onClick={sheet.open}
        >
          <IconAdjustmentsHorizontal size={18} stroke={1.7} />
        </ActionIcon>
      </Indicator>
      <Drawer opened={isOpen} onClose={sheet.close} position="bottom" size="auto" title="Filters">
        <FilterParts filters={filters} />
        <Group grow mt="lg" className={classes.sheetFoot ?? ""}>
          <Button variant="default" disabled={used === 0} onClick={props.onClearAll}>
            Clear all
          </Button>
          <Button onClick={sheet.close}>
            {total === undefined ? "Show" : `Show ${grouped(total)}`} {rows}
          </Button>
        </Group>
      </Drawer>
    </>
  );
}

function ColumnsButton(props: {
  columns: Pick<ShownColumns<unknown>, "choices" | "toggle" | "reset">;
}) {
  const { choices, toggle, reset } = props.columns;
  return (
    <Popover trapFocus position="bottom-end" width={220}>
      <Popover.Target>
        <ActionIcon aria-label="Columns" title="Columns">
          <IconColumns3 size={18} stroke={1.7} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs" align="flex-start">
          <Text size="sm" fw={650}>
            Columns
          </Text>
          {choices.map(({ id, header, isShown }) => (
            <Checkbox key={id} label={header} checked={isShown} onChange={() => toggle(id)} />
          ))}
          <Button variant="subtle" color="gray" px="xs" onClick={reset}>
            Reset
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

/** A column that somebody may leave out or take in. */
type ColumnChoice = Readonly<{ id: string; header: string; isShown: boolean }>;

type ShownColumns<Column> = Readonly<{
  shown: readonly Column[];
  choices: readonly ColumnChoice[];
  toggle: (id: string) => void;
  reset: () => void;
}>;

/**
 * Which columns of a list there are: those that are not `optional`, and of these as they begin or as
 * the address says; `columns=id.created` names those that are the other way round.
 */
export function useShownColumns<Row, By extends string>(
  columns: readonly ListColumn<Row, By>[],
): ShownColumns<ListColumn<Row, By>> {
  const [params, setParams] = useSearchParams();
  const turned = params.get("columns") ?? "";
  return useMemo(() => {
    const ids = turned === "" ? [] : turned.split(".");
    const isShown = ({ id, optional }: ListColumn<Row, By>) =>
      optional === undefined || (optional === "shown") !== ids.includes(id);
    const turn = (after: readonly string[]) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (after.length > 0) next.set("columns", after.join("."));
          else next.delete("columns");
          return next;
        },
        { replace: true },
      );
    return {
      shown: columns.filter(isShown),
      choices: columns
        .filter(({ optional }) => optional !== undefined)
        .map((column) => ({
          id: column.id,
          header: column.header,
          isShown: isShown(column),
        })),
      toggle: (id) => turn(ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id]),
      reset: () => turn([]),
    };
  }, [columns, turned, setParams]);
}
