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

/** The error of a real call through tRPC's own link. */
function failedCall(respond: () => Promise<Response>): Promise<unknown> {
  const client = createTRPCClient<AppRouter>({
    links: [httpBatchLink({ url: "http://shop.test/trpc", fetch: respond })],
  });
  return client.auth.me.query().then(
    () => null,
    (error: unknown) => error,
  );
}

describe("the error message", () => {
  test("of a refusal is its own", () => {
    const message = "We could not find that order.";
    expect(errorMessage(failure({ reason: "order.unknown" }, message))).toBe(message);
  });

  test("of a refusal with parameters contains them", () => {
    const message = "A product in this order is not available. (Linen pouch)";
    expect(errorMessage(failure({ reason: "order.product-unavailable" }, message))).toBe(message);
  });

  test("of field errors is general, because the fields show their own", () => {
    const rejected = failure({ fieldErrors: { bankName: "Bank is required." } });
    expect(fieldErrors(rejected)).toEqual({ bankName: "Bank is required." });
    expect(errorMessage(rejected)).toBe("Please complete all fields before saving.");
  });

  test("of a lost connection names the connection", () => {
    const lost = new TRPCClientError<AppRouter>("Failed to fetch");
    expect(isUnreachable(lost)).toBe(true);
    expect(errorMessage(lost)).toMatch(/^We could not reach the shop/);
  });

  test.each([
    ["a bare 500", () => new Response("", { status: 500 })],
    ["the page of a proxy", () => new Response("<html>502 Bad Gateway</html>", { status: 502 })],
    ["JSON of another server", () => Response.json({ statusCode: 500, error: "Internal" })],
  ])("of %s names the shop and not the connection", async (_name, respond) => {
    const error = await failedCall(() => Promise.resolve(respond()));
    expect(isUnreachable(error)).toBe(true);
    expect(errorMessage(error)).toBe("An error occurred on our side. Try again in a few minutes.");
  });

  test("of a failed fetch names the connection", async () => {
    const error = await failedCall(() => Promise.reject(new TypeError("Failed to fetch")));
    expect(errorMessage(error)).toMatch(/^We could not reach the shop/);
  });

  test.each([
    new Error("secret"),
    failure({}),
    failure({ reason: null }),
    failure({ reason: "request.failed" }),
  ])("of anything else reveals no internals", (error) => {
    expect(errorMessage(error)).toBe("An error occurred");
  });

  test("of a failure comes with its correlation id", () => {
    expect(correlationId(failure({ correlationId: "c0ffee" }))).toBe("c0ffee");
    expect(correlationId(new Error("none"))).toBeNull();
  });
});

describe("the client's reaction", () => {
  // shows S7.37
  test("to a lost session is the sign-in page, to a wrong password it is not", () => {
    expect(isSignedOut(failure({ code: "UNAUTHORIZED", reason: "access.sign-in-required" }))).toBe(
      true,
    );
    expect(isSignedOut(failure({ code: "UNAUTHORIZED", reason: "access.wrong-credentials" }))).toBe(
      false,
    );
    expect(isSignedOut(failure({ code: "UNAUTHORIZED", reason: "access.wrong-code" }))).toBe(false);
    expect(isSignedOut(failure({ code: "FORBIDDEN" }))).toBe(false);
  });

  test("to an unanswered call is a retry, to an answered one it is not", () => {
    expect(isAnswered(failure({ httpStatus: 404 }))).toBe(true);
    expect(isAnswered(failure({ httpStatus: 503 }))).toBe(false);
    expect(isAnswered(new TRPCClientError<AppRouter>("Failed to fetch"))).toBe(false);
  });
});
