import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { EmailCopy } from "@portal/shared/office/email-copy.ts";
import { type EmailCopyKind, hasFixedText } from "@portal/shared/office/message-kinds.ts";
import type { Caller } from "../../caller.ts";
import { readOnly } from "../../platform/db/database.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import {
  changedFields,
  requireVersion,
  versionOf,
} from "../../platform/idempotency/edit-version.ts";
import { queueMessage } from "../../platform/messages/queue-message.ts";
import {
  deleteCopy,
  findSavedCopy,
  insertCopyTest,
  lockCopy,
  originalCopy,
  saveCopy,
  wordsIn,
} from "./email-copy.store.ts";
import { messageOf } from "../messages/message-catalogue.ts";
import { copyTest } from "./copy-test.messages.ts";

type Context = Pick<Caller, "db" | "user" | "impersonatedById" | "now">;

/**
 * Changes the text of one kind of message. The audit names the changed parts.
 *
 * @throws DomainError emailcopy.fixed, edit.changed-meanwhile
 */
export async function saveEmailCopy(
  context: Context,
  { kind, version, commandId: _once, ...written }: EmailCopy,
): Promise<{ kind: EmailCopyKind; version: string }> {
  requireEditable(kind);
  const by = context.user?.id ?? null;
  await context.db.transaction().execute(async (tx) => {
    await lockCopy(tx, kind);
    const saved = await findSavedCopy(readOnly(tx), kind);
    const before = wordsIn(saved ?? originalCopy(messageOf(kind).words));
    requireVersion(versionOf(before), version);
    await saveCopy(tx, kind, written, { at: context.now(), by });
    const changed = Object.keys(changedFields(before, written));
    await insertAudit(tx, context, {
      action: "email-copy.changed",
      target: kind,
      details: { changed },
    });
  });
  return { kind, version: versionOf(wordsIn(written)) };
}

/** What warns, and what carries a secret, cannot be rewritten. */
function requireEditable(kind: EmailCopyKind): void {
  if (hasFixedText(kind)) throw new DomainError("emailcopy.fixed");
}

/** Back to the original text; without a changed one, nothing happens. */
export async function restoreEmailCopy(
  context: Context,
  kind: EmailCopyKind,
): Promise<{ kind: EmailCopyKind }> {
  await context.db.transaction().execute(async (tx) => {
    if (await deleteCopy(tx, kind))
      await insertAudit(tx, context, { action: "email-copy.restored", target: kind });
  });
  return { kind };
}

/**
 * Emails this text, saved or not, to the requesting user only.
 *
 * @throws DomainError emailcopy.fixed
 */
export async function sendCopyTest(
  context: Context & Pick<Caller, "jobs">,
  { kind, version: _began, commandId: _once, ...written }: EmailCopy,
): Promise<{ to: string }> {
  const { user } = context;
  requireEditable(kind);
  if (!user) throw new DomainError("access.sign-in-required");
  await context.db.transaction().execute(async (tx) => {
    const testId = await insertCopyTest(tx, kind, written, context.now());
    await queueMessage(tx, context, `copy-test:${testId}`, copyTest, { userId: user.id, testId });
    await insertAudit(tx, context, { action: "email-copy.tested", target: kind });
  });
  return { to: user.email };
}
