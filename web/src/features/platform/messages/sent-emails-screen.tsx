import { Stack } from "@mantine/core";
import { messageChannels, messageStates } from "@portal/shared/platform/messages.ts";
import { messageWords } from "@portal/shared/platform/message-words.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { api } from "../../../api/api.ts";
import { DayText } from "../../../ui/days.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { DataList } from "../../../ui/list/data-list.tsx";
import type { ListColumn } from "../../../ui/list/list-columns.ts";
import { dayParam, given, idParam, useListState } from "../../../ui/list/list-controls.tsx";
import { ListSearch } from "../../../ui/list/list-search.tsx";
import { oneOfFilter, periodFilter } from "../../../ui/list/list-filters.tsx";
import { ListTools } from "../../../ui/list/list-tools.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { StatusText } from "../../../ui/facts.tsx";
import {
  channelWords,
  type ListedMessage,
  MessageSheet,
  stateTones,
  stateWords,
} from "./message-sheet.tsx";

export const messageColumns: readonly ListColumn<ListedMessage>[] = [
  {
    id: "when",
    width: 172,
    header: "When",
    onPhone: "fact",
    cell: (message) => <DayText value={message.createdAt} withTime />,
  },
  { id: "to", width: "rest", header: "To", onPhone: "title", cell: (message) => message.to },
  {
    id: "subject",
    width: "rest",
    header: "Subject",
    onPhone: "fact",
    cell: (message) => message.subject,
  },
  {
    id: "kind",
    width: "rest",
    header: "About",
    onPhone: "none",
    cell: (message) => messageWords[message.kind],
  },
  {
    id: "channel",
    width: 88,
    header: "By",
    onPhone: "none",
    cell: (message) => channelWords[message.channel],
  },
  {
    id: "state",
    width: 132,
    header: "Status",
    onPhone: "status",
    cell: (message) => (
      <StatusText tone={stateTones[message.state]}>{stateWords[message.state]}</StatusText>
    ),
  },
  {
    id: "attempts",
    width: 88,
    header: "Attempts",
    onlyWide: true,
    align: "end",
    onPhone: "none",
    cell: (message) => message.attempts,
  },
];

/** All emails and SMS messages of the portal, newest first, with their delivery state. */
export function SentEmailsScreen() {
  const list = useListState();
  const state = messageStates.find((known) => known === list.param("state"));
  const channel = messageChannels.find((known) => known === list.param("channel"));
  const from = dayParam(list.param("from"));
  const to = dayParam(list.param("to"));
  const filter = given({ state, channel, from, to, search: list.search });
  const messages = api.system.sentEmails.useQuery(
    { page: list.page, pageSize: list.pageSize, ...filter },
    { placeholderData: keepPreviousData },
  );
  const openId = idParam(list.param("message"));
  const isFiltered = Object.keys(filter).length > 0;

  return (
    <Stack gap="sm">
      <PageHeader title="Sent emails" />
      <ListTools
        label="messages"
        search={
          <ListSearch
            list={list}
            label="Search sent emails"
            placeholder="Address, number or subject"
          />
        }
        filters={[
          oneOfFilter({
            name: "Status",
            value: state ?? null,
            options: messageStates.map((value) => ({ value, label: stateWords[value] })),
            onChange: (chosen) => list.change({ state: chosen }),
          }),
          oneOfFilter({
            name: "Sent by",
            value: channel ?? null,
            options: messageChannels.map((value) => ({ value, label: channelWords[value] })),
            onChange: (chosen) => list.change({ channel: chosen }),
          }),
          periodFilter({ from, to, onChange: list.change }),
        ]}
        onClearAll={() => list.change(noFilter)}
        total={messages.data?.total}
      />
      <DataList
        label="messages"
        columns={messageColumns}
        rowKey={(message) => String(message.id)}
        rowName={(message) => `${messageWords[message.kind]} to ${message.to}`}
        answer={messages}
        list={list}
        hrefOf={(message) => list.hrefWith({ message: String(message.id) })}
        onClearFilters={isFiltered ? () => list.change(noFilter) : undefined}
        empty={
          <Empty title="No emails yet">
            <p>Emails and SMS messages the portal sends appear here.</p>
          </Empty>
        }
      />
      {openId !== null && (
        <MessageSheet key={openId} id={openId} onClose={() => list.openAs("message", null)} />
      )}
    </Stack>
  );
}

const noFilter = { search: null, state: null, channel: null, from: null, to: null };
