import { describe, expect, test } from "vitest";
import { DomainError, domainErrors } from "./domain-error.ts";

/** Words of the specification, kept to the letter. */
const verbatim = [
  "Already in progress",
  "Could not submit! Please email us instead!",
  "Please enter a valid number",
  "Please enter a valid cell number",
  "Please enter an area",
];

describe("the table of refusals", () => {
  test.each(Object.entries(domainErrors))("%s has a name and a sentence", (code, { message }) => {
    expect(code).toMatch(/^[a-z]+\.[a-z]+(-[a-z]+)*$/);
    expect(message).toMatch(/^[A-Z]/);
    expect(/[^.]\.$/.test(message)).toBe(!verbatim.includes(message));
  });

  test("says each thing once", () => {
    const messages = Object.values(domainErrors).map(({ message }) => message);
    expect(new Set(messages).size).toBe(messages.length);
  });
});

describe("a domain error", () => {
  test("carries its code and says its sentence", () => {
    const error = new DomainError("payout.already-requested");
    expect(error).toMatchObject({ code: "payout.already-requested", name: "DomainError" });
    expect(error.message).toBe("Already in progress");
  });

  test("names the very thing where it is told", () => {
    expect(new DomainError("order.unknown-product", "94").message).toBe(
      "We do not sell that product. (94)",
    );
  });
});
