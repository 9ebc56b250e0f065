import {
  contactsOf,
  endSentSecrets,
  queueToFormer,
  waitForEmail,
} from "../../people/accounts/contact-change.ts";
import {
  cellChanged,
  emailChanged,
  emailToConfirm,
  registration,
} from "../../people/accounts/account.messages.ts";
import { type EditedAccount, updateUserAccount } from "../../people/users/user-account.store.ts";
import type { Caller } from "../../caller.ts";
import type { Tx } from "../../platform/db/database.ts";
import { queueMessage, withNewCell } from "../../platform/messages/queue-message.ts";
import { officeChange } from "./member.messages.ts";
import { findParent, warnParent } from "./notify-members.actions.ts";

type NewContacts = Readonly<{ email: string; cell: string; commandId: string }>;

/** What the office entered in an account that is saved already: who used it before is told, and what was sent there ends. */
export async function replaceContacts(
  tx: Tx,
  caller: Caller,
  before: EditedAccount,
  { email, cell, commandId }: NewContacts,
): Promise<void> {
  if (email !== before.email) {
    if (before.verified) await requestEmailChange(tx, caller, before.id, email);
    else await replaceUnverifiedEmail(tx, caller, before, commandId);
  }
  if (cell !== before.cell) await replaceCell(tx, caller, before, cell);
  if (!before.verified) await warnOfWallet(tx, caller, before);
}

/**
 * The office may have been deceived into the change, so the verified address stays in force until the new one
 * is verified, and its owner can cancel the change.
 */
async function requestEmailChange(
  tx: Tx,
  caller: Caller,
  id: number,
  email: string,
): Promise<void> {
  await endSentSecrets(tx, id, caller.now());
  await caller.sessions.endAll(id, null, tx);
  await waitForEmail(tx, caller, id, email);
}

/** The former address was never verified, so the new one takes effect immediately and needs verification. */
async function replaceUnverifiedEmail(
  tx: Tx,
  caller: Caller,
  before: EditedAccount,
  commandId: string,
): Promise<void> {
  const { id, hasPassword } = before;
  const now = caller.now();
  await endSentSecrets(tx, id, now);
  await caller.sessions.endAll(id, null, tx);
  const former = contactsOf(knownNumber(before), now);
  const key = `email-changed-${commandId}`;
  await queueMessage(tx, caller, key, emailChanged, { userId: id }, { former });
  await updateUserAccount(tx, id, { verified: false }, now);
  const message = hasPassword ? emailToConfirm : registration;
  await queueMessage(tx, caller, `${message.kind}-${commandId}`, message, { userId: id });
}

/** An account whose registration is unfinished is not in use yet: its number is corrected without a way back to the former one. */
async function replaceCell(
  tx: Tx,
  caller: Caller,
  before: EditedAccount,
  cell: string,
): Promise<void> {
  if (!before.hasPassword && !before.verified) return;
  const now = caller.now();
  const known = knownNumber(before);
  const { formerCell, cellChangedAt, cellConfirmed } = withNewCell(known, cell, now);
  const hold = {
    former_cell: formerCell,
    cell_changed_at: cellChangedAt,
    cell_confirmed: cellConfirmed,
  };
  await updateUserAccount(tx, before.id, hold, now);
  await queueToFormer(tx, caller, cellChanged, before.id, contactsOf(known, now));
}

function knownNumber(before: EditedAccount) {
  const { email, verified, cell, former_cell, cell_changed_at, cell_confirmed } = before;
  return {
    email,
    verified,
    cell,
    formerCell: former_cell,
    cellChangedAt: cell_changed_at,
    cellConfirmed: cell_confirmed,
  };
}

/**
 * Whoever has not registered may have earned already, and nobody ever proved the former address or number: both hear of the
 * change, without a link that would put back what may have been a mistake, and so does the parent.
 */
async function warnOfWallet(
  tx: Tx,
  caller: Caller,
  { id, email, cell }: EditedAccount,
): Promise<void> {
  if (!(await hasWallet(tx, id))) return;
  const ids = { userId: id, memberId: id, change: "contacts" } as const;
  const former = { formerEmail: email, formerCell: cell };
  await queueMessage(tx, caller, `office-change-${caller.newId()}`, officeChange, ids, { former });
  await warnParent(tx, caller, { memberId: id, parentId: await findParent(tx, id) }, "contacts");
}

async function hasWallet(tx: Tx, userId: number): Promise<boolean> {
  const row = await tx
    .selectFrom("projection.wallet")
    .select("user_id")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row !== undefined;
}
