import { isDeepStrictEqual } from "node:util";
import type { UpdateUser } from "@portal/shared/people/users/user-forms.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { ChangeOf } from "@portal/shared/platform/proposals.ts";
import { isOfOffice } from "@portal/shared/platform/roles.ts";
import type { Updateable } from "kysely";
import { type Caller, commandFrom } from "../../caller.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import { withShare } from "../../catalogue/shop-settings/give-away.queries.ts";
import { loadHighestPrices } from "../../catalogue/products/product.store.ts";
import {
  loadStockistStandards,
  lockSettings,
} from "../../catalogue/shop-settings/settings.store.ts";
import {
  type EditedAccount,
  getEditedAccount,
  requireFreeEmail,
  updateUserAccount,
} from "../../people/users/user-account.store.ts";
import { asksForForeignField, changedNames } from "../../people/users/user.rules.ts";
import { getUserRow, userVersion } from "../../people/users/user.queries.ts";
import { requireRecentAuthentication } from "../../platform/access/recent-authentication.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { readOnly, type Tx } from "../../platform/db/database.ts";
import { loadRegion } from "../../platform/db/region.queries.ts";
import { requireVersion } from "../../platform/idempotency/edit-version.ts";
import type { ShopTables } from "../../platform/db/shop-tables.ts";
import type { StreamReader } from "../../platform/ledger/read-events.ts";
import type { Network, NetworkCommand } from "../members/network.decider.ts";
import { proposeIn } from "../../platform/proposals/propose.actions.ts";
import { isMarginOfTwo, isRaised } from "./margin.actions.ts";
import { internationalPhone } from "./create-user.actions.ts";
import { notifyOfDiscount, notifyOfTerms, warnOfMarks } from "./notify-members.actions.ts";
import { editedFields, type EditedFields, editedPercent } from "./edited-fields.rules.ts";
import { boundsOf, changesOf, loadNetwork } from "./enrol-member.actions.ts";
import { isVatOfTwo, storedVat } from "./stockist-vat.actions.ts";
import { replaceContacts } from "./replace-contacts.actions.ts";

/**
 * "Edit User" (specification, sections 5 and 6): omitted fields keep their value. Percentages and the code belong
 * to the network and affect new orders only (docs/decisions.md, 29). A new email or number, and another margin, percentage, code or
 * mark of a test account requires recent authentication; the former contacts are notified. A margin above what one admin may give and a
 * lower VAT rate are only proposed (`proposalId`: that of the margin, where both are), and the rest is saved (docs/domain.md, "Decisions of two admins").
 *
 * @throws DomainError account.unknown, edit.changed-meanwhile, account.not-of-role, account.no-company, account.own-proof,
 * account.email-in-use, account.wrong-phone, network.code-taken, network.wrong-margin, network.wrong-percent
 */
export async function updateUser(
  caller: Caller,
  user: SignedInUser,
  given: UpdateUser,
): Promise<{ id: number; proposalId: string | null }> {
  const { commandId, ...fields } = given;
  const { id, version } = given;
  const cell = await internationalPhone(caller, given.cellNumber);
  const command = commandFrom(caller, commandId, { action: "users.update", ...fields });
  const { answer } = await caller.ledger.execute(command, async (streams) => {
    const before = await getEditedAccount(caller.db, id);
    if (version !== undefined) requireVersion(await versionNow(caller, streams, id), version);
    const { vatBps: vatOfAll } = await loadRegion(readOnly(caller.db), caller.shop.region);
    const typed = editedFields(before, given, vatOfAll);
    requireFits(before, typed);
    const margin = await marginOfTwo(caller, streams, before, typed);
    const { change: vat, stored } = vatFrom(before, typed, vatOfAll);
    const input = {
      ...typed,
      ...(margin && { margin: undefined, stockistMargin: undefined }),
      ...(vat && { stockistVAT: undefined }),
    };
    // Registered or not.
    if (isOfOffice(before)) requireSameProofs(before, input, cell);
    if (input.email !== before.email) await requireFreeEmail(caller.db, input.email, id);

    const after = {
      ...accountFrom(input, cell),
      ...(stored && { stockist_vat_bps: stored.stockist_vat_bps }),
    };
    const changed = changedNames(before, after);
    const isNewContact = changed.includes("email") || changed.includes("cell");
    const network = await networkChanges(caller, streams, before, input);
    const isProved = [...changed, ...network.changed].some((name) => provedNames.has(name));
    if (isNewContact || isProved) await requireRecentAuthentication(caller);
    return {
      events: network.events,
      answer: { id, proposalId: margin || vat ? commandId : null },
      sideWrites: async (tx) => {
        await save(tx);
        // Last, because whoever renames the person by the same edit does not propose it.
        if (margin) {
          const change = await withShare(tx, caller, margin);
          await proposeIn(tx, caller, user, { id: commandId, change });
        }
        if (vat)
          await proposeIn(tx, caller, user, {
            id: margin ? caller.newId() : commandId,
            change: vat,
          });
      },
    };
    async function save(tx: Tx): Promise<void> {
      await requireAlone(tx, caller, [after.margin_bps, before.margin_bps], network.terms);
      const values = openValues(before, after, changed);
      const details = {
        changed: [...changed, ...network.changed],
        ...(Object.keys(values).length > 0 && { values }),
        ...network.details,
      };
      if (details.changed.length === 0) return;
      // Detects a concurrent edit committed since the read above.
      if (!isDeepStrictEqual(await getEditedAccount(tx, id), before))
        throw new DomainError("edit.changed-meanwhile");
      const emailIsPending = changed.includes("email") && before.verified;
      const saved = emailIsPending ? { ...after, email: before.email } : after;
      const set = { ...stored, ...(isNewContact && { contacts_set_at: caller.now() }) };
      await updateUserAccount(tx, id, { ...saved, ...set }, caller.now());
      if (isNewContact)
        await replaceContacts(tx, caller, before, { email: input.email, cell, commandId });
      await warnOfMarks(tx, caller, id, details.changed);
      if (changed.includes("margin_bps"))
        await notifyOfDiscount(tx, caller, id, {
          before: before.margin_bps,
          after: after.margin_bps ?? null,
        });
      if (network.terms)
        await notifyOfTerms(tx, caller, network.terms, {
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
    }
  });
  return answer;
}

/** What somebody pays or earns by, as the audit names it: a test account and a lost code earn nothing. */
const provedNames: ReadonlySet<string> = new Set([
  "margin_bps",
  "stockist_vat_bps",
  "terms",
  "test",
  "code",
]);

/** The margin that takes two admins; null where one may give it. */
async function marginOfTwo(
  { db, now }: Caller,
  streams: StreamReader,
  { id, margin_bps: present }: EditedAccount,
  input: EditedFields,
): Promise<ChangeOf<"margin"> | null> {
  const marginBps = bpsFrom(input.margin);
  const prices = await loadHighestPrices(db, now());
  if (isMarginOfTwo(marginBps, present, prices))
    return marginChange({ userId: id, of: "customer", marginBps, before: present });
  if (input.stockistMargin === undefined) return null;
  const { state } = await loadNetwork(streams);
  const terms = termsFrom(state, input);
  if (!terms || !isMarginOfTwo(terms.after.marginBps, terms.before.marginBps, prices)) return null;
  const bounds = boundsOf(await loadStockistStandards(db));
  // Above the largest margin it is refused, as before.
  if (terms.after.marginBps > bounds.marginBps) return null;
  return marginChange({
    userId: id,
    of: "stockist",
    marginBps: terms.after.marginBps,
    before: terms.before.marginBps,
  });
}

/**
 * A price or largest percentage that is lowered at this moment waits, and then sees what is given here; one that was lowered since is
 * seen here. So does a plan, which is judged by the largest percentage.
 *
 * @throws DomainError edit.changed-meanwhile
 */
async function requireAlone(
  tx: Tx,
  { now }: Caller,
  [after, before]: readonly [after: number | null | undefined, before: number | null],
  terms: NetworkChanges["terms"],
): Promise<void> {
  const isMore =
    terms !== null &&
    (isRaised(terms.after.marginBps, terms.before.marginBps) ||
      terms.after.distributorBps > terms.before.distributorBps);
  if (!isMore && !isRaised(after, before)) return;
  await lockSettings(tx);
  const prices = await loadHighestPrices(tx, now());
  const isOfTwo =
    isMarginOfTwo(after, before, prices) ||
    (terms !== null && isMarginOfTwo(terms.after.marginBps, terms.before.marginBps, prices));
  const isOutdated =
    isMore && !isDeepStrictEqual(boundsOf(await loadStockistStandards(tx)), terms.bounds);
  if (isOfTwo || isOutdated) throw new DomainError("edit.changed-meanwhile");
}

type NetworkChanges = Awaited<ReturnType<typeof networkChanges>>;

function marginChange(data: ChangeOf<"margin">["data"]): ChangeOf<"margin"> {
  return { kind: "margin", data, words: null };
}

/** The VAT rate of a stockist as one admin sets it, or as what two decide on. */
function vatFrom(
  account: EditedAccount,
  { stockistVAT }: EditedFields,
  ofAll: number,
): Readonly<{
  change: ChangeOf<"stockist-vat"> | null;
  stored: ReturnType<typeof storedVat> | null;
}> {
  const vatBps = bpsFrom(stockistVAT);
  if (vatBps === undefined) return { change: null, stored: null };
  if (!isVatOfTwo(vatBps, account, ofAll))
    return { change: null, stored: storedVat(vatBps, ofAll) };
  const data = { userId: account.id, vatBps, before: account.stockist_vat_bps };
  return { change: { kind: "stockist-vat", data, words: null }, stored: null };
}

/** Code and percentages come from the stream, because the projections may be behind it. */
async function versionNow({ db }: Caller, streams: StreamReader, id: number): Promise<string> {
  const row = await getUserRow(readOnly(db), id);
  const { state } = await loadNetwork(streams);
  const { code = null, terms = null } = state.members.get(id) ?? {};
  const { marginBps = null, distributorBps = null } = terms ?? {};
  return userVersion({ ...row, code, stockistMarginBps: marginBps, distributorBps });
}

/** The audit holds old and new values of the columns that are not personal data. */
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

function requireFits(before: EditedAccount, input: EditedFields): void {
  if (asksForForeignField(before.role, input)) throw new DomainError("account.not-of-role");
  const company = input.company ?? before.company;
  if (before.role === "stockist" && !company)
    throw new DomainError("account.no-company", { field: "company" });
}

/**
 * Nobody touches another's proof: whoever could change the email, number or name of a colleague could confirm as that
 * colleague. One's own are changed in the profile, which warns the former contacts.
 */
function requireSameProofs(before: EditedAccount, input: EditedFields, cell: string): void {
  const changed = [
    ["email", input.email, before.email],
    ["cellNumber", cell, before.cell],
    ["firstName", input.firstName, before.first_name],
    ["lastName", input.lastName, before.last_name],
  ] as const;
  for (const [field, after, former] of changed)
    if (after !== former) throw new DomainError("account.own-proof", { field });
}

function accountFrom(input: EditedFields, cell: string): Updateable<ShopTables["account"]> {
  return {
    email: input.email,
    first_name: input.firstName,
    last_name: input.lastName,
    cell,
    alt_number: nullIfEmpty(input.altNumber),
    company: nullIfEmpty(input.company),
    area: nullIfEmpty(input.distributorArea),
    school: input.school,
    influencer: input.influencer,
    distributor_version: input.distributorVersion,
    test: input.test,
    margin_bps: bpsFrom(input.margin),
    company_address: input.companyAddress,
    vat_no: input.vatNo,
  };
}

/** Undefined means that the field was omitted and keeps its value. */
function nullIfEmpty(text: string | undefined): string | null | undefined {
  return text === "" ? null : text;
}

function bpsFrom(percent: number | null | undefined): number | null | undefined {
  return typeof percent === "number" ? percent * 100 : percent;
}

/** The events of the edit, and what the audit records of them, with former and new values. */
async function networkChanges(
  { db }: Caller,
  streams: StreamReader,
  { id, role }: EditedAccount,
  input: EditedFields,
) {
  const code = role === "stockist" ? input.stockistCode : input.distributorCode;
  if (role !== "stockist" && code === undefined)
    return { events: [], changed: [], details: {}, terms: null };
  const network = await loadNetwork(streams);
  const terms = termsFrom(network.state, input);
  const commands: NetworkCommand[] = [];
  const bounds = boundsOf(await loadStockistStandards(db));
  if (terms) commands.push({ type: "ChangeStockistTerms", userId: id, terms: terms.after, bounds });
  if (code !== undefined) commands.push({ type: "ChangeMemberCode", userId: id, code });
  const events = changesOf(network, commands);
  const types = new Set(events.map(({ event }) => event.type));
  return {
    events,
    changed: [
      ...(types.has("StockistTermsChanged") ? ["terms"] : []),
      ...(types.has("MemberCodeChanged") ? ["code"] : []),
    ],
    details: {
      ...(terms && types.has("StockistTermsChanged") && { terms }),
      ...(types.has("MemberCodeChanged") && {
        code: { code: [network.state.members.get(id)?.code ?? null, code] },
      }),
    },
    terms: terms && {
      ...terms,
      bounds,
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

/** In basis points; null unless the user is a stockist in the network. */
function termsFrom({ members }: Network, { id, ...input }: EditedFields) {
  const before = members.get(id)?.terms;
  if (!before) return null;
  const after = {
    marginBps: bpsFrom(editedPercent(before.marginBps, input.stockistMargin)) ?? before.marginBps,
    distributorBps:
      bpsFrom(editedPercent(before.distributorBps, input.distributorPercent)) ??
      before.distributorBps,
    vatRegistered: input.vatNo === undefined ? before.vatRegistered : input.vatNo !== "",
  };
  return { before, after };
}
