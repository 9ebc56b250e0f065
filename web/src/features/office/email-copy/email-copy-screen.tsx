import { isEmailCopyKind } from "@portal/shared/office/email-copy.ts";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { DayText } from "../../../ui/days.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { Failure, Loading } from "../../../ui/feedback.tsx";
import { DataList, type ListColumn } from "../../../ui/list/data-list.tsx";
import {
  type ListState,
  openParam,
  SearchBox,
  useListState,
} from "../../../ui/list/list-controls.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { StatusText } from "../../../ui/facts.tsx";
import classes from "./email-copy.module.css";
import { EmailCopyEditor } from "./email-copy-editor.tsx";

type Listed = ApiOutputs["emailCopy"]["list"][number];

const columns: readonly ListColumn<Listed>[] = [
  { id: "title", width: "rest", header: "Message", onPhone: "title", cell: ({ title }) => title },
  {
    id: "subject",
    width: "rest",
    header: "Subject",
    onPhone: "fact",
    cell: ({ subject }) => subject,
  },
  {
    id: "by",
    width: 140,
    header: "Sent by",
    onPhone: "none",
    cell: ({ hasSms }) => (hasSms ? "Email, SMS" : "Email"),
  },
  {
    id: "words",
    width: 140,
    header: "Words",
    onPhone: "status",
    cell: ({ dateUpdated }) =>
      dateUpdated === null ? (
        <StatusText tone="neutral">Original</StatusText>
      ) : (
        <StatusText tone="good">
          Yours since <DayText value={dateUpdated} />
        </StatusText>
      ),
  },
];
const sorts = ["title"] as const;

/** The words of every mail and SMS: a list, or one of them opened. */
export function EmailCopyScreen() {
  const list = useListState({ sorts, defaultSort: { by: "title", direction: "asc" } });
  const kind = list.param(openParam) ?? "";
  const opened = api.emailCopy.get.useQuery(
    { kind: isEmailCopyKind(kind) ? kind : "converted" },
    { enabled: isEmailCopyKind(kind), refetchOnWindowFocus: false, gcTime: 0 },
  );
  if (!isEmailCopyKind(kind)) return <Copies list={list} />;
  const close = () => list.open(null);
  if (opened.data)
    return (
      <EmailCopyEditor
        key={`${kind} ${opened.data.dateUpdated ?? ""}`}
        copy={opened.data}
        onClose={close}
      />
    );
  return opened.error ? (
    <Failure what="the words" error={opened.error} onRetry={() => void opened.refetch()} />
  ) : (
    <Loading what="the words" lines={8} />
  );
}

function Copies(props: { list: ListState<"title"> }) {
  const { list } = props;
  const copies = api.emailCopy.list.useQuery();
  const wanted = list.search.toLowerCase();
  const rows = copies.data?.filter(({ title, subject }) =>
    `${title} ${subject}`.toLowerCase().includes(wanted),
  );
  return (
    <div className={classes.page}>
      <PageHeader title="Email copy" />
      <p className={classes.lead}>
        What the shop says by mail and SMS. Choose a message to read it as it arrives, and to change
        its words.
      </p>
      <div className={classes.tools}>
        <SearchBox
          label="Search messages"
          value={list.search}
          onSearch={(search) => list.change({ search })}
        />
      </div>
      <DataList
        label="messages"
        columns={columns}
        rowKey={({ kind }) => kind}
        rowName={({ title }) => title}
        answer={{
          data: rows && { rows, total: rows.length },
          error: copies.error,
          isFetching: copies.isFetching,
          refetch: copies.refetch,
        }}
        page={1}
        pageSize={100}
        onPage={list.goToPage}
        onOpen={({ kind }) => list.open(kind)}
        onClearFilters={list.search ? () => list.change({ search: null }) : undefined}
        empty={<Empty title="No messages" />}
      />
    </div>
  );
}
