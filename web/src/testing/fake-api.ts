import type { AppRouter } from "@portal/server/app-router.ts";
import { type DomainErrorCode, domainErrors } from "@portal/shared/platform/domain-error.ts";
import { TRPCClientError, type TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import { afterEach, expect, inject } from "vitest";
import { z } from "zod";
import type { ApiInputs, ApiOutputs } from "../api/api.ts";

type Answer<Output> = Output | Promise<Output>;

/** Fake procedures with the types of the real ones, so that a screen cannot be tested against an API that does not exist. */
export type FakeApi = {
  [Router in keyof ApiInputs]?: {
    [Procedure in keyof ApiInputs[Router]]?: (
      input: ApiInputs[Router][Procedure],
    ) => Procedure extends keyof ApiOutputs[Router] ? Answer<ApiOutputs[Router][Procedure]> : never;
  };
};

/** The type of one procedure, for `vi.fn`. */
export type FakeProcedure<
  Router extends keyof ApiInputs,
  Procedure extends keyof ApiInputs[Router],
> = NonNullable<NonNullable<FakeApi[Router]>[Procedure]>;

/** A refusal of the server. */
export class Refusal extends Error {
  readonly reason: DomainErrorCode;
  readonly fields: Record<string, string>;

  /** @param field the field that the refusal is about */
  constructor(reason: DomainErrorCode, field?: string) {
    const { message } = domainErrors[reason];
    super(message);
    this.reason = reason;
    this.fields = field === undefined ? {} : { [field]: message };
  }
}

/** Field errors of the server. */
export class WrongFields extends Error {
  readonly fields: Record<string, string>;

  constructor(fields: Record<string, string>) {
    super("wrong fields");
    this.fields = fields;
  }
}

/** A bug of the server: a 500 with a correlation id. */
export class Breakdown extends Error {}

/** The connection is lost: there is no answer. */
export class LostLine extends Error {}

/** Inputs that the server's schema refuses; they fail the test, however the screen handles the error. */
const refusedInputs: string[] = [];
afterEach(() => {
  expect(refusedInputs.splice(0)).toEqual([]);
});

/** Calls the fake without batching; a missing procedure fails like a bug. */
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
  if (type !== "subscription") requireValid({ type, path, input });
  const [router = "", procedure = ""] = path.split(".");
  const procedures = Object.entries(fake).find(([name]) => name === router)?.[1] ?? {};
  const found = Object.entries(procedures).find(([name]) => name === procedure)?.[1];
  if (typeof found !== "function") throw new Error(`the fake has no ${path}`);
  return Promise.resolve(Reflect.apply(found, undefined, [input]));
}

const schemas = z
  .record(z.string(), z.record(z.string(), z.json()))
  .parse(JSON.parse(inject("procedureInputs")));

/** Checks the input by the procedure's schema, including the command id that the server adds. */
function requireValid({ type, path, input }: Call): void {
  const schema = schemas[path];
  if (!schema) throw new Error(`the server has no ${path}`);
  const given = {
    ...(type === "mutation" && { commandId: crypto.randomUUID() }),
    ...Object(input),
  };
  const { error } = z.fromJSONSchema(schema).safeParse(given);
  if (!error) return;
  const refused = `${path} does not take ${JSON.stringify(input)}: ${z.prettifyError(error)}`;
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
    fieldErrors: error instanceof WrongFields || error instanceof Refusal ? error.fields : {},
    correlationId: "c0ffee-12",
  };
  const message = error instanceof Error ? error.message : "An error occurred";
  return TRPCClientError.from<AppRouter>({ error: { message, code: -32_000, data } } as never);
}

function codeOf(error: unknown): "BAD_REQUEST" | "INTERNAL_SERVER_ERROR" {
  return error instanceof WrongFields ? "BAD_REQUEST" : "INTERNAL_SERVER_ERROR";
}
