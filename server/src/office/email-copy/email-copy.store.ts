import { type CopyWords, copyWordsSchema, isForAnyEyes } from "@portal/shared/office/email-copy.ts";
import {
  type EmailCopyKind,
  hasFixedText,
  isEmailCopyKind,
  type MessageKind,
} from "@portal/shared/office/message-kinds.ts";
import { sql } from "kysely";
import type { ReadDatabase, Tx } from "../../platform/db/database.ts";
import type { Message, MessageWords } from "../../platform/messages/define-message.ts";

const wordColumns = ["kind", "subject", "body", "button_label as buttonLabel", "sms"] as const;

/** @returns null when the text is the original one; `words` is null when the stored text is invalid */
export async function findWrittenWords(
  db: ReadDatabase,
  { kind, words }: Pick<Message, "kind" | "words">,
): Promise<{ words: MessageWords | null } | null> {
  // A text that was changed before it was fixed no longer applies.
  if (!isEmailCopyKind(kind) || hasFixedText(kind)) return null;
  const saved = await findSavedCopy(db, kind);
  return saved && { words: asMessageWords(kind, words, saved) };
}

/** The text of a test email; null when it was deleted. */
export async function findTestedWords(
  db: ReadDatabase,
  testId: number,
  wordsOf: (kind: MessageKind) => MessageWords,
): Promise<{ words: MessageWords | null } | null> {
  const tried = await db
    .selectFrom("email_copy_test")
    .select(wordColumns)
    .where("id", "=", testId)
    .executeTakeFirst();
  if (!tried) return null;
  const words = asMessageWords(tried.kind, wordsOf(tried.kind), tried);
  return { words: words && { ...words, subject: `Test: ${words.subject}` } };
}

export async function findSavedCopy(db: ReadDatabase, kind: EmailCopyKind) {
  const found = await db
    .selectFrom("email_copy")
    .select([...wordColumns, "updated_at as dateUpdated"])
    .where("kind", "=", kind)
    .executeTakeFirst();
  return found ?? null;
}

/** Serialises changes of one message's text. */
export async function lockCopy(tx: Tx, kind: EmailCopyKind): Promise<void> {
  const name = `email-copy:${kind}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

export async function saveCopy(
  tx: Tx,
  kind: EmailCopyKind,
  written: CopyWords,
  saved: Readonly<{ at: string; by: number | null }>,
): Promise<void> {
  const columns = { ...columnsOf(written), updated_at: saved.at, updated_by: saved.by };
  await tx
    .insertInto("email_copy")
    .values({ kind, ...columns })
    .onConflict((conflict) => conflict.column("kind").doUpdateSet(columns))
    .execute();
}

/** @returns whether there were any */
export async function deleteCopy(tx: Tx, kind: EmailCopyKind): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("email_copy")
    .where("kind", "=", kind)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function insertCopyTest(
  tx: Tx,
  kind: EmailCopyKind,
  written: CopyWords,
  at: string,
): Promise<number> {
  const { id } = await tx
    .insertInto("email_copy_test")
    .values({ kind, ...columnsOf(written), made_at: at })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

function columnsOf({ subject, body, buttonLabel, sms }: CopyWords) {
  return { subject, body, button_label: buttonLabel, sms };
}

/** The editable parts only. */
export function wordsIn({ subject, body, buttonLabel, sms }: CopyWords): CopyWords {
  return { subject, body, buttonLabel, sms };
}

const betweenParagraphs = /(?:[^\S\n]*\r?\n){2,}/;

/** The original text, as the office's form shows it. */
export function originalCopy({ subject, paragraphs, button, sms }: MessageWords): CopyWords {
  return {
    subject,
    body: paragraphs.join("\n\n"),
    buttonLabel: button?.label ?? "",
    sms: sms ?? "",
  };
}

/**
 * The office's text in the shape of a message; the target of the button stays the original one.
 *
 * @returns null when the text does not satisfy the schema
 */
export function asMessageWords(
  kind: EmailCopyKind,
  original: MessageWords,
  written: CopyWords,
): MessageWords | null {
  // The text may have been saved before the message had a button.
  const label = written.buttonLabel || (original.button?.label ?? "");
  const checked = copyWordsSchema(kind).safeParse({ ...wordsIn(written), buttonLabel: label });
  if (!checked.success) return null;
  const { subject, body, buttonLabel, sms } = checked.data;
  const paragraphs = body.split(betweenParagraphs).filter((words) => words.trim() !== "");
  return {
    subject,
    // The original preheader could contradict a changed body.
    preheader:
      body === originalCopy(original).body ? original.preheader : sentenceToShow(paragraphs),
    paragraphs,
    ...(original.button && { button: { ...original.button, label: buttonLabel } }),
    ...(original.sms !== undefined && { sms }),
  };
}

/** The first sentence with some content, without secrets, that is not the greeting. */
function sentenceToShow(paragraphs: readonly string[]): string {
  const paragraph = paragraphs.find(
    (words) => isForAnyEyes(words) && /[\p{L}\d] .*[\p{L}\d]/su.test(words),
  );
  return /^.*?[.!?](?=\s|$)/s.exec(paragraph ?? "")?.[0] ?? paragraph ?? "";
}
