import { Avatar, Group, Stack, Text } from "@mantine/core";
import { type ItemSort, itemSorts, newItemId } from "@portal/shared/platform/editing.ts";
import { type Picture, pictureUrl } from "@portal/shared/platform/pictures.ts";
import { IconPhoto } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Empty } from "./empty.tsx";
import { DataList, type ListAnswer } from "./list/data-list.tsx";
import type { ListColumn } from "./list/list-columns.ts";
import {
  given,
  type SortedListState,
  openParam,
  useSortedListState,
} from "./list/list-controls.tsx";
import { ListSearch } from "./list/list-search.tsx";
import { PageHeader } from "./page-header.tsx";

const pageSize = 20;

/** The state of a listing, with the input of its query and the open item, all in the address. */
export function useEditList() {
  const list = useSortedListState<ItemSort>({
    sorts: itemSorts,
    defaultSort: { by: "name", direction: "asc" },
  });
  const { page, search, sort } = list;
  const asked = {
    page,
    pageSize,
    sort: sort.by,
    direction: sort.direction,
    ...given({ search }),
  };
  const opened = Number(list.param(openParam));
  const openId = opened === newItemId || (Number.isInteger(opened) && opened > 0) ? opened : null;
  return { list, asked, openId };
}

/** A searchable listing of editable items (specification, section 2, "Generic admin edit form"). */
export function EditList<Item extends { id: number; listingName: string }>(props: {
  title: string;
  /** In the plural: "products". */
  label: string;
  addLabel: string;
  columns: readonly ListColumn<Item, ItemSort>[];
  list: SortedListState<ItemSort>;
  answer: ListAnswer<Item>;
  emptyText: string;
  /** The open item. */
  children?: ReactNode;
}) {
  const { list, label } = props;
  const place = props.children === undefined ? undefined : "over";
  const open = (id: number) => list.open(String(id), place);
  return (
    <Stack>
      <PageHeader
        title={props.title}
        actions={[{ label: props.addLabel, isMain: true, onClick: () => open(newItemId) }]}
      />
      <div>
        <ListSearch list={list} label={`Search ${label}`} />
      </div>
      <DataList
        label={label}
        columns={props.columns}
        rowKey={({ id }) => String(id)}
        rowName={({ listingName }) => listingName}
        answer={props.answer}
        list={list}
        pageSize={pageSize}
        onOpen={({ id }) => open(id)}
        onClearFilters={list.search ? () => list.change({ search: null }) : undefined}
        empty={<Empty title={`No ${label} yet`}>{props.emptyText}</Empty>}
      />
      {props.children}
    </Stack>
  );
}

/** An item's picture and name, for a listing. */
export function NamedItem(props: { name: string; picture: Picture | null }) {
  return (
    <Group component="span" gap="sm" wrap="nowrap">
      <Avatar
        component="span"
        size={36}
        radius="md"
        alt=""
        src={props.picture && pictureUrl(props.picture, 96)}
        imageProps={{ loading: "lazy" }}
      >
        <IconPhoto size={18} stroke={1.4} aria-hidden="true" />
      </Avatar>
      <Text span inherit truncate>
        {props.name}
      </Text>
    </Group>
  );
}
