import type { AppRouter } from "@portal/server/app-router.ts";
import { createTRPCClient, httpLink, TRPCClientError } from "@trpc/client";
import { describe, expect, test } from "vitest";
import {
  correlationId,
  errorMessage,
  fieldErrors,
  isAnswered,
  isSignedOut,
  isUnreachable,
} from "./error-message.ts";

function failure(data: Record<string, unknown>, message = "internal detail") {
  return TRPCClientError.from<AppRouter>({ error: { message, code: -32_000, data } } as never);
}

describe("what a person reads", () => {
  test("a refusal has its own words", () => {
    const message = "We could not find that order.";
    expect(errorMessage(failure({ reason: "order.unknown" }, message))).toBe(message);
  });

  test("a refusal that names a thing names it", () => {
    const message = "A product in this order is not available. (Linen pouch)";
    expect(errorMessage(failure({ reason: "order.product-unavailable" }, message))).toBe(message);
  });

  test("a rejected field is named beside the field", () => {
    const rejected = failure({ fieldErrors: { bankName: "Bank is required." } });
    expect(fieldErrors(rejected)).toEqual({ bankName: "Bank is required." });
    expect(errorMessage(rejected)).toBe("Please complete all fields before saving.");
  });

  test("a lost line is not the person's mistake", () => {
    const lost = new TRPCClientError<AppRouter>("Failed to fetch");
    expect(isUnreachable(lost)).toBe(true);
    expect(errorMessage(lost)).toMatch(/^We could not reach the shop/);
  });

  test.each([
    [500, "Internal Server Error"],
    [502, "<html><body>Bad Gateway</body></html>"],
    [503, ""],
    [504, '{"message":"upstream timed out"}'],
  ])("a bare %d is the shop's fault and not the connection's", async (status, body) => {
    const fetch = () => Promise.resolve(new Response(body, { status }));
    const client = createTRPCClient<AppRouter>({ links: [httpLink({ url: "/trpc", fetch })] });

    const broken: unknown = await client.catalog.products.query().catch((error: unknown) => error);

    expect(errorMessage(broken)).toBe(
      "The shop has a problem on its side. Your connection is fine. Try again in a minute.",
    );
    // Nobody knows whether it was done, so it is sent again under its id.
    expect(isUnreachable(broken)).toBe(true);
  });

  test.each([
    new Error("secret"),
    failure({}),
    failure({ reason: null }),
    failure({ reason: "request.failed" }),
  ])("anything else says nothing about the inside", (error) => {
    expect(errorMessage(error)).toBe("An error occurred");
  });

  test("a failure has the number that the log has it under", () => {
    expect(correlationId(failure({ correlationId: "c0ffee" }))).toBe("c0ffee");
    expect(correlationId(new Error("none"))).toBeNull();
  });
});

describe("what the client does about it", () => {
  // shows S7.37
  test("a lost session leads to the sign-in page, a wrong password does not", () => {
    expect(isSignedOut(failure({ code: "UNAUTHORIZED", reason: "access.sign-in-required" }))).toBe(
      true,
    );
    expect(isSignedOut(failure({ code: "UNAUTHORIZED", reason: "access.wrong-credentials" }))).toBe(
      false,
    );
    expect(isSignedOut(failure({ code: "UNAUTHORIZED", reason: "access.wrong-code" }))).toBe(false);
    expect(isSignedOut(failure({ code: "FORBIDDEN" }))).toBe(false);
  });

  test("only what was not answered is asked again", () => {
    expect(isAnswered(failure({ httpStatus: 404 }))).toBe(true);
    expect(isAnswered(failure({ httpStatus: 503 }))).toBe(false);
    expect(isAnswered(new TRPCClientError<AppRouter>("Failed to fetch"))).toBe(false);
  });
});
