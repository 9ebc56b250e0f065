import { productSchema } from "@portal/shared/catalogue/products.ts";
import { saveSettingsSchema } from "@portal/shared/catalogue/settings.ts";
import { setSiteCopySchema } from "@portal/shared/office/content.ts";
import { emailCopySchema } from "@portal/shared/office/email-copy.ts";
import { emailCopyKinds } from "@portal/shared/office/message-kinds.ts";
import { isSiteCopyName, siteCopyNames } from "@portal/shared/office/site-copy-names.ts";
import { testimonialSchema } from "@portal/shared/office/testimonials.ts";
import { updateUploadSchema } from "@portal/shared/office/uploads.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { newItemId } from "@portal/shared/platform/editing.ts";
import { decimalText } from "@portal/shared/platform/money.ts";
import { z } from "zod";
import type { LegacyEntity } from "./legacy-entity.ts";
import type { Procedures } from "./legacy-app.ts";
import { looseAmount, looseItemId, looseNumber, requireEqual } from "./legacy-values.ts";

/** Read-only fields, which older clients send back as they read them. */
const readOnly = {
  id: looseItemId.optional(),
  listingName: z.string().optional(),
  picture: z.unknown().optional(),
  dateCreated: z.string().optional(),
  dateUpdated: z.iso.datetime().nullish(),
};
type ReadOnly = Readonly<Partial<Record<keyof typeof readOnly, unknown>>>;

/** Without what only the server sets. */
function editedOf<Sent extends ReadOnly>(sent: Sent) {
  const {
    id: _id,
    listingName: _listingName,
    picture: _picture,
    dateCreated: _dateCreated,
    dateUpdated: _dateUpdated,
    ...edited
  } = sent;
  return edited;
}

/** The version that the edit is based on, as `fetch` returned it. */
const version = z.string().nullable().optional();
type Version = z.infer<typeof version>;

/**
 * The version that an edit is based on. Clients that do not send it send back the time of the last change.
 *
 * @throws DomainError edit.changed-meanwhile
 */
async function baseVersion(
  sent: Readonly<{ version?: Version; dateUpdated?: string | null | undefined }>,
  current: () => Promise<Readonly<{ version: string; dateUpdated: string }> | 0 | null>,
): Promise<Version> {
  if (sent.version !== undefined || !sent.dateUpdated) return sent.version;
  const saved = await current();
  if (saved && Date.parse(sent.dateUpdated) < Date.parse(saved.dateUpdated))
    throw new DomainError("edit.changed-meanwhile");
  return saved ? saved.version : undefined;
}

const textOrEmpty = z.string().default("");
const nothing = z.literal("").transform(() => null);
const optionalNumber = z.union([nothing, looseNumber]).nullable().default(null);

const productBody = z.strictObject({
  ...readOnly,
  version,
  name: textOrEmpty,
  description: textOrEmpty,
  /** Decimals: "325.00". */
  price: looseAmount,
  originalPrice: z.union([nothing, looseAmount]).nullable().default(null),
  imageId: optionalNumber,
  productCode: textOrEmpty,
  productGroup: z.string().nullable().default(null),
  weightInGrams: looseNumber,
  dimensions: textOrEmpty,
  outOfStock: z.boolean().default(false),
  outOfStockButton: textOrEmpty,
  outOfStockMessage: textOrEmpty,
  hide: z.boolean().default(false),
});

/** Products, for the office (specification, section 3). */
export const productEntity: LegacyEntity = {
  async save({ procedures }, id, given) {
    const sent = productBody.parse(given);
    const base = await baseVersion(sent, async () => id && procedures.products.byId({ id }));
    const product = productSchema.parse({ ...editedOf(sent), version: base, id: id ?? newItemId });
    const { id: saved, proposalId } = await procedures.products.save(product);
    return { id: saved, proposalId };
  },
  async fetch({ procedures }, id) {
    const product = await procedures.products.byId({ id });
    const { price, originalPrice } = product;
    return {
      ...product,
      price: decimalText(price),
      originalPrice: originalPrice === null ? null : decimalText(originalPrice),
    };
  },
  remove: async ({ procedures }, id) => void (await procedures.products.delete({ id })),
};

const testimonialBody = z.strictObject({
  ...readOnly,
  version,
  name: textOrEmpty,
  town: textOrEmpty,
  words: textOrEmpty,
  imageId: optionalNumber,
  sortOrder: looseNumber.default(0),
  isShown: z.boolean().default(false),
});

export const testimonialEntity: LegacyEntity = {
  async save({ procedures }, id, given) {
    const sent = testimonialBody.parse(given);
    const base = await baseVersion(sent, async () => id && procedures.testimonials.byId({ id }));
    const testimonial = testimonialSchema.parse({
      ...editedOf(sent),
      version: base,
      id: id ?? newItemId,
    });
    return { id: (await procedures.testimonials.save(testimonial)).id };
  },
  fetch: ({ procedures }, id) => procedures.testimonials.byId({ id }),
  remove: async ({ procedures }, id) => void (await procedures.testimonials.delete({ id })),
};

const promoBody = z.strictObject({
  id: looseItemId.optional(),
  title: z.string().optional(),
  description: z.string().optional(),
  sortOrder: looseNumber.optional(),
});
const pageSize = 100;

/** The texts of an upload; its file is sent to `/api/upload/save/{uploadId}`. Texts that are not sent stay as they are. */
export const promoEntity: LegacyEntity = {
  async save({ procedures }, id, given) {
    if (id === null) throw new DomainError("upload.no-file");
    const { title, description, sortOrder } = await uploadOf(procedures, id);
    const edited = { title, description, sortOrder, ...promoBody.parse(given), id };
    await procedures.uploads.update(updateUploadSchema.parse(edited));
    return { id };
  },
  fetch: ({ procedures }, id) => uploadOf(procedures, id),
  remove: async ({ procedures }, id) => void (await procedures.uploads.delete({ id })),
};

/** @throws DomainError upload.unknown */
async function uploadOf(procedures: Procedures, id: number) {
  for (let page = 1; ; page++) {
    const { rows, total } = await procedures.uploads.list({ page, pageSize });
    const found = rows.find((upload) => upload.id === id);
    if (found) return found;
    if (page * pageSize >= total) throw new DomainError("upload.unknown");
  }
}

/** The settings as a single item (specification, section 3). */
const configBody = z.strictObject({
  id: looseItemId.optional(),
  dateUpdated: z.string().nullish(),
  bfEnabled: z.boolean().optional(),
  bfDiscount: looseNumber.optional(),
  currency: z.string().optional(),
  checkoutPopupEnabled: z.boolean().optional(),
  checkoutPopupText: z.string().optional(),
  stockIssues: z.string().optional(),
  defaultPhoneCountry: z.string().optional(),
});
type Config = z.infer<typeof configBody>;

/** There is one such item, whatever id is sent. */
const configId = 1;

/** Other Settings. Each section is saved by the procedure of the office's screen, which requires recent authentication. */
export const settingsEntity: LegacyEntity = {
  async save({ procedures }, _id, given) {
    const parts = await partsOf(procedures, configBody.parse(given));
    // All are checked before the first is saved.
    const sections = parts.map((part) => saveSettingsSchema.parse(part));
    let waiting: string | null = null;
    for (const section of sections) {
      const { proposalId } = await procedures.settings.save(section);
      waiting ??= proposalId;
    }
    return { id: configId, proposalId: waiting };
  },
  async fetch({ procedures }) {
    const { sale, orders, regions, region, dateUpdated } = await procedures.settings.get();
    const own = regions.find(({ code }) => code === region);
    return {
      id: configId,
      dateUpdated,
      ...sale,
      ...orders,
      currency: own?.currency,
      defaultPhoneCountry: own?.phoneCountry,
    };
  },
  remove: () => Promise.reject(new DomainError("access.forbidden")),
};

/** The sections with changes; fields that were not sent keep their values. */
async function partsOf(procedures: Procedures, given: Config): Promise<object[]> {
  const now = await procedures.settings.get();
  const { bfEnabled, bfDiscount, checkoutPopupEnabled, checkoutPopupText, stockIssues } = given;
  const sale = sentFields({ bfEnabled, bfDiscount });
  const orders = sentFields({ checkoutPopupEnabled, checkoutPopupText, stockIssues });
  const region = sentFields({ currency: given.currency, phoneCountry: given.defaultPhoneCountry });
  const own = now.regions.find(({ code }) => code === now.region);
  // First those that what is stored may refuse: the currency of existing orders, then the texts of orders.
  return [
    ...(region ? [{ section: "region", ...own, ...region }] : []),
    ...(orders ? [{ section: "orders", ...now.orders, ...orders }] : []),
    ...(sale ? [{ section: "sale", ...now.sale, ...sale }] : []),
  ];
}

function sentFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> | null {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return given.length > 0 ? Object.fromEntries(given) : null;
}

/** Texts have names instead of ids; under these paths their id is their index among the names, from 1 on. */
function named<Name extends string>(names: readonly Name[], id: number | null): Name {
  const name = id === null ? undefined : names[id - 1];
  if (name === undefined) throw new DomainError("request.unknown-item");
  return name;
}

const siteBody = z.strictObject({
  id: looseItemId.optional(),
  varName: z.string().optional(),
  copy: z.string(),
  dateUpdated: z.iso.datetime().nullish(),
  version,
});
const varNames = [...siteCopyNames.keys()].filter(isSiteCopyName);

/** A text of the site; deleting it restores the original text. */
export const siteCopyEntity: LegacyEntity = {
  async save({ procedures }, id, given) {
    const varName = named(varNames, id);
    const sent = siteBody.parse(given);
    requireEqual({ varName: [varName, sent.varName] });
    const base = await baseVersion(sent, () => procedures.content.get({ varName }));
    await procedures.content.set(
      setSiteCopySchema.parse({ varName, copy: sent.copy, version: base }),
    );
    return { id: varNames.indexOf(varName) + 1 };
  },
  async fetch({ procedures }, id) {
    const varName = named(varNames, id);
    const saved = await procedures.content.get({ varName });
    // Without a saved text the client shows the original one.
    return { id, varName, ...(saved ?? { copy: null, dateUpdated: null, version: null }) };
  },
  async remove({ procedures }, id) {
    await procedures.content.set({ varName: named(varNames, id), copy: null });
  },
};

const emailBody = z.strictObject({
  id: looseItemId.optional(),
  kind: z.string().optional(),
  title: z.unknown().optional(),
  dateUpdated: z.unknown().optional(),
  subject: z.unknown().optional(),
  body: z.unknown().optional(),
  buttonLabel: z.unknown().optional(),
  sms: z.unknown().optional(),
  version,
});

/** The texts of an email; deleting them restores the original ones. */
export const emailCopyEntity: LegacyEntity = {
  async save({ procedures }, id, given) {
    const kind = named(emailCopyKinds, id);
    const sent = emailBody.parse(given);
    requireEqual({ kind: [kind, sent.kind] });
    const { title: _title, ...words } = editedOf(sent);
    await procedures.emailCopy.save(emailCopySchema.parse({ ...words, kind }));
    return { id: emailCopyKinds.indexOf(kind) + 1 };
  },
  fetch: ({ procedures }, id) => procedures.emailCopy.get({ kind: named(emailCopyKinds, id) }),
  async remove({ procedures }, id) {
    await procedures.emailCopy.restore({ kind: named(emailCopyKinds, id) });
  },
};
