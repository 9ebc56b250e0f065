import { messageWords } from "@portal/shared/platform/message-words.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { api } from "../../../api/api.ts";
import { Empty } from "../../../ui/empty.tsx";
import { DataList } from "../../../ui/list/data-list.tsx";
import { idParam, useListState } from "../../../ui/list/list-controls.tsx";
import { MessageSheet } from "./message-sheet.tsx";
import { messageColumns } from "./sent-emails-screen.tsx";

const columns = messageColumns.filter(({ id }) => id !== "attempts");

/** Emails and SMS messages to one person. The server hides codes and links in them. */
export function PersonMessages({ id }: { id: number }) {
  const list = useListState();
  const messages = api.system.sentEmails.useQuery(
    { page: list.page, pageSize: list.pageSize, userId: id },
    { placeholderData: keepPreviousData },
  );
  const openId = idParam(list.param("message"));
  return (
    <>
      <DataList
        isPart
        label="messages"
        columns={columns}
        rowKey={(message) => String(message.id)}
        rowName={(message) => `${messageWords[message.kind]} to ${message.to}`}
        answer={messages}
        list={list}
        hrefOf={(message) => list.hrefWith({ message: String(message.id) })}
        empty={<Empty title="No messages yet" />}
      />
      {openId !== null && (
        <MessageSheet key={openId} id={openId} onClose={() => list.openAs("message", null)} />
      )}
    </>
  );
}
