import { describe, expect, test } from "vitest";
import {
  contactMessageSchemaFor,
  type ContactSource,
  contactSchemaFor,
  contactTextMax,
} from "./contact.ts";
import type { Region } from "../platform/region.ts";

const complete = {
  general: { source: "general", email: "thandi@example.test", text: "Thank you" },
  experience: {
    source: "experience",
    email: "thandi@example.test",
    text: "I sleep",
    name: "Thandi",
    age: "44",
  },
  distributor: {
    source: "distributor",
    email: "thandi@example.test",
    text: "I know many people",
    name: "Thandi",
    surname: "Mo",
    cellNumber: "082 123 4567",
    residingTown: "Paarl",
    whereDidYouHear: "A friend",
    existingCustomer: "No",
    orderNumber: "",
  },
} as const satisfies Record<ContactSource, object>;

function messagesFor(source: ContactSource, changes: object, region: Region = "za"): string[] {
  const result = contactSchemaFor(region).safeParse({ ...complete[source], ...changes });
  return result.success ? [] : result.error.issues.map(({ message }) => message);
}

describe("the contact form", () => {
  test.each([
    ["general", {}],
    ["general", { name: "Al" }],
    ["general", { email: " Thandi@Example.TEST " }],
    ["experience", {}],
    ["distributor", {}],
    ["distributor", { cellNumber: "0821234567" }],
    ["distributor", { existingCustomer: "Yes", orderNumber: "10421" }],
    ["distributor", { existingCustomer: "Yes", orderNumber: "rh10421" }],
    ["general", { text: '"><script>{{7*7}}\r\nBcc: x@y.example \u202e\u200b' }],
  ] as const)("takes as %s %j", (source, changes) => {
    expect(messagesFor(source, changes)).toEqual([]);
  });

  test.each([
    ["general", { email: "" }, "Please enter a valid email."],
    ["general", { email: "thandi" }, "Please enter a valid email."],
    ["general", { email: "a@b.test\r\nBcc: x@y.example" }, "Please enter a valid email."],
    ["general", { text: " " }, "Please enter a message."],
    ["experience", { text: "" }, "Please enter a message."],
    ["experience", { name: "Al" }, "Please enter your name."],
    ["experience", { name: "Al\0ice" }, "Please complete"],
    ["experience", { age: "" }, "Please enter your age."],
    ["experience", { age: "old" }, "Please enter your age."],
    ["experience", { age: "0" }, "Please enter your age."],
    ["experience", { age: "150" }, "Please enter your age."],
    ["distributor", { text: "" }, "Please enter your motivation."],
    ["distributor", { name: "Al" }, "Please enter your name."],
    ["distributor", { surname: "" }, "Please enter your surname."],
    [
      "distributor",
      { cellNumber: "082123456" },
      "Please enter a 10 digit cell number e.g 0821234567.",
    ],
    ["distributor", { cellNumber: "" }, "Please enter a 10 digit cell number e.g 0821234567."],
    ["distributor", { residingTown: "" }, "Please complete"],
    ["distributor", { whereDidYouHear: "TV" }, "Please complete"],
    ["distributor", { existingCustomer: "" }, "Please complete"],
    ["distributor", { existingCustomer: "Yes" }, "Please enter a valid order number."],
    [
      "distributor",
      { existingCustomer: "Yes", orderNumber: "the last" },
      "Please enter a valid order number.",
    ],
  ] as const)("refuses as %s %j: %s", (source, changes, message) => {
    expect(messagesFor(source, changes)).toContain(message);
  });

  // shows S5.18
  test("requires any number in the United Kingdom", () => {
    expect(messagesFor("distributor", { cellNumber: "07400 123456" }, "uk")).toEqual([]);
    expect(messagesFor("distributor", { cellNumber: " " }, "uk")).toEqual([
      "Please enter a valid UK mobile number.",
    ]);
  });

  test("limits the length of the text", () => {
    expect(messagesFor("general", { text: "x".repeat(contactTextMax) })).toEqual([]);
    expect(messagesFor("general", { text: "x".repeat(contactTextMax + 1) })).toEqual([
      "Use 3000 characters at most.",
    ]);
  });

  // shows S2.39
  test("has three sources", () => {
    expect(contactSchemaFor("za").safeParse({ ...complete.general, source: "x" }).success).toBe(
      false,
    );
  });

  test("has the fields of each source alone", () => {
    expect(contactSchemaFor("za").parse({ ...complete.distributor, source: "general" })).toEqual({
      source: "general",
      email: "thandi@example.test",
      name: "Thandi",
      text: "I know many people",
    });
  });

  // shows S3.26
  test.each(["general", "experience"] as const)(
    "keeps whatever else was said with %s, in a message",
    (source) => {
      const said = { ...complete.distributor, ...complete[source], age: "44" };
      expect(contactMessageSchemaFor("za").parse(said)).toEqual({
        ...said,
        cellNumber: "0821234567",
      });
      const empty = Object.fromEntries(Object.keys(said).map((key) => [key, ""]));
      const least = { ...empty, ...complete[source] };
      expect(contactMessageSchemaFor("za").parse(least)).toEqual(least);
    },
  );

  // shows S5.17
  test("reports all missing fields at once", () => {
    const empty = Object.fromEntries(Object.keys(complete.distributor).map((key) => [key, ""]));
    expect(messagesFor("distributor", { ...empty, source: "distributor" })).toHaveLength(8);
  });
});
