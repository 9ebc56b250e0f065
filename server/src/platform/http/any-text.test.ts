import { randomUUID } from "node:crypto";
import { mayCall } from "@portal/shared/platform/permissions.ts";
import fc from "fast-check";
import { describe, expect } from "vitest";
import { z } from "zod";
import { findSignedInUser } from "../../people/accounts/account.store.ts";
import { aBusyShop, changesOf } from "../../testing/busy-shop.ts";
import { inputsOf, pathsIn, withAt } from "../../testing/inputs-of.ts";
import { test as base, type TestShop } from "../../testing/shop-test.ts";
import { appRouter } from "../../app-router.ts";
import { unstorableText } from "./request-body.ts";

const definitionSchema = z.object({
  type: z.enum(["query", "mutation", "subscription"]),
  inputs: z.array(z.instanceof(z.core.$ZodType)),
});
/** Every procedure that takes something, as the router has it: a new one is among them by itself. */
const procedures = Object.entries(appRouter._def.procedures).flatMap(([name, procedure]) => {
  const { type, inputs } = definitionSchema.parse(Reflect.get(procedure, "_def"));
  const [schema] = inputs;
  return schema ? [{ name, type, schema }] : [];
});
const calls = procedures.filter(({ type }) => type !== "subscription");

/** What each field is tried with besides what comes by chance; a number may be larger than any column. */
const knownValues = [
  -1,
  1.5,
  2_147_483_648,
  Number.MAX_SAFE_INTEGER,
  "\0",
  "a\0b",
  "\uD800",
  "x\uDFFFy",
  "' or 1=1 --",
  "%_\\",
  "\u202E\u0085\uFFFF",
  "99999999999999999999",
  "-1e400",
  "__proto__",
  "9999-12-31T23:59:59.999Z",
  "-271821-04-20",
  "x".repeat(5000),
];
/** Any sixteen bits in a row: halves of pairs, controls and all. */
const anyText = fc.string({
  unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
});
const chanceTexts = fc.sample(anyText, { numRuns: 60, seed: 20 });
const batchMax = 20;

const answersSchema = z.array(
  z.object({
    error: z
      .object({
        data: z.object({ httpStatus: z.int(), fieldErrors: z.record(z.string(), z.string()) }),
      })
      .optional(),
  }),
);

/** What changes would be asked for with where they may happen, by the names of their procedures. */
const test = base.extend("changes", { scope: "file" }, async ({ shop }) => {
  const byRouter = Object.entries(changesOf(shop, await aBusyShop(shop)));
  return new Map<string, unknown>(
    byRouter.flatMap(([router, changes]) =>
      Object.entries(changes).map(([name, input]) => [`${router}.${name}`, input] as const),
    ),
  );
});

async function programOf({ deps }: TestShop, userId: number) {
  const { token } = await deps.sessions.start({ userId, device: "", withPassword: true });
  return { authorization: `Bearer ${token}` };
}

/** Many calls of one procedure, as many in one request as may be. */
async function askAll(
  { app }: TestShop,
  { name, type }: Pick<(typeof calls)[number], "name" | "type">,
  inputs: readonly unknown[],
  headers: Readonly<Record<string, string>>,
) {
  const answers: z.infer<typeof answersSchema> = [];
  for (let from = 0; from < inputs.length; from += batchMax) {
    const some = inputs.slice(from, from + batchMax);
    const url = `/trpc/${some.map(() => name).join(",")}?batch=1`;
    const payload = JSON.stringify(Object.fromEntries(some.entries()));
    const response =
      type === "query"
        ? await app.inject({ url: `${url}&input=${encodeURIComponent(payload)}`, headers })
        : await app.inject({
            method: "POST",
            url,
            payload,
            headers: { ...headers, "content-type": "application/json" },
          });
    answers.push(...answersSchema.parse(response.json()));
  }
  return answers;
}

function isUnstorable(value: string | number): boolean {
  return typeof value === "string" && (value.includes("\0") || !value.isWellFormed());
}

describe("any text in any field of any procedure", () => {
  // shows T72
  test("starts from an accepted input", () => {
    const never = procedures.filter(
      ({ schema }) => !inputsOf(schema).some((input) => z.safeParse(schema, input).success),
    );
    expect(never.map(({ name }) => name)).toEqual([]);
    expect(procedures.length).toBeGreaterThan(140);
  });

  // shows R47, T72
  test.for(calls)(
    "($name) is answered or refused",
    // Thousands of requests for the largest input, beside other suites.
    { timeout: 240_000 },
    async (call, { shop, changes }) => {
      const known = changes.get(call.name);
      const inputs = [...inputsOf(call.schema), ...(known === undefined ? [] : [known])];
      const tries = inputs.flatMap((input, way) =>
        pathsIn(input).flatMap((path, place) => {
          const chance = chanceTexts.slice((way + place) % 50).slice(0, 3);
          return [...knownValues, ...chance].map((value) => ({
            path,
            value,
            input: withAt(anew(input), path, value),
          }));
        }),
      );
      const failed: object[] = [];
      for (const who of ["dev", "ben"] as const) {
        const headers = await programOf(shop, shop.people[who]);
        const mayAsk = mayCall(call.name, await findSignedInUser(shop.deps.db, shop.people[who]));
        const asked = tries.map(({ input }) => input);
        // The gate knows no input: it refuses the first request as every other one.
        const answers = await askAll(
          shop,
          call,
          mayAsk ? asked : asked.slice(0, batchMax),
          headers,
        );
        for (const [nth, { error }] of answers.entries()) {
          const tried = tries[nth];
          if (!tried) throw new Error("more answers than questions");
          const { httpStatus = 200, fieldErrors = {} } = error?.data ?? {};
          // Before the text is looked at: by the gate, or because the account had enough sent.
          const isForbidden = [401, 403, 429].includes(httpStatus);
          const isNamed =
            httpStatus === 400 && fieldErrors[tried.path.join(".")] === unstorableText;
          // Twenty changes of one order at once: some may be asked to come again.
          const isFailure = httpStatus >= 500 && httpStatus !== 503;
          if (isFailure || (isUnstorable(tried.value) && !isNamed && !isForbidden))
            failed.push({ ...tried, httpStatus, fieldErrors });
        }
      }
      expect(failed.slice(0, 3)).toEqual([]);
    },
  );

  // shows T72
  test.for([
    ["GET", "/via/%00", "code"],
    ["GET", "/orders/%00/invoice.pdf", "uuid"],
    ["GET", "/api/the-courier-guy/get-places-by-name?name=a%00", "name"],
    ["GET", "/resources/files/1?title=%00", "title"],
    ["POST", "/api/contact-us/", "name"],
    ["POST", "/api/purchase/save", "order.deliveries.0.name"],
  ] as const)(
    "(%s %s) is refused in an address and a body of every other route",
    async ([method, url, field], { shop }) => {
      const payload = '{"name":"\\ud800","order":{"deliveries":[{"name":"\\u0000"}]}}';
      const body = { headers: { "content-type": "application/json" } };
      const sent = url.includes("purchase") ? payload.replace('"name":"\\ud800",', "") : payload;
      const answer = await shop.app.inject({
        method,
        url,
        ...(method === "POST" && { ...body, payload: sent }),
      });
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ error: `${field}: ${unstorableText}` });
    },
  );

  // shows T72
  test("is found at any depth", async ({ shop }) => {
    const deep = `${"[".repeat(50_000)}"\\u0000"${"]".repeat(50_000)}`;
    const answer = await shop.app.inject({
      method: "POST",
      url: "/trpc/auth.requestCode",
      payload: `{"email":${deep}}`,
      headers: { "content-type": "application/json" },
    });
    expect(answer.statusCode).toBe(400);
  });
});

/** A change of its own, which is not answered with what another one did. */
function anew(input: unknown): unknown {
  const isChange = typeof input === "object" && input !== null && "commandId" in input;
  return isChange ? { ...input, commandId: randomUUID() } : input;
}
