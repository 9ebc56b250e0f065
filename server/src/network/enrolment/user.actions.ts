import { isDeepStrictEqual } from "node:util";
import type { ChangeUser, UpdateUser } from "@portal/shared/people/users/user-forms.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Updateable } from "kysely";
import { type Caller, commandFrom, type SignedInUser } from "../../caller.ts";
import { loadStockistStandards } from "../../catalogue/shop-settings/settings.store.ts";
import {
  contactsOf,
  endSentSecrets,
  tellOfNewCell,
  waitForEmail,
} from "../../people/accounts/contact-change.ts";
import {
  type EditedAccount,
  getEditedAccount,
  requireFreeEmail,
  setActive,
  updateUserAccount,
} from "../../people/users/user-account.store.ts";
import { asksForForeignField, changedNames, mayDo } from "../../people/users/user.rules.ts";
import { getUserRow, getVisibleUser, userVersion } from "../../people/users/user.queries.ts";
import { requireRecentAuthentication } from "../../platform/access/recent-authentication.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { readOnly, type Tx } from "../../platform/db/database.ts";
import { requireVersion } from "../../platform/idempotency/edit-version.ts";
import type { ShopTables } from "../../platform/db/shop-tables.ts";
import type { StreamReader } from "../../platform/ledger/read-events.ts";
import { queueMessage, withNewCell } from "../../platform/messages/queue-message.ts";
import { propose } from "../../platform/proposals/propose.actions.ts";
import type { Network, NetworkCommand } from "../members/network.decider.ts";
import { internationalPhone } from "./create-user.actions.ts";
import { tellOfDiscount, tellOfTerms } from "./tell-members.actions.ts";
import { boundsOf, changesOf, loadNetwork } from "./enrol-member.actions.ts";

/**
 * The account can no longer sign in, and the member earns nothing more; nothing is taken out of the
 * books (docs/domain.md, "Members and the tree").
 *
 * @throws DomainError account.yourself, account.unknown, account.inactive
 */
export async function deleteUser(
  caller: Caller,
  user: SignedInUser,
  change: ChangeUser,
): Promise<{ id: number }> {
  if (change.id === user.id) throw new DomainError("account.yourself");
  return setUserActive(caller, user, change, false);
}

/** @throws DomainError account.unknown, account.active */
export async function restoreUser(
  caller: Caller,
  user: SignedInUser,
  change: ChangeUser,
): Promise<{ id: number; proposalId: string | null }> {
  const { commandId, id } = change;
  const row = await getVisibleUser(readOnly(caller.db), user, id);
  if (row.role !== "admin" || row.active || !mayDo("restore", user, row))
    return { ...(await reactivate(caller, user, change)), proposalId: null };
  const data = { userId: id, isNew: false };
  const wanted = { kind: "admin", data, words: null } as const;
  const { proposalId } = await propose(caller, user, commandId, wanted);
  return { id, proposalId };
}

/** An admin becomes one again with the consent of a second one, which the database looks for. */
export async function reactivate(
  caller: Caller,
  user: SignedInUser,
  change: ChangeUser,
): Promise<{ id: number }> {
  return setUserActive(caller, user, change, true);
}

async function setUserActive(
  caller: Caller,
  user: SignedInUser,
  { commandId, id }: ChangeUser,
  active: boolean,
): Promise<{ id: number }> {
  const verb = active ? "restore" : "delete";
  const command = commandFrom(caller, commandId, { action: `users.${verb}`, id });
  const { answer } = await caller.ledger.execute(command, async (streams) => {
    const row = await getVisibleUser(readOnly(caller.db), user, id);
    if (row.active === active)
      throw new DomainError(active ? "account.active" : "account.inactive");
    if (!mayDo(verb, user, row)) throw new DomainError("access.forbidden");

    const network = await loadNetwork(streams);
    const member = network.state.members.get(id);
    const type = active ? "ReactivateMember" : "DeactivateMember";
    const isOther = member !== undefined && member.active !== active;
    return {
      events: isOther ? changesOf(network, [{ type, userId: id }]) : [],
      answer: { id },
      sideWrites: async (tx) => {
        await setActive(tx, id, active, caller.now());
        if (!active) {
          await endSentSecrets(tx, id, caller.now());
          await caller.sessions.endAll(id, null, tx);
        }
        await insertAudit(tx, caller, { action: `user.${verb}d`, subjectId: id });
      },
    };
  });
  return answer;
}

/**
 * "Edit User" (specification, sections 5 and 6): what is left out stays as it is. Percentages and the
 * code are the network's, and change new orders only (docs/decisions.md, 29). A new email or number is told to the former
 * ones, and takes the password of whoever gives it.
 *
 * @throws DomainError account.unknown, edit.changed-meanwhile, account.not-of-role, account.no-company, account.own-email,
 * account.email-in-use, account.wrong-phone, network.code-taken, network.wrong-margin, network.wrong-percent
 */
export async function updateUser(caller: Caller, asked: UpdateUser): Promise<{ id: number }> {
  const { commandId, ...fields } = asked;
  const { id, version } = asked;
  const cell = await internationalPhone(caller, asked.cellNumber);
  const command = commandFrom(caller, commandId, { action: "users.update", ...fields });
  const { answer } = await caller.ledger.execute(command, async (streams) => {
    const before = await getEditedAccount(caller.db, id);
    if (version !== undefined) requireVersion(await versionNow(caller, streams, id), version);
    requireFits(before, asked);
    if (asked.email !== before.email) await requireFreeEmail(caller.db, asked.email, id);

    const after = accountFrom(asked, cell);
    const changed = changedNames(before, after);
    const isNewContact = changed.includes("email") || changed.includes("cell");
    if (isNewContact) requireRecentAuthentication(caller);
    const network = await networkChanges(caller, streams, before, asked);
    return {
      events: network.events,
      answer: { id },
      sideWrites: async (tx) => {
        const values = openValues(before, after, changed);
        const details = {
          changed: [...changed, ...network.changed],
          ...(Object.keys(values).length > 0 && { values }),
          ...network.details,
        };
        if (details.changed.length === 0) return;
        // Whoever was quicker by a moment has not been read above.
        if (!isDeepStrictEqual(await getEditedAccount(tx, id), before))
          throw new DomainError("edit.changed-meanwhile");
        const isNewEmail = changed.includes("email");
        const waits = isNewEmail && before.verified;
        const now = waits ? { ...after, email: before.email } : after;
        await updateUserAccount(tx, id, now, caller.now());
        if (waits) await letEmailWait(tx, caller, id, asked.email);
        else if (isNewEmail) await moveToEmail(tx, caller, before, commandId);
        if (changed.includes("cell")) await moveToCell(tx, caller, before, cell);
        if (changed.includes("margin_bps"))
          await tellOfDiscount(tx, caller, id, {
            before: before.margin_bps,
            after: after.margin_bps ?? null,
          });
        if (network.terms)
          await tellOfTerms(tx, caller, network.terms, {
            margin: percentage(network.terms, "marginBps"),
            percent: percentage(network.terms, "distributorBps"),
            vat: {
              before: before.stockist_vat_bps,
              after:
                after.stockist_vat_bps === undefined
                  ? before.stockist_vat_bps
                  : after.stockist_vat_bps,
            },
          });
        await insertAudit(tx, caller, { action: "user.updated", subjectId: id, details });
      },
    };
  });
  return answer;
}

/** Code and percentages are those of the stream, which knows of what is on its way into the tables. */
async function versionNow({ db }: Caller, streams: StreamReader, id: number): Promise<string> {
  const row = await getUserRow(readOnly(db), id);
  const { state } = await loadNetwork(streams);
  const { code = null, terms = null } = state.members.get(id) ?? {};
  const { marginBps = null, distributorBps = null } = terms ?? {};
  return userVersion({ ...row, code, stockistMarginBps: marginBps, distributorBps });
}

/** Of what says nothing of who somebody is, the audit tells from what to what. */
const openColumns = [
  "school",
  "influencer",
  "distributor_version",
  "test",
  "margin_bps",
  "stockist_vat_bps",
] as const;

function openValues(
  before: EditedAccount,
  after: Updateable<ShopTables["account"]>,
  changed: readonly string[],
): Record<string, readonly [unknown, unknown]> {
  const open = openColumns.filter((name) => changed.includes(name));
  return Object.fromEntries(open.map((name) => [name, [before[name], after[name]] as const]));
}

function requireFits(before: EditedAccount, asked: UpdateUser): void {
  if (asksForForeignField(before.role, asked)) throw new DomainError("account.not-of-role");
  const company = asked.company ?? before.company;
  if (before.role === "stockist" && !company)
    throw new DomainError("account.no-company", { field: "company" });
  // Whoever sets an address can have a password sent to it: nobody becomes the office that way, nor takes the
  // place of somebody whom two admins invited.
  const isOffice = before.role === "admin" || before.developer;
  if (isOffice && asked.email !== before.email)
    throw new DomainError("account.own-email", { field: "email" });
}

function accountFrom(asked: UpdateUser, cell: string): Updateable<ShopTables["account"]> {
  return {
    email: asked.email,
    first_name: asked.firstName,
    last_name: asked.lastName,
    cell,
    alt_number: emptied(asked.altNumber),
    company: emptied(asked.company),
    area: emptied(asked.distributorArea),
    school: asked.school,
    influencer: asked.influencer,
    distributor_version: asked.distributorVersion,
    test: asked.test,
    margin_bps: bpsFrom(asked.margin),
    stockist_vat_bps: bpsFrom(asked.stockistVAT),
    company_address: asked.companyAddress,
    vat_no: asked.vatNo,
  };
}

/** Left out, or taken away. */
function emptied(text: string | undefined): string | null | undefined {
  return text === "" ? null : text;
}

function bpsFrom(percent: number | null | undefined): number | null | undefined {
  return typeof percent === "number" ? percent * 100 : percent;
}

/** The office may have been talked into it: the proven address stays until the new one is, and can stop it. */
async function letEmailWait(tx: Tx, caller: Caller, id: number, email: string): Promise<void> {
  await endSentSecrets(tx, id, caller.now());
  await caller.sessions.endAll(id, null, tx);
  await waitForEmail(tx, caller, id, email);
}

/** Nobody has proved the one of before: whoever gets another address proves that it is theirs. */
async function moveToEmail(
  tx: Tx,
  caller: Caller,
  before: EditedAccount,
  commandId: string,
): Promise<void> {
  const { id, hasPassword } = before;
  const now = caller.now();
  await endSentSecrets(tx, id, now);
  await caller.sessions.endAll(id, null, tx);
  await queueMessage(tx, caller, `email-changed-${commandId}`, {
    kind: "email-changed",
    userId: id,
    ...contactsOf(knownNumber(before), now),
  });
  await updateUserAccount(tx, id, { verified: false }, now);
  const kind = hasPassword ? "confirm-email" : "registration";
  await queueMessage(tx, caller, `${kind}-${commandId}`, { kind, userId: id });
}

/** Nobody uses an account yet whose registration was not finished: a number typed wrong is simply mended. */
async function moveToCell(
  tx: Tx,
  caller: Caller,
  before: EditedAccount,
  cell: string,
): Promise<void> {
  if (!before.hasPassword && !before.verified) return;
  const now = caller.now();
  const known = knownNumber(before);
  const { formerCell, cellChangedAt } = withNewCell(known, cell, now);
  const hold = { former_cell: formerCell, cell_changed_at: cellChangedAt };
  await updateUserAccount(tx, before.id, hold, now);
  await tellOfNewCell(tx, caller, before.id, contactsOf(known, now));
}

function knownNumber({ email, cell, former_cell, cell_changed_at }: EditedAccount) {
  return { email, cell, formerCell: former_cell, cellChangedAt: cell_changed_at };
}

/** What the network has to be told, and how the audit tells it: percentages are no secret, names are. */
async function networkChanges(
  { db }: Caller,
  streams: StreamReader,
  { id, role }: EditedAccount,
  asked: UpdateUser,
) {
  const code = role === "stockist" ? asked.stockistCode : asked.distributorCode;
  if (role !== "stockist" && code === undefined)
    return { events: [], changed: [], details: {}, terms: null };
  const network = await loadNetwork(streams);
  const terms = termsFrom(network.state, asked);
  const commands: NetworkCommand[] = [];
  if (terms) {
    const bounds = boundsOf(await loadStockistStandards(db));
    commands.push({ type: "ChangeStockistTerms", userId: id, terms: terms.after, bounds });
  }
  if (code !== undefined) commands.push({ type: "ChangeMemberCode", userId: id, code });
  const events = changesOf(network, commands);
  const types = new Set(events.map(({ event }) => event.type));
  return {
    events,
    changed: [
      ...(types.has("StockistTermsChanged") ? ["terms"] : []),
      ...(types.has("MemberCodeChanged") ? ["code"] : []),
    ],
    details: terms && types.has("StockistTermsChanged") ? { terms } : {},
    terms: terms && {
      ...terms,
      userId: id,
      parentId: network.state.members.get(id)?.parentId ?? null,
    },
  };
}

function percentage(
  { before, after }: NonNullable<ReturnType<typeof termsFrom>>,
  name: "marginBps" | "distributorBps",
) {
  return { before: before[name], after: after[name] };
}

/** In basis points, as they were and as they are to be; null for whoever is no stockist in the network. */
function termsFrom({ members }: Network, { id, ...asked }: UpdateUser) {
  const before = members.get(id)?.terms;
  if (!before) return null;
  const after = {
    marginBps: bpsFrom(asked.stockistMargin) ?? before.marginBps,
    distributorBps: bpsFrom(asked.distributorPercent) ?? before.distributorBps,
    vatRegistered: asked.vatNo === undefined ? before.vatRegistered : asked.vatNo !== "",
  };
  return { before, after };
}
