import {
  firstQuantityOf,
  quantityMax,
  selfCollectionService,
} from "@portal/shared/platform/constants.ts";
import type { ParcelWord } from "@portal/shared/sales/orders/order-terms.ts";
import type { ApiInputs } from "../../../api/api.ts";
import { newId } from "../../../api/new-id.ts";
import { createPersonalStore, readStoredJson, writeStored } from "../../../session/store.ts";

export type CollectionDraft = Readonly<{
  by: "self" | "courier" | null;
  courierName: string;
  /** Of the collector, where the order has no recipient. */
  name: string;
  cellNumber: string;
}>;

/** The 50 ml bottle, the main product (specification, section 3). */
export const mainProductId = 94;

export type DraftSection = Readonly<{
  /** By product id, as text because the draft is stored as JSON. */
  quantities: Readonly<Record<string, number>>;
  addressId: number | null;
  /** This section's delivery service; without it, the order's. Missing in drafts of older versions of the page. */
  deliveryService?: string;
}> &
  Readonly<Partial<Record<ParcelWord, string | undefined>>>;

export type OrderStep = 1 | 2 | 3;

/** An order in progress: one section for each recipient, the active one being edited. */
export type OrderDraft = Readonly<{
  /** From the first change on; copies of the tab share it (placed-drafts.ts). */
  id?: string;
  step: OrderStep;
  sections: readonly DraftSection[];
  active: number;
  deliveryService: string | null;
  /** Who collects the order at the office. */
  collection: CollectionDraft;
  deliveryNotes: string;
  /** Of the products of a repeated order, by id. */
  names?: Readonly<Record<string, string>>;
  /** The names of what was removed because the shop does not sell it now, by id. */
  leftOut?: Readonly<Record<string, string>>;
  /** The last attempt to place it. The same request again is a retry of the same command. */
  attempt: Readonly<{ commandId: string; request: string }> | null;
}>;

export const newDraft: OrderDraft = {
  step: 1,
  sections: [{ quantities: { [mainProductId]: 1 }, addressId: null }],
  active: 0,
  deliveryService: null,
  collection: { by: null, courierName: "", name: "", cellNumber: "" },
  deliveryNotes: "",
  attempt: null,
};

export function isBegun(draft: OrderDraft): boolean {
  return JSON.stringify({ ...draft, id: undefined }) !== JSON.stringify(newDraft);
}

export function activeSection(draft: OrderDraft): DraftSection {
  return draft.sections[draft.active] ?? { quantities: {}, addressId: null };
}

export function quantityOf(section: DraftSection, productId: number): number {
  return section.quantities[String(productId)] ?? 0;
}

export function unitsOf(section: DraftSection): number {
  return Object.values(section.quantities).reduce((sum, quantity) => sum + quantity, 0);
}

export function withQuantity(draft: OrderDraft, productId: number, quantity: number): OrderDraft {
  const kept = Math.min(quantityMax, Math.max(0, Math.trunc(quantity)));
  return changeActive(draft, (section) => ({
    ...section,
    quantities: { ...section.quantities, [productId]: kept },
  }));
}

type Offered = Readonly<{ id: number; name: string; outOfStock: boolean }>;

/**
 * Without what the shop does not sell now, which is named in `leftOut` until it is in the order again. What the form puts in by
 * itself is removed silently: the main product, and untouched what it opens with.
 *
 * @returns the same draft where nothing changes
 */
export function withoutUnsold(
  draft: OrderDraft,
  offered: readonly Offered[],
  formerly: readonly Offered[] = [],
  opensWith: readonly number[] = [],
): OrderDraft {
  const sold = new Set(offered.filter(({ outOfStock }) => !outOfStock).map(({ id }) => id));
  const lines = draft.sections.flatMap(linesOf);
  const ordered = new Set(lines.map(({ productId }) => productId));
  const unsold = [...ordered].filter((id) => !sold.has(id));
  const { leftOut: leftOutBefore = {}, ...rest } = draft;
  const stillOut = Object.entries(leftOutBefore).filter(([id]) => !ordered.has(Number(id)));
  if (unsold.length === 0 && stillOut.length === Object.keys(leftOutBefore).length) return draft;
  const isUntouched = (id: number) =>
    opensWith.includes(id) &&
    lines.every(({ productId, quantity }) => productId !== id || quantity === firstQuantityOf(id));
  const isSilent = (id: number) =>
    draft.names?.[id] === undefined && (id === mainProductId || isUntouched(id));
  const nameOf = (id: number) =>
    draft.names?.[id] ??
    [...offered, ...formerly].find((product) => product.id === id)?.name ??
    "a product that we no longer sell";
  const named = unsold.filter((id) => !isSilent(id)).map((id) => [id, nameOf(id)] as const);
  const leftOut = Object.fromEntries([...stillOut, ...named]);
  return {
    ...rest,
    sections: draft.sections.map((section) => ({
      ...section,
      quantities: { ...section.quantities, ...Object.fromEntries(unsold.map((id) => [id, 0])) },
    })),
    ...(Object.keys(leftOut).length > 0 && { leftOut }),
  };
}

/** Once the notice about it is closed. */
export function withoutLeftOut({ leftOut: _, ...draft }: OrderDraft): OrderDraft {
  return draft;
}

export function withAddress(draft: OrderDraft, addressId: number): OrderDraft {
  return changeActive(draft, (section) => ({ ...section, addressId }));
}

/** The recipients of the other sections, each with its parcel number. */
export function takenAddresses(draft: OrderDraft): ReadonlyMap<number, number> {
  return new Map(
    draft.sections.flatMap(({ addressId }, at) =>
      at === draft.active || addressId === null ? [] : [[addressId, at + 1] as const],
    ),
  );
}

/** Follows recipients whose id changed with an edit, and removes those that no longer exist. */
export function withKnownAddresses(
  draft: OrderDraft,
  known: readonly Readonly<{ id: number; formerIds: readonly number[] }>[],
): OrderDraft {
  const currentId = (addressId: number | null) =>
    known.find(({ id }) => id === addressId)?.id ??
    known.find(({ formerIds }) => addressId !== null && formerIds.includes(addressId))?.id ??
    null;
  if (draft.sections.every(({ addressId }) => currentId(addressId) === addressId)) return draft;
  const sections = draft.sections.map((section) => ({
    ...section,
    addressId: currentId(section.addressId),
  }));
  return { ...draft, sections };
}

/** A section is ready once it has goods and a recipient or a collection. */
export function isReady(section: DraftSection): boolean {
  return unitsOf(section) > 0 && (section.addressId !== null || isCollectedByChoice(section));
}

/** Needs no recipient: the collector is named in the delivery step. */
export function isCollectedByChoice({ deliveryService }: DraftSection): boolean {
  return deliveryService === selfCollectionService;
}

/** The delivery service of a section; null until one is chosen. */
export function serviceIn(draft: OrderDraft, section: DraftSection): string | null {
  return section.deliveryService ?? draft.deliveryService;
}

/** Sets the service of one section; null returns it to the order's service. */
export function withService(draft: OrderDraft, at: number, service: string | null): OrderDraft {
  return changeAt(draft, at, ({ deliveryService: _, ...section }) =>
    service === null ? section : { ...section, deliveryService: service },
  );
}

export function withAnotherSection(draft: OrderDraft): OrderDraft {
  const sections = [...draft.sections, { quantities: { [mainProductId]: 1 }, addressId: null }];
  return { ...draft, sections, active: sections.length - 1 };
}

export function withoutSection(draft: OrderDraft, at: number): OrderDraft {
  if (draft.sections.length === 1) return draft;
  const sections = draft.sections.filter((_, index) => index !== at);
  const active = draft.active >= at ? draft.active - 1 : draft.active;
  return { ...draft, sections, active: Math.max(0, active) };
}

/** A price needs goods only, no recipients. */
export function quoteRequest(draft: OrderDraft): ApiInputs["catalog"]["quote"] | null {
  const filled = draft.sections.filter((section) => unitsOf(section) > 0);
  if (filled.length === 0) return null;
  const sections = filled.map((section) => ({ lines: linesOf(section) }));
  return withServices(draft, filled, sections);
}

/** One common service is sent with the order; different services are sent with their sections. */
export function withServices<Section extends object>(
  draft: OrderDraft,
  from: readonly DraftSection[],
  sections: readonly Section[],
): { sections: (Section & { deliveryService?: string })[]; deliveryService?: string } {
  const services = from.map((section) => serviceIn(draft, section));
  const [first = null] = services;
  if (services.every((service) => service === first))
    return { sections: [...sections], ...(first ? { deliveryService: first } : {}) };
  return {
    sections: sections.map((section, at) => {
      const service = services[at];
      return service ? { ...section, deliveryService: service } : section;
    }),
  };
}

/** The products with a quantity. */
export function linesOf(section: DraftSection): { productId: number; quantity: number }[] {
  return Object.entries(section.quantities)
    .filter(([, quantity]) => quantity > 0)
    .map(([productId, quantity]) => ({ productId: Number(productId), quantity }));
}

function changeActive(
  draft: OrderDraft,
  change: (section: DraftSection) => DraftSection,
): OrderDraft {
  return changeAt(draft, draft.active, change);
}

export function changeAt(
  draft: OrderDraft,
  which: number,
  change: (section: DraftSection) => DraftSection,
): OrderDraft {
  const sections = draft.sections.map((section, at) => (at === which ? change(section) : section));
  return { ...draft, sections };
}

/** The goods alone, which outlive signing in (session/person.ts); and the whole draft. */
const key = "order-draft-1";
const wholeKey = "order-words-1";
const store = createPersonalStore(stored, newDraft);

/** The draft of this tab, kept through reloads, network failures and, without its words, signing in. */
export const useDraft = store.useValue;
export const readDraft = store.get;

export function changeDraft(change: (draft: OrderDraft) => OrderDraft): void {
  const before = readDraft();
  const after = change(before);
  if (after !== before) keep({ id: newId(), ...after });
}

export function clearDraft(): void {
  keep(newDraft);
}

function keep(draft: OrderDraft): void {
  writeStored("sessionStorage", key, JSON.stringify(goodsOf(draft)));
  writeStored("sessionStorage", wholeKey, JSON.stringify(draft));
  store.set(draft);
}

/** Without what was typed about people, and without recipients, which nobody else can use. */
function goodsOf(draft: OrderDraft): OrderDraft {
  const { collection, deliveryNotes, attempt } = newDraft;
  const sections = draft.sections.map(({ quantities, deliveryService }) => ({
    quantities,
    addressId: null,
    ...(deliveryService !== undefined && { deliveryService }),
  }));
  const { id: _, ...goods } = draft;
  return { ...goods, sections, collection, deliveryNotes, attempt };
}

function stored(): OrderDraft {
  const whole = readStoredJson("sessionStorage", wholeKey);
  const value = isDraft(whole) ? whole : readStoredJson("sessionStorage", key);
  // A draft of an older version lacks the fields added since.
  return isDraft(value) ? { ...newDraft, ...value, ...knownCollection(value) } : newDraft;
}

/** The stored value may come from an older version of this page, or from the console. */
function isDraft(value: unknown): value is OrderDraft {
  if (typeof value !== "object" || value === null) return false;
  const draft: Partial<Record<keyof OrderDraft, unknown>> = value;
  return (
    (draft.step === 1 || draft.step === 2 || draft.step === 3) &&
    Array.isArray(draft.sections) &&
    draft.sections.length > 0 &&
    draft.sections.every(isSection) &&
    typeof draft.active === "number" &&
    (draft.leftOut === undefined || isLeftOut(draft.leftOut)) &&
    typeof draft.deliveryNotes === "string"
  );
}

function isLeftOut(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function knownCollection({ collection }: OrderDraft): Pick<OrderDraft, "collection"> {
  const kept: unknown = collection;
  if (typeof kept !== "object" || kept === null) return { collection: newDraft.collection };
  const { by, ...given }: Partial<Record<keyof CollectionDraft, unknown>> = kept;
  return {
    collection: {
      by: by === "self" || by === "courier" ? by : null,
      courierName: text(given.courierName),
      name: text(given.name),
      cellNumber: text(given.cellNumber),
    },
  };
}

function isSection(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const section: { quantities?: unknown; addressId?: unknown } = value;
  return (
    typeof section.quantities === "object" &&
    section.quantities !== null &&
    Object.values(section.quantities).every((quantity) => Number.isInteger(quantity)) &&
    (section.addressId === null || Number.isInteger(section.addressId))
  );
}
