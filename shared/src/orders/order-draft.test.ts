import { describe, expect, test } from "vitest";
import { finishedSectionSchema, orderDraftSchema } from "./order-draft.ts";

const messagesOf = (result: { error?: { issues: { message: string }[] } | undefined }) =>
  result.error?.issues.map(({ message }) => message);

const section = { addressId: 3, lines: [{ productId: 94, quantity: 4 }] };
const draft = { sections: [section], deliveryService: null, deliveryNotes: "" };

const withNotes = (length: number) =>
  orderDraftSchema.safeParse({ ...draft, deliveryNotes: "x".repeat(length) });

describe("a section of an order", () => {
  const unfinished =
    "Please set the quantity you would like above and add/select a recipient below before you can proceed.";

  test("is finished with a recipient and a unit", () => {
    expect(finishedSectionSchema.safeParse(section).success).toBe(true);
  });
  test.each([
    ["no recipient", { ...section, addressId: null }],
    ["no unit", { ...section, lines: [{ productId: 94, quantity: 0 }] }],
    ["no line", { ...section, lines: [] }],
  ])("with %s is not", (_what, unready) => {
    expect(messagesOf(finishedSectionSchema.safeParse(unready))).toEqual([unfinished]);
  });
});

describe("a draft", () => {
  test("is kept as it is", () => {
    expect(orderDraftSchema.parse(draft)).toEqual(draft);
  });
  test.each([
    [-1, "Please enter a whole number"],
    [0.5, "Please enter a whole number"],
    [1001, "At most 1000 of one product can be ordered at a time."],
  ])("with a quantity of %d says so", (quantity, message) => {
    const lines = [{ productId: 94, quantity }];
    const result = orderDraftSchema.safeParse({ ...draft, sections: [{ ...section, lines }] });
    expect(messagesOf(result)).toEqual([message]);
  });
  test("takes delivery notes of 60 characters and no more", () => {
    expect(messagesOf(withNotes(60))).toBeUndefined();
    expect(messagesOf(withNotes(61))).toEqual(["Delivery notes: 60 characters maximum."]);
  });
});
