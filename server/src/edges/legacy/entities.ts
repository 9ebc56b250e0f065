import { productSchema } from "@portal/shared/catalogue/products.ts";
import { saveSettingsSchema } from "@portal/shared/catalogue/settings.ts";
import { setSiteCopySchema } from "@portal/shared/office/content.ts";
import { emailCopyKinds, emailCopySchema } from "@portal/shared/office/email-copy.ts";
import { isSiteCopyName, siteCopyNames } from "@portal/shared/office/site-copy-names.ts";
import { testimonialSchema } from "@portal/shared/office/testimonials.ts";
import { updateUploadSchema } from "@portal/shared/office/uploads.ts";
import {
  guestIdSchema,
  type SaveAddress,
  saveAddressSchema,
} from "@portal/shared/people/addresses.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { newItemId } from "@portal/shared/platform/editing.ts";
import { z } from "zod";
import type { LegacyEntity } from "./entity-calls.ts";
import type { Procedures } from "./legacy-app.ts";
import { decimal, looseAmount, looseItemId, looseNumber, requireEqual } from "./legacy-values.ts";

/** Read-only in every form; older clients send them back as they read them. */
const readOnly = {
  id: looseItemId.optional(),
  listingName: z.string().optional(),
  picture: z.unknown().optional(),
  dateCreated: z.string().optional(),
  dateUpdated: z.iso.datetime().nullish(),
};
/** What an edit began with, as `fetch` answered it. */
const version = z.string().nullable().optional();

type Began = Readonly<{ version?: Version; dateUpdated?: string | null | undefined }>;
type Version = z.infer<typeof version>;
type Saved = Readonly<{ version: string; dateUpdated: string }>;

/** Older clients send back when what they read was changed last. @throws DomainError edit.changed-meanwhile */
async function versionBegunWith(
  sent: Began,
  current: () => Promise<Saved | 0 | null>,
): Promise<Version> {
  if (sent.version !== undefined || !sent.dateUpdated) return sent.version;
  const now = await current();
  if (now && Date.parse(sent.dateUpdated) < Date.parse(now.dateUpdated))
    throw new DomainError("edit.changed-meanwhile");
  return now ? now.version : undefined;
}
/** An item without what only the server says of it. */
function writable<
  Item extends {
    listingName?: unknown;
    picture?: unknown;
    dateCreated?: unknown;
    dateUpdated?: unknown;
  },
>({ listingName: _name, picture: _picture, dateCreated: _at, dateUpdated: _on, ...item }: Item) {
  return item;
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
    const began = await versionBegunWith(sent, async () => id && procedures.products.byId({ id }));
    const item = { ...writable(sent), version: began };
    const product = productSchema.parse({ ...item, id: id ?? newItemId });
    return (await procedures.products.save(product)).id;
  },
  async fetch({ procedures }, id) {
    const product = await procedures.products.byId({ id });
    const { price, originalPrice } = product;
    return {
      ...product,
      price: decimal(price),
      originalPrice: originalPrice === null ? null : decimal(originalPrice),
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

/** What buyers say. */
export const testimonialEntity: LegacyEntity = {
  async save({ procedures }, id, given) {
    const sent = testimonialBody.parse(given);
    const began = await versionBegunWith(
      sent,
      async () => id && procedures.testimonials.byId({ id }),
    );
    const item = { ...writable(sent), version: began };
    const testimonial = testimonialSchema.parse({ ...item, id: id ?? newItemId });
    return (await procedures.testimonials.save(testimonial)).id;
  },
  fetch: ({ procedures }, id) => procedures.testimonials.byId({ id }),
  remove: async ({ procedures }, id) => void (await procedures.testimonials.delete({ id })),
};

const promoBody = z.strictObject({
  id: looseItemId.optional(),
  title: textOrEmpty,
  description: textOrEmpty,
  sortOrder: looseNumber.default(0),
});
const pageSize = 100;

/** An upload's words; its file comes by `/api/upload/save/{uploadId}`. */
export const promoEntity: LegacyEntity = {
  async save({ procedures }, id, given) {
    if (id === null) throw new DomainError("upload.unknown");
    await procedures.uploads.update(updateUploadSchema.parse({ ...promoBody.parse(given), id }));
    return id;
  },
  async fetch({ procedures }, id) {
    for (let page = 1; ; page++) {
      const { rows, total } = await procedures.uploads.list({ page, pageSize });
      const found = rows.find((upload) => upload.id === id);
      if (found) return found;
      if (page * pageSize >= total) throw new DomainError("upload.unknown");
    }
  },
  remove: async ({ procedures }, id) => void (await procedures.uploads.delete({ id })),
};

/** System config as older clients know it (specification, section 3): one item without parts. */
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

/** There is one, whatever it is called. */
const configId = 1;

/** Other Settings. Each of its parts is saved as the office's own screen saves it, password included. */
export const settingsEntity: LegacyEntity = {
  async save({ procedures }, _id, given) {
    for (const part of await partsOf(procedures, configBody.parse(given)))
      await procedures.settings.save(saveSettingsSchema.parse(part));
    return configId;
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

/** Only what was sent is changed. */
async function partsOf(procedures: Procedures, given: Config): Promise<object[]> {
  const now = await procedures.settings.get();
  const { bfEnabled, bfDiscount, checkoutPopupEnabled, checkoutPopupText, stockIssues } = given;
  const sale = sentFields({ bfEnabled, bfDiscount });
  const orders = sentFields({ checkoutPopupEnabled, checkoutPopupText, stockIssues });
  const region = sentFields({ currency: given.currency, phoneCountry: given.defaultPhoneCountry });
  const own = now.regions.find(({ code }) => code === now.region);
  return [
    ...(sale ? [{ section: "sale", ...now.sale, ...sale }] : []),
    ...(orders ? [{ section: "orders", ...now.orders, ...orders }] : []),
    ...(region ? [{ section: "region", ...own, ...region }] : []),
  ];
}

function sentFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> | null {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return given.length > 0 ? Object.fromEntries(given) : null;
}

const text = z.string().max(300).nullish();
const degrees = z.union([z.number(), z.string().trim().max(40)]).nullish();

/** What a map service said of the address, as older clients keep it (specification, section 3, googlePlace). */
const googlePlace = z.object({
  latitude: degrees,
  longitude: degrees,
  addressType: text,
  line_1: text,
  line_2: text,
  line_3: text,
  town_or_city: text,
  postcode: text,
});
type GooglePlace = z.infer<typeof googlePlace>;

/** A place as older clients keep it: an object, or the same as JSON text. */
const place = googlePlace.extend({
  id: z.union([z.number(), z.string()]).nullish(),
  label: text,
  value: text,
  town: text,
  pcode: text,
});
const jsonMax = 5000;

/** The address service's fields (specification, section 7, "Calls with paths not shown"). */
const body = z.strictObject({
  id: z.union([z.number(), z.string()]).optional(),
  uniqueId: guestIdSchema.nullish(),
  businessOrResidential: text,
  recipientCell: text,
  recipientAltNumber: text,
  recipientEmail: text,
  recipientFirstName: text,
  recipientLastName: text,
  streetAddress: text,
  complexBuilding: text,
  province: text,
  manualSuburb: text,
  vatNo: text,
  postalCode: text,
  town: text,
  line2: text,
  line3: text,
  place: z.union([z.string().max(jsonMax), place]).nullish(),
  googlePlace: z.union([z.string().max(jsonMax), googlePlace]).nullish(),
});

const guest = z.object({ uniqueId: guestIdSchema.optional() });

/** Recipients: one's own, or a guest's under the id that its client keeps. */
export const addressEntity: LegacyEntity = {
  async save({ procedures }, id, given) {
    const saved = await procedures.addresses.save({
      ...addressFrom(body.parse(given)),
      ...(id !== null && { id }),
    });
    return saved.id;
  },
  async fetch({ procedures }, id, query) {
    const found = await procedures.addresses.list(guest.parse(query));
    const address = found.find((each) => each.id === id);
    if (!address) throw new DomainError("order.unknown-address");
    return address;
  },
  async remove({ procedures }, id, given) {
    await procedures.addresses.delete({ id, ...guest.parse(given ?? {}) });
  },
};

function addressFrom({
  place: sentPlace,
  googlePlace: sentGooglePlace,
  id: _id,
  ...fields
}: z.infer<typeof body>): SaveAddress {
  const chosen = objectFrom("place", place, sentPlace);
  const mapped = objectFrom("googlePlace", googlePlace, sentGooglePlace) ?? chosen;
  const given = { ...linesOf(mapped), ...withoutBlanks(fields), ...coordinatesOf(mapped) };
  const wanted = chosen?.id
    ? { ...given, entry: "place", placeId: chosen.id }
    : {
        ...given,
        entry: fields.manualSuburb ? "manual" : "uk",
        town: fields.town || given["town"] || chosen?.town,
      };
  return saveAddressSchema.parse(wanted);
}

/** The lines of a British address, for clients that send them nowhere else. */
function linesOf(mapped: GooglePlace | null): Record<string, unknown> {
  if (mapped?.addressType !== "uk") return {};
  const { line_1: streetAddress, line_2: line2, line_3: line3 } = mapped;
  const { town_or_city: town, postcode: postalCode } = mapped;
  return withoutBlanks({ streetAddress, line2, line3, town, postalCode });
}

/** As numbers where they are written as such; whatever else it is, the schema refuses by name. */
function coordinatesOf(mapped: GooglePlace | null) {
  const { latitude, longitude } = mapped ?? {};
  return withoutBlanks({ latitude: degreesFrom(latitude), longitude: degreesFrom(longitude) });
}

function degreesFrom(given: z.infer<typeof degrees>) {
  const isWritten = typeof given === "string" && /^[+-]?\d{1,3}(\.\d+)?$/.test(given);
  return isWritten ? Number(given) : given;
}

function withoutBlanks(fields: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== ""),
  );
}

function objectFrom<Schema extends typeof googlePlace>(
  field: string,
  schema: Schema,
  sent: string | z.infer<Schema> | null | undefined,
): z.infer<Schema> | null {
  if (typeof sent !== "string") return sent ?? null;
  if (sent.trim() === "") return null;
  try {
    return schema.nullable().parse(JSON.parse(sent));
  } catch {
    throw new DomainError("address.unknown-place", { field });
  }
}

/** Texts have names and no numbers; under these paths a text is known by its place among them, from 1 on. */
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

/** A text of the site; deleting it brings the original words back. */
export const siteCopyEntity: LegacyEntity = {
  async save({ procedures }, id, given) {
    const varName = named(varNames, id);
    const sent = siteBody.parse(given);
    requireEqual({ varName: [varName, sent.varName] });
    const began = await versionBegunWith(sent, () => procedures.content.get({ varName }));
    await procedures.content.set(
      setSiteCopySchema.parse({ varName, copy: sent.copy, version: began }),
    );
    return varNames.indexOf(varName) + 1;
  },
  async fetch({ procedures }, id) {
    const varName = named(varNames, id);
    const saved = await procedures.content.get({ varName });
    // Null: the original words, which the client has.
    const { copy = null, dateUpdated = null, version: now = null } = saved ?? {};
    return { id, varName, copy, dateUpdated, version: now };
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
