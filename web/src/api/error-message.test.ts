import type { AppRouter } from "@portal/server/app-router.ts";
import { createTRPCClient, httpBatchLink, TRPCClientError } from "@trpc/client";
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

/** What a real call through tRPC's own link ends with. */
function failedCall(respond: () => Promise<Response>): Promise<unknown> {
  const client = createTRPCClient<AppRouter>({
    links: [httpBatchLink({ url: "http://shop.test/trpc", fetch: respond })],
  });
  return client.auth.me.query().then(
    () => null,
    (error: unknown) => error,
  );
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
    ["a bare 500", () => new Response("", { status: 500 })],
    ["the page of a proxy", () => new Response("<html>502 Bad Gateway</html>", { status: 502 })],
    ["JSON of somebody else", () => Response.json({ statusCode: 500, error: "Internal" })],
  ])("%s is the shop's fault and not the connection's", async (_name, respond) => {
    const error = await failedCall(() => Promise.resolve(respond()));
    expect(isUnreachable(error)).toBe(true);
    expect(errorMessage(error)).toBe("An error occurred on our side. Try again in a few minutes.");
  });

  test("a call that failed before any answer is the connection's", async () => {
    const error = await failedCall(() => Promise.reject(new TypeError("Failed to fetch")));
    expect(errorMessage(error)).toMatch(/^We could not reach the shop/);
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
