import { contactSources } from "@portal/shared/office/contact.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { useRegionWords } from "../../../session/use-region-words.ts";
import { DayText } from "../../../ui/days.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { DataList, type ListColumn } from "../../../ui/list/data-list.tsx";
import { SearchBox, useListState } from "../../../ui/list/list-controls.tsx";
import { ListViews } from "../../../ui/list/list-views.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { sourceFrom, sourceWords } from "./contact-words.ts";
import classes from "./contact.module.css";

export type ListedContact = ApiOutputs["contact"]["list"]["rows"][number];

const pageSize = 20;
const sorting = { sorts: ["when"], defaultSort: { by: "when", direction: "desc" } } as const;

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
    cell: (message) => <span className={classes.excerpt}>{message.text}</span>,
  },
];

/** What people wrote to the shop, newest first; answered by email. */
export function ContactMessagesScreen() {
  const list = useListState<"when">(sorting);
  const [open, setOpen] = useState<ListedContact | null>(null);
  const source = sourceFrom(list.param("about"));
  const messages = api.contact.list.useQuery(
    {
      page: list.page,
      pageSize,
      ...(source ? { source } : {}),
      ...(list.search ? { search: list.search } : {}),
    },
    { placeholderData: keepPreviousData },
  );
  const isFiltered = list.search !== "" || source !== undefined;

  return (
    <div className={classes.list}>
      <PageHeader title="Contact messages" />
      <div className={classes.tools}>
        <ListViews
          label="About"
          chosen={source ?? ""}
          views={[
            { value: "", label: "All", count: undefined },
            ...contactSources.map((value) => ({
              value,
              label: sourceWords[value],
              count: undefined,
            })),
          ]}
          onChosen={(value) => list.change({ about: value || null })}
        />
        <SearchBox
          label="Search contact messages"
          placeholder="Name, email or words"
          value={list.search}
          onSearch={(search) => list.change({ search })}
        />
      </div>
      <DataList
        label="contact messages"
        columns={columns}
        rowKey={(message) => String(message.id)}
        rowName={(message) => `the message of ${message.email}`}
        answer={messages}
        page={list.page}
        pageSize={pageSize}
        onPage={list.goToPage}
        onOpen={setOpen}
        onClearFilters={isFiltered ? () => list.change({ search: null, about: null }) : undefined}
        empty={
          <Empty title="Messages will be listed here">
            <p>They come from the page Contact us, and are kept for a year.</p>
          </Empty>
        }
      />
      {open && <ContactSheet message={open} onClose={() => setOpen(null)} />}
    </div>
  );
}

function ContactSheet(props: { message: ListedContact; onClose: () => void }) {
  const { message } = props;
  const words = useRegionWords();
  const { name, surname, age, cellNumber, residingTown, whereDidYouHear, orderNumber } = message;
  const said = [
    { name: "Name", value: [name, surname].filter(Boolean).join(" ") },
    { name: "Age", value: age },
    { name: words.cellNumber, value: cellNumber },
    { name: "Town", value: residingTown },
    { name: "Heard of us", value: whereDidYouHear },
    { name: "Order number", value: orderNumber },
  ];
  return (
    <Sheet title={sourceWords[message.source]} onClose={props.onClose}>
      <div className={classes.sheet}>
        <Facts
          facts={[
            { name: "Received", value: <DayText value={message.receivedAt} withTime /> },
            {
              name: "Email",
              value: <a href={`mailto:${encodeURIComponent(message.email)}`}>{message.email}</a>,
            },
            ...said.filter(({ value }) => value !== null && value !== ""),
          ]}
        />
        <p className={classes.said}>{message.text}</p>
      </div>
    </Sheet>
  );
}
