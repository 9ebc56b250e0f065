import { setSiteCopySchema } from "@portal/shared/office/content.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { emailCopyKinds, emailCopySchema } from "@portal/shared/office/email-copy.ts";
import { isSiteCopyName, siteCopyNames } from "@portal/shared/office/site-copy-names.ts";
import { z } from "zod";
import type { LegacyEntity } from "./entity-calls.ts";
import { looseItemId, requireEqual } from "./legacy-values.ts";

/** Texts have names and no numbers; under these paths a text is known by its place among them, from 1 on. */
function named<Name extends string>(names: readonly Name[], id: number | null): Name {
  const name = id === null ? undefined : names[id - 1];
  if (name === undefined) throw new DomainError("request.unknown-item");
  return name;
}

const readAt = z.iso.datetime().nullish();
const siteBody = z.strictObject({
  id: looseItemId.optional(),
  varName: z.string().optional(),
  copy: z.string(),
  dateUpdated: readAt,
});
const varNames = [...siteCopyNames.keys()].filter(isSiteCopyName);

/** A text of the site; deleting it brings the original words back. */
export const siteCopyEntity: LegacyEntity = {
  async save({ procedures }, id, given) {
    const varName = named(varNames, id);
    const { copy, dateUpdated, ...sent } = siteBody.parse(given);
    requireEqual({ varName: [varName, sent.varName] });
    await procedures.content.set(setSiteCopySchema.parse({ varName, copy, dateUpdated }));
    return varNames.indexOf(varName) + 1;
  },
  async fetch({ procedures }, id) {
    const varName = named(varNames, id);
    const saved = await procedures.content.get({ varName });
    // Null: the original words, which the client has.
    return { id, varName, copy: saved?.copy ?? null, dateUpdated: saved?.dateUpdated ?? null };
  },
  async remove({ procedures }, id) {
    await procedures.content.set({ varName: named(varNames, id), copy: null });
  },
};

const emailBody = z.looseObject({ id: looseItemId.optional(), kind: z.string().optional() });

/** The words of a mail; deleting them brings the original ones back. */
export const emailCopyEntity: LegacyEntity = {
  async save({ procedures }, id, given) {
    const kind = named(emailCopyKinds, id);
    const { id: _id, ...words } = emailBody.parse(given);
    requireEqual({ kind: [kind, words.kind] });
    await procedures.emailCopy.save(emailCopySchema.parse({ ...words, kind }));
    return emailCopyKinds.indexOf(kind) + 1;
  },
  fetch: ({ procedures }, id) => procedures.emailCopy.get({ kind: named(emailCopyKinds, id) }),
  async remove({ procedures }, id) {
    await procedures.emailCopy.restore({ kind: named(emailCopyKinds, id) });
  },
};
