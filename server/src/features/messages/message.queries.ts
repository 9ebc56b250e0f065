import type { ListMessages, MessageChannel, MessageState } from "@portal/shared/messages.ts";
import type { Page } from "@portal/shared/paging.ts";
import type { ReadDatabase } from "../../db/database.ts";
import type { MessageKind } from "./message-kinds.ts";

export type ListedMessage = {
  id: number;
  channel: MessageChannel;
  kind: MessageKind;
  to: string;
  userId: number | null;
  subject: string;
  state: MessageState;
  attempts: number;
  createdAt: string;
  sentAt: string | null;
  /** What the mail server or provider said last. */
  failure: string | null;
  /** Codes and links of people are made anew by asking for them, not by sending them again. */
  canResend: boolean;
};

/** With what was said; codes and links are masked. */
export type MessageDetail = ListedMessage & { html: string | null; text: string };

export async function listMessages(
  _db: ReadDatabase,
  _input: ListMessages,
): Promise<Page<ListedMessage>> {
  throw new Error("not built yet");
}

/** @throws DomainError message.unknown */
export async function getMessage(_db: ReadDatabase, _id: number): Promise<MessageDetail> {
  throw new Error("not built yet");
}
