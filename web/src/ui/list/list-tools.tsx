import { ActionIcon, Button, Checkbox, Group, Indicator, Stack, Text } from "@mantine/core";
import { IconAdjustmentsHorizontal, IconColumns3 } from "@tabler/icons-react";
import { type ReactNode, useMemo, useState } from "react";
import { useUrlParams } from "../url-params.ts";
import { PopoverButton } from "../popover-button.tsx";
import { useIsPhone, useIsTablet } from "../use-is-phone.ts";
import type { ListColumn } from "./list-columns.ts";
import { FilterParts, FilterPill, type ListFilter } from "./list-filters.tsx";
import { grouped } from "../../digit-groups.ts";
import { oneOf } from "./list-pages.tsx";
import { FiltersSheet } from "./filters-sheet.tsx";

/** The default number of filters in the row; the others are behind "More filters". */
const usualPills = 4;

/**
 * The toolbar of a list: search, filters and columns. On a phone the filters are in a sheet.
 *
 * @param props.label what the rows are, in the plural: "orders"
 * @param props.total the number of filtered rows, for the button of the sheet
 */
export function ListTools(props: {
  label: string;
  search?: ReactNode;
  filters?: readonly ListFilter[];
  pills?: number;
  onClearAll?: () => void;
  columns?: Pick<ShownColumns<unknown>, "choices" | "toggle" | "reset">;
  total?: number | undefined;
  children?: ReactNode;
}) {
  const { label, search, filters = [], pills = usualPills, onClearAll, columns } = props;
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
    <Group gap="xs" mih="var(--control)" role="group" aria-label={`Filters of ${label}`}>
      {search}
      {filters.slice(0, pills).map((filter) => (
        <FilterPill key={filter.name} {...filter} />
      ))}
      {filters.length > pills && <MoreFilters filters={filters.slice(pills)} />}
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
    <PopoverButton
      place={{ width: 300 }}
      button={(opener) => (
        <Button variant="subtle" color="gray" px="xs" {...opener}>
          {used === 0 ? "More filters" : `More filters (${used})`}
        </Button>
      )}
    >
      {() => <FilterParts filters={props.filters} />}
    </PopoverButton>
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
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const rows = total === 1 ? oneOf(label) : label;
  return (
    <>
      <Indicator label={used} size={16} color="aga" disabled={used === 0}>
        <ActionIcon
          variant="default"
          aria-haspopup="dialog"
          aria-label={used === 0 ? "Filters" : `Filters, ${used} in use`}
          onClick={() => {
            setOpened(true);
            setOpen(true);
          }}
        >
          <IconAdjustmentsHorizontal size={18} stroke={1.7} />
        </ActionIcon>
      </Indicator>
      {wasOpened && (
        <FiltersSheet
          filters={filters}
          opened={isOpen}
          showLabel={`Show ${total === undefined ? "" : `${grouped(total)} `}${rows}`}
          onClose={() => setOpen(false)}
          onClearAll={props.onClearAll}
        />
      )}
    </>
  );
}

function ColumnsButton(props: {
  columns: Pick<ShownColumns<unknown>, "choices" | "toggle" | "reset">;
}) {
  const { choices, toggle, reset } = props.columns;
  return (
    <PopoverButton
      place={{ position: "bottom-end", width: 220 }}
      button={(opener) => (
        <ActionIcon aria-label="Columns" title="Columns" {...opener}>
          <IconColumns3 size={18} stroke={1.7} />
        </ActionIcon>
      )}
    >
      {() => (
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
      )}
    </PopoverButton>
  );
}

/** An optional column. */
type ColumnChoice = Readonly<{ id: string; header: string; isShown: boolean }>;

type ShownColumns<Column> = Readonly<{
  shown: readonly Column[];
  choices: readonly ColumnChoice[];
  toggle: (id: string) => void;
  reset: () => void;
}>;

/**
 * The visible columns of a list: all that are not `optional`, and the optional ones by their initial state, inverted for
 * those in the address (`columns=id.created`).
 */
export function useShownColumns<Row, By extends string>(
  columns: readonly ListColumn<Row, By>[],
): ShownColumns<ListColumn<Row, By>> {
  const [params, change] = useUrlParams();
  const isNarrow = useIsTablet();
  const turned = params.get("columns") ?? "";
  return useMemo(() => {
    const ids = turned === "" ? [] : turned.split(".");
    const isShownAtFirst = (optional: ListColumn<Row, By>["optional"]) =>
      optional === "shown" || (optional === "shown-if-wide" && !isNarrow);
    const isShown = ({ id, optional }: ListColumn<Row, By>) =>
      optional === undefined || isShownAtFirst(optional) !== ids.includes(id);
    const turn = (after: readonly string[]) => change({ columns: after.join(".") });
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
  }, [columns, turned, change, isNarrow]);
}
