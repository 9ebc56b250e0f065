import {
  type CopyWords,
  type EmailCopyKind,
  isEmailCopyKind,
} from "@portal/shared/office/email-copy.ts";
import type { ReadDatabase, Tx } from "../../platform/db/database.ts";
import type { MessageAbout } from "../../platform/messages/message-kinds.ts";
import type { MessageWords } from "../../platform/messages/templates/message-words.ts";
import { asMessageWords } from "./email-copy.rules.ts";

export type SavedCopy = CopyWords & Readonly<{ kind: EmailCopyKind; dateUpdated: string }>;

const wordColumns = ["kind", "subject", "body", "button_label as buttonLabel", "sms"] as const;

/** @returns null where nobody wrote anything; `words` is null where what was written is broken */
export async function findWrittenWords(
  db: ReadDatabase,
  about: MessageAbout,
): Promise<{ words: MessageWords | null } | null> {
  if (about.kind === "copy-test") {
    const tried = await db
      .selectFrom("email_copy_test")
      .select(wordColumns)
      .where("id", "=", about.testId)
      .executeTakeFirst();
    if (!tried) return null;
    const words = asMessageWords(tried.kind, tried);
    return { words: words && { ...words, subject: `Test: ${words.subject}` } };
  }
  if (!isEmailCopyKind(about.kind)) return null;
  const saved = await findSavedCopy(db, about.kind);
  return saved && { words: asMessageWords(about.kind, saved) };
}

export async function findSavedCopy(
  db: ReadDatabase,
  kind: EmailCopyKind,
): Promise<SavedCopy | null> {
  const found = await db
    .selectFrom("email_copy")
    .select([...wordColumns, "updated_at as dateUpdated"])
    .where("kind", "=", kind)
    .executeTakeFirst();
  return found ?? null;
}

export async function saveCopy(
  tx: Tx,
  kind: EmailCopyKind,
  written: CopyWords,
  saved: Readonly<{ at: string; by: number | null }>,
): Promise<void> {
  const columns = {
    ...columnsOf(written),
    updated_at: saved.at,
    updated_by: saved.by,
  };
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
