import { Stack } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { api } from "../../../api/api.ts";
import { DayText } from "../../../ui/days.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { DataList } from "../../../ui/list/data-list.tsx";
import type { ListColumn } from "../../../ui/list/list-columns.ts";
import { given, useListState } from "../../../ui/list/list-controls.tsx";
import { ListSearch } from "../../../ui/list/list-search.tsx";
import { ListTools } from "../../../ui/list/list-tools.tsx";
import { actorWords, changeWords, type NetworkChange } from "./change-words.ts";

const pageSize = 20;

const columns: readonly ListColumn<NetworkChange>[] = [
  { id: "what", width: "rest", header: "What", onPhone: "title", cell: changeWords },
  {
    id: "when",
    width: 172,
    header: "When",
    onPhone: "fact",
    cell: (change) => <DayText value={change.at} withTime />,
  },
  { id: "who", width: "rest", header: "By", onPhone: "fact", cell: actorWords },
];

/** The changes of the network, newest first. */
export function NetworkChanges(props: { of: number | null }) {
  const list = useListState();
  const changes = api.network.activity.useQuery(
    { page: list.page, pageSize, ...given({ of: props.of, search: list.search }) },
    { placeholderData: keepPreviousData },
  );
  return (
    <Stack gap="sm">
      <ListTools
        label="changes"
        search={<ListSearch list={list} label="Search changes" placeholder="Name" />}
      />
      <DataList
        label="changes"
        columns={columns}
        rowKey={(change) => String(change.position)}
        answer={changes}
        list={list}
        pageSize={pageSize}
        onClearFilters={list.search ? () => list.change({ search: null }) : undefined}
        empty={
          <Empty title="No network changes yet">
            <p>New members, moves and level changes appear here.</p>
          </Empty>
        }
      />
    </Stack>
  );
}
