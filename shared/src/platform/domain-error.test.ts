import { describe, expect, test } from "vitest";
import { DomainError, domainErrors } from "./domain-error.ts";

/** Messages of the specification, verbatim. */
const verbatim = [
  "Already in progress",
  "Could not submit! Please email us instead!",
  "Please enter a valid number",
  "Please enter a valid cell number",
  "Please enter an area",
];

describe("the table of refusals", () => {
  test.each(Object.entries(domainErrors))("%s has a code and a message", (code, { message }) => {
    expect(code).toMatch(/^[a-z]+\.[a-z]+(-[a-z]+)*$/);
    expect(message).toMatch(/^[A-Z]/);
    expect(/[^.]\.$/.test(message)).toBe(!verbatim.includes(message));
  });

  test("has no duplicate messages", () => {
    const messages = Object.values(domainErrors).map(({ message }) => message);
    expect(new Set(messages).size).toBe(messages.length);
  });
});

describe("a domain error", () => {
  test("has its code and message", () => {
    const error = new DomainError("payout.already-requested");
    expect(error).toMatchObject({ code: "payout.already-requested", name: "DomainError" });
    expect(error.message).toBe("Already in progress");
  });

  test("names the subject if it is given", () => {
    expect(new DomainError("order.unknown-product", "94").message).toBe(
      "We do not sell that product. (94)",
    );
  });
});
