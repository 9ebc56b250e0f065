import "../../../theme/mantine-forms.ts";
import { NativeSelect } from "@mantine/core";
import {
  type MessageChannel,
  messageChannels,
  type MessageState,
  messageStates,
} from "@portal/shared/platform/messages.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../api/api.ts";
import { DayText } from "../../../ui/days.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { DataList, type ListColumn } from "../../../ui/list/data-list.tsx";
import { type ListState, SearchBox, useListState } from "../../../ui/list/list-controls.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { StatusText } from "../../../ui/facts.tsx";
import {
  channelWords,
  kindWords,
  type ListedMessage,
  MessageSheet,
  stateTones,
  stateWords,
} from "./message-sheet.tsx";
import classes from "./messages.module.css";

const pageSize = 20;
/** The newest come first, and there is no other order. */
const sorting = { sorts: ["when"], defaultSort: { by: "when", direction: "desc" } } as const;

const columns: readonly ListColumn<ListedMessage>[] = [
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
    cell: (message) => kindWords[message.kind],
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
    align: "end",
    onPhone: "none",
    cell: (message) => message.attempts,
  },
];

/** Everything that the portal says to people, newest first, and whether it arrived. */
export function SentEmailsScreen() {
  const list = useListState<"when">(sorting);
  const [openId, setOpenId] = useState<number | null>(null);
  const state = messageStates.find((known) => known === list.param("state"));
  const channel = messageChannels.find((known) => known === list.param("channel"));
  const messages = api.system.sentEmails.useQuery(
    {
      page: list.page,
      pageSize,
      ...(state ? { state } : {}),
      ...(channel ? { channel } : {}),
      ...(list.search ? { search: list.search } : {}),
    },
    { placeholderData: keepPreviousData },
  );
  const isFiltered = list.search !== "" || state !== undefined || channel !== undefined;

  return (
    <div className={classes.page}>
      <PageHeader title="Sent emails" />
      <Filters list={list} state={state} channel={channel} />
      <DataList
        label="messages"
        columns={columns}
        rowKey={(message) => String(message.id)}
        rowName={(message) => `${kindWords[message.kind]} to ${message.to}`}
        answer={messages}
        page={list.page}
        pageSize={pageSize}
        onPage={list.goToPage}
        onOpen={(message) => setOpenId(message.id)}
        onClearFilters={
          isFiltered ? () => list.change({ search: null, state: null, channel: null }) : undefined
        }
        empty={
          <Empty title="No emails yet">
            <p>Emails and SMS messages the portal sends appear here.</p>
          </Empty>
        }
      />
      {openId !== null && <MessageSheet key={openId} id={openId} onClose={() => setOpenId(null)} />}
    </div>
  );
}

function Filters(props: {
  list: ListState<"when">;
  state: MessageState | undefined;
  channel: MessageChannel | undefined;
}) {
  const { list } = props;
  return (
    <div className={classes.tools}>
      <SearchBox
        label="Search sent emails"
        placeholder="Address, number or subject"
        value={list.search}
        onSearch={(search) => list.change({ search })}
      />
      <NativeSelect
        aria-label="Status"
        value={props.state ?? ""}
        data={[
          { value: "", label: "All statuses" },
          ...messageStates.map((value) => ({ value, label: stateWords[value] })),
        ]}
        onChange={(event) => list.change({ state: event.currentTarget.value })}
      />
      <NativeSelect
        aria-label="Sent by"
        value={props.channel ?? ""}
        data={[
          { value: "", label: "Email and SMS" },
          ...messageChannels.map((value) => ({ value, label: channelWords[value] })),
        ]}
        onChange={(event) => list.change({ channel: event.currentTarget.value })}
      />
    </div>
  );
}
