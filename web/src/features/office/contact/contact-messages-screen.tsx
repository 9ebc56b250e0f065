import { Stack, Text } from "@mantine/core";
import { contactSources } from "@portal/shared/office/contact.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { useRegionWords } from "../../../session/use-region-words.ts";
import { DayText } from "../../../ui/days.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { DataList } from "../../../ui/list/data-list.tsx";
import type { ListColumn } from "../../../ui/list/list-columns.ts";
import { given, useListState } from "../../../ui/list/list-controls.tsx";
import { ListSearch } from "../../../ui/list/list-search.tsx";
import { ListTools } from "../../../ui/list/list-tools.tsx";
import { ListViews } from "../../../ui/list/list-views.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { sourceFrom, sourceWords } from "./contact-words.ts";

export type ListedContact = ApiOutputs["contact"]["list"]["rows"][number];

const pageSize = 20;
const allSources = "all";

const columns: readonly ListColumn<ListedContact>[] = [
  {
    id: "when",
    width: 172,
    header: "When",
    onPhone: "fact",
    cell: (message) => <DayText value={message.receivedAt} withTime />,
  },
  { id: "from", width: "rest", header: "From", onPhone: "title", cell: (message) => message.email },
  {
    id: "about",
    width: 132,
    header: "About",
    onPhone: "fact",
    cell: ({ source }) => sourceWords[source],
  },
  {
    id: "text",
    width: "rest",
    header: "Message",
    onPhone: "fact",
    cell: ({ text }) => text,
  },
];

/** Messages of the contact form, newest first; the office answers by email. */
export function ContactMessagesScreen() {
  const list = useListState();
  const [open, setOpen] = useState<ListedContact | null>(null);
  const source = sourceFrom(list.param("about"));
  const messages = api.contact.list.useQuery(
    { page: list.page, pageSize, ...given({ source, search: list.search }) },
    { placeholderData: keepPreviousData },
  );
  const isFiltered = list.search !== "" || source !== undefined;

  return (
    <Stack gap="sm">
      <PageHeader title="Contact messages" />
      <ListViews
        label="About"
        chosen={source ?? allSources}
        views={[
          { value: allSources, label: "All" },
          ...contactSources.map((value) => ({ value, label: sourceWords[value] })),
        ]}
        onChosen={(value) => list.change({ about: value === allSources ? null : value })}
      />
      <ListTools
        label="contact messages"
        search={
          <ListSearch
            list={list}
            label="Search contact messages"
            placeholder="Name, email or text"
          />
        }
      />
      <DataList
        label="contact messages"
        columns={columns}
        rowKey={(message) => String(message.id)}
        rowName={(message) => `the message of ${message.email}`}
        answer={messages}
        list={list}
        pageSize={pageSize}
        onOpen={setOpen}
        onClearFilters={isFiltered ? () => list.change({ search: null, about: null }) : undefined}
        empty={
          <Empty title="No messages yet">
            Messages from the Contact us page appear here. We keep them for a year.
          </Empty>
        }
      />
      {open && <ContactSheet message={open} onClose={() => setOpen(null)} />}
    </Stack>
  );
}

function ContactSheet(props: { message: ListedContact; onClose: () => void }) {
  const { message } = props;
  const words = useRegionWords();
  const { name, surname, age, cellNumber, residingTown, whereDidYouHear } = message;
  const { existingCustomer, orderNumber } = message;
  const optional = [
    { name: "Name", value: [name, surname].filter(Boolean).join(" ") },
    { name: "Age", value: age },
    { name: words.cellNumber, value: cellNumber },
    { name: "Town", value: residingTown },
    { name: "Heard about us via", value: whereDidYouHear },
    {
      name: "Existing customer",
      value: existingCustomer === null ? null : existingCustomer ? "Yes" : "No",
    },
    { name: "Order number", value: orderNumber },
  ];
  return (
    <Sheet title={sourceWords[message.source]} onClose={props.onClose}>
      <Facts
        facts={[
          { name: "Received", value: <DayText value={message.receivedAt} withTime /> },
          {
            name: "Email",
            value: <a href={`mailto:${encodeURIComponent(message.email)}`}>{message.email}</a>,
          },
          ...optional.filter(({ value }) => value !== null && value !== ""),
        ]}
      />
      <Text className="lines">{message.text}</Text>
    </Sheet>
  );
}
