import type { AppRouter } from "@portal/server/app-router.ts";
import { type DomainErrorCode, domainErrors } from "@portal/shared/platform/domain-error.ts";
import { unknownFields } from "@portal/shared/platform/unknown-fields.ts";
import { procedureInputs } from "@portal/shared/procedure-inputs.ts";
import { TRPCClientError, type TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import { afterEach, expect } from "vitest";
import { z } from "zod";
import type { ApiInputs, ApiOutputs } from "../api/api.ts";

type Answer<Output> = Output | Promise<Output>;

/** Procedures with the types of the real ones: a screen cannot be tested against an API that is not there. */
export type FakeApi = {
  [Router in keyof ApiInputs]?: {
    [Procedure in keyof ApiInputs[Router]]?: (
      input: ApiInputs[Router][Procedure],
    ) => Procedure extends keyof ApiOutputs[Router] ? Answer<ApiOutputs[Router][Procedure]> : never;
  };
};

/** One procedure of it, for a fake that remembers how it was called. */
export type FakeProcedure<
  Router extends keyof ApiInputs,
  Procedure extends keyof ApiInputs[Router],
> = NonNullable<NonNullable<FakeApi[Router]>[Procedure]>;

/** What the server says no with. */
export class Refusal extends Error {
  readonly reason: DomainErrorCode;

  constructor(reason: DomainErrorCode) {
    super(domainErrors[reason].message);
    this.reason = reason;
  }
}

/** What the server found wrong with single fields. */
export class WrongFields extends Error {
  readonly fields: Record<string, string>;

  constructor(fields: Record<string, string>) {
    super("wrong fields");
    this.fields = fields;
  }
}

/** A bug of the server: a 500 with a number. */
export class Breakdown extends Error {}

/** No answer at all. */
export class LostLine extends Error {}

/** What was sent in a test and the server would not take; it fails the test, whatever a screen makes of the answer. */
const refusedInputs: string[] = [];
afterEach(() => {
  expect(refusedInputs.splice(0)).toEqual([]);
});

/** Calls go to the fake at once, one by one; what it has not fails the way a bug does. */
export function fakeLink(fake: FakeApi): TRPCLink<AppRouter> {
  return () =>
    ({ op }) =>
      observable((observer) => {
        void answer(fake, op).then(
          (data) => {
            observer.next({ result: { type: "data", data } });
            observer.complete();
          },
          (error: unknown) => observer.error(asClientError(error)),
        );
      });
}

type Call = Readonly<{ type: "query" | "mutation" | "subscription"; path: string; input: unknown }>;

async function answer(fake: FakeApi, { type, path, input }: Call): Promise<unknown> {
  if (type !== "subscription") requireTaken({ type, path, input });
  const [router = "", procedure = ""] = path.split(".");
  const procedures = Object.entries(fake).find(([name]) => name === router)?.[1] ?? {};
  const found = Object.entries(procedures).find(([name]) => name === procedure)?.[1];
  if (typeof found !== "function") throw new Error(`the fake has no ${path}`);
  return Promise.resolve(Reflect.apply(found, undefined, [input]));
}

/**
 * Reads the input with the procedure's own schema, after the server filled in what a client may leave out. The fake gets
 * it as it was sent.
 */
function requireTaken({ type, path, input }: Call): void {
  const schema = new Map<string, z.ZodType>(Object.entries(procedureInputs)).get(path);
  const given = {
    ...(type === "mutation" && { commandId: crypto.randomUUID() }),
    ...Object(input),
  };
  const read = schema?.safeParse(given);
  const unknown = schema ? unknownFields(schema, given, new Set(["commandId"])) : [];
  if (!read || (read.success && unknown.length === 0)) return;
  const why = read.success ? unknown.join(", ") : z.prettifyError(read.error);
  const refused = `${path} does not take ${JSON.stringify(input)}: ${why}`;
  refusedInputs.push(refused);
  throw new Error(refused);
}

function asClientError(error: unknown): TRPCClientError<AppRouter> {
  if (error instanceof LostLine) return new TRPCClientError("Failed to fetch");
  const reason = error instanceof Refusal ? error.reason : null;
  const data = {
    code: reason ? domainErrors[reason].status : codeOf(error),
    httpStatus: error instanceof Refusal || error instanceof WrongFields ? 400 : 500,
    path: null,
    reason,
    fieldErrors: error instanceof WrongFields ? error.fields : {},
    correlationId: "c0ffee-12",
  };
  const message = error instanceof Error ? error.message : "An error occurred";
  return TRPCClientError.from<AppRouter>({ error: { message, code: -32_000, data } } as never);
}

function codeOf(error: unknown): "BAD_REQUEST" | "INTERNAL_SERVER_ERROR" {
  return error instanceof WrongFields ? "BAD_REQUEST" : "INTERNAL_SERVER_ERROR";
}
