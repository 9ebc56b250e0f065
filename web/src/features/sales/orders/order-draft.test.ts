import { startingQuantity } from "@portal/shared/platform/constants.ts";
import { describe, expect, test } from "vitest";
import { newId } from "../../../api/new-id.ts";
import { forgetValues } from "../../../session/store.ts";
import {
  activeSection,
  changeAt,
  changeDraft,
  clearDraft,
  isBegun,
  isReady,
  newDraft,
  type OrderDraft,
  quantityOf,
  quoteRequest,
  readDraft,
  takenAddresses,
  withAddress,
  withAnotherSection,
  withKnownAddresses,
  withoutLeftOut,
  withoutSection,
  withoutUnsold,
  withQuantity,
  withService,
} from "./order-draft.ts";
import { collectionProblem, saveRequest, withAttempt } from "./order-request.ts";

const browser = "7f2c1d1e-0000-4000-8000-000000000001";

describe("a draft of an order", () => {
  test("clamps quantities between 0 and the maximum", () => {
    expect(quantityOf(activeSection(withQuantity(newDraft, 94, -3)), 94)).toBe(0);
    expect(quantityOf(activeSection(withQuantity(newDraft, 94, 5000)), 94)).toBe(1000);
  });

  // shows S4.1
  test("is ready with goods and a recipient", () => {
    expect(isReady(activeSection(newDraft))).toBe(false);
    expect(isReady(activeSection(withAddress(newDraft, 7)))).toBe(true);
    expect(isReady(activeSection(withQuantity(withAddress(newDraft, 7), 94, 0)))).toBe(false);
  });

  test.each([
    ["ECO", null, "", null],
    ["COL", null, "", "Choose who collects the order."],
    ["COL", "self", "", null],
    ["COL", "courier", " ", "Please enter the courier’s name."],
    ["COL", "courier", "Swift", null],
  ] as const)("by %s, collected by %s %j, lacks: %s", (deliveryService, by, courierName, lack) => {
    const collection = { ...newDraft.collection, by, courierName };
    const draft = { ...withAddress(newDraft, 7), deliveryService, collection };
    expect(collectionProblem(draft)).toBe(lack);
    const request = saveRequest({ ...withAddress(draft, 7) }, browser);
    expect(request?.collection !== undefined).toBe(deliveryService === "COL" && by !== null);
  });

  test("needs no recipient for a collection, only a name and a cell number", () => {
    const collected = withService(newDraft, 0, "COL");
    expect(isReady(activeSection(collected))).toBe(true);
    const by = { ...newDraft.collection, by: "self" } as const;
    expect(collectionProblem({ ...collected, collection: by })).toBe("Please enter your name.");
    const name = { ...by, name: " Kim Buyer " };
    expect(collectionProblem({ ...collected, collection: name })).toBe(
      "Please enter a cell number.",
    );
    const collection = { ...name, cellNumber: "0837654321" };
    expect(collectionProblem({ ...collected, collection })).toBeNull();
    expect(saveRequest({ ...collected, collection }, browser)).toEqual({
      uniqueId: browser,
      sections: [{ addressId: null, lines: [{ productId: 94, quantity: 1 }] }],
      deliveryService: "COL",
      collection: { by: "self", name: "Kim Buyer", cellNumber: "0837654321" },
    });
  });

  test("sends different services and notes with each parcel", () => {
    const both = withAddress(withAnotherSection(withAddress(newDraft, 7)), 8);
    const mixed = changeAt(withService(withService(both, 0, "ECO"), 1, "LOF"), 1, (section) => ({
      ...section,
      deliveryNotes: " Green gate ",
      giftMessage: " Enjoy ",
    }));
    const lines = [{ productId: 94, quantity: 1 }];
    expect(saveRequest(mixed, browser)).toEqual({
      uniqueId: browser,
      sections: [
        { addressId: 7, lines, deliveryService: "ECO" },
        {
          addressId: 8,
          lines,
          deliveryService: "LOF",
          deliveryNotes: "Green gate",
          giftMessage: "Enjoy",
        },
      ],
    });
    expect(quoteRequest(mixed)?.sections.map((section) => section.deliveryService)).toEqual([
      "ECO",
      "LOF",
    ]);
    const same = withService(mixed, 1, "ECO");
    expect(quoteRequest(same)).toMatchObject({ deliveryService: "ECO" });
    expect(quoteRequest(same)?.sections[0]).toEqual({ lines });
  });

  test("requests no quote while it is empty", () => {
    expect(quoteRequest(withQuantity(newDraft, 94, 0))).toBeNull();
    expect(quoteRequest({ ...withQuantity(newDraft, 94, 4), deliveryService: "COL" })).toEqual({
      sections: [{ lines: [{ productId: 94, quantity: 4 }] }],
      deliveryService: "COL",
    });
  });

  test("sends a section for each recipient, without empty lines", () => {
    const first = withAddress(withQuantity(withQuantity(newDraft, 94, 4), 11, 0), 7);
    const both = withAddress(withAnotherSection(first), 8);

    expect(saveRequest(both, browser)).toEqual({
      uniqueId: browser,
      sections: [
        { addressId: 7, lines: [{ productId: 94, quantity: 4 }] },
        { addressId: 8, lines: [{ productId: 94, quantity: 1 }] },
      ],
    });
    expect(saveRequest(withAnotherSection(first), browser)).toBeNull();
    expect(withoutSection(withAnotherSection(first), 1)).toEqual(first);
  });

  test("loses what the shop does not sell now, in every section, and says what that was", () => {
    const bottle = { id: 94, name: "Original 50ml", outOfStock: false };
    const refill = { id: 201, name: "Refill 100ml", outOfStock: true };
    const full = withQuantity(withQuantity(withAnotherSection(newDraft), 201, 2), 202, 1);
    const both = changeAt(full, 0, () => activeSection(full));
    const named = { ...both, names: { "202": "Linen pouch" } };

    const left = withoutUnsold(named, [bottle, refill]);
    expect(left.leftOut).toEqual({ "201": "Refill 100ml", "202": "Linen pouch" });
    for (const { quantities } of left.sections)
      expect(quantities).toEqual({ "94": 1, "201": 0, "202": 0 });
    expect(withoutUnsold(left, [bottle, refill])).toBe(left);
    expect(withoutUnsold(both, [bottle, { ...refill, outOfStock: false }]).leftOut).toEqual({
      "202": "a product that we no longer sell",
    });

    const back = withoutUnsold(withQuantity(left, 201, 1), [
      bottle,
      { ...refill, outOfStock: false },
    ]);
    expect(back.leftOut).toEqual({ "202": "Linen pouch" });
    expect(quantityOf(activeSection(back), 201)).toBe(1);
    expect(withoutLeftOut(back).leftOut).toBeUndefined();
  });

  test("loses the main product silently where only the form put it in", () => {
    expect(withoutUnsold(newDraft, []).leftOut).toBeUndefined();
    expect(quoteRequest(withoutUnsold(newDraft, []))).toBeNull();
    const repeated = { ...newDraft, names: { "94": "Original 50ml" } };
    expect(withoutUnsold(repeated, []).leftOut).toEqual({ "94": "Original 50ml" });
  });

  test("loses what the form opens with silently until somebody has changed how many", () => {
    const { productId, quantity } = startingQuantity;
    const pack = { id: productId, name: "Pack", outOfStock: true };
    const of = (many: number) => withQuantity(newDraft, productId, many);
    const left = (draft: OrderDraft, opensWith: readonly number[]) =>
      withoutUnsold(draft, [pack], [], opensWith).leftOut;
    expect(left(of(quantity), [productId])).toBeUndefined();
    expect(left(of(quantity + 1), [productId])).toEqual({ [productId]: "Pack" });
    expect(left(of(quantity), [])).toEqual({ [productId]: "Pack" });
    const repeated = { ...of(quantity), names: { [productId]: "Pack" } };
    expect(left(repeated, [productId])).toEqual({ [productId]: "Pack" });
  });

  test("follows a changed recipient in every section, and removes a deleted one", () => {
    const both = withAddress(withAnotherSection(withAddress(newDraft, 7)), 8);
    const recipients = (draft: typeof both) => draft.sections.map(({ addressId }) => addressId);

    const changed = [
      { id: 12, formerIds: [3, 7] },
      { id: 8, formerIds: [] },
    ];
    expect(recipients(withKnownAddresses(both, changed))).toEqual([12, 8]);
    expect(recipients(withKnownAddresses(both, [{ id: 8, formerIds: [] }]))).toEqual([null, 8]);
    expect(recipients(withKnownAddresses(both, []))).toEqual([null, null]);
    expect(withKnownAddresses(newDraft, changed)).toBe(newDraft);
    expect(withKnownAddresses(withAddress(newDraft, 8), changed).sections).toEqual(
      withAddress(newDraft, 8).sections,
    );
  });

  test("maps the recipients of its other sections", () => {
    const both = withAnotherSection(withAddress(newDraft, 7));
    expect([...takenAddresses(both)]).toEqual([[7, 1]]);
    expect([...takenAddresses(newDraft)]).toEqual([]);
  });

  test("keeps its command id for the same request, and gets a new one for another", () => {
    let ids = 0;
    const nextId = () => `command-${++ids}`;
    const draft = withAddress(newDraft, 7);
    const request = saveRequest(draft, browser)!;

    const first = withAttempt(draft, request, nextId);
    const again = withAttempt(first.draft, request, nextId);
    const changed = withQuantity(again.draft, 94, 2);
    const other = withAttempt(changed, saveRequest(changed, browser)!, nextId);

    expect(again.commandId).toBe(first.commandId);
    expect(other.commandId).not.toBe(first.commandId);
  });

  test("is one command in all copies of a tab, as long as nothing was sent", () => {
    const draft = { ...withAddress(newDraft, 7), id: browser };
    const request = saveRequest(draft, browser)!;
    const [one, other] = [withAttempt(draft, request, newId), withAttempt(draft, request, newId)];
    expect(other.commandId).toBe(one.commandId);
    const changed = withQuantity(one.draft, 94, 2);
    const sentAnew = withAttempt(changed, saveRequest(changed, browser)!, newId);
    expect(sentAnew.commandId).not.toBe(one.commandId);
  });

  test("is recognised in a copy of the tab from its first change on, but not by the next person", () => {
    clearDraft();
    expect(readDraft().id).toBeUndefined();
    changeDraft((draft) => withQuantity(draft, 94, 2));
    const { id } = readDraft();
    expect(id).toBeDefined();
    expect(isBegun({ ...newDraft, id: id ?? "" })).toBe(false);
    changeDraft((draft) => withQuantity(draft, 94, 3));
    expect(readDraft().id).toBe(id);
    // The goods stay for whoever uses the browser next; what they order is another order.
    sessionStorage.removeItem("order-words-1");
    forgetValues();
    expect(readDraft().id).toBeUndefined();
    clearDraft();
  });
});
