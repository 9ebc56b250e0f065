import { callTRPCProcedure, getTRPCErrorFromUnknown, getTRPCErrorShape } from "@trpc/server";
import { getHTTPStatusCode, type HTTPErrorHandler } from "@trpc/server/http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Caller } from "../../caller.ts";
import { type AppRouter, appRouter } from "../../app-router.ts";

type PlainCall = Readonly<{ path: string; type: "query" | "mutation"; input: unknown }>;
type PlainCalls = Readonly<{ isBatch: boolean; calls: readonly PlainCall[] }>;

/** What the library's adapter is given as well (`trpcOptions`). */
type Answering = Readonly<{
  maxBatchSize: number;
  createContext: (asked: { req: FastifyRequest; res: FastifyReply }) => Promise<Caller>;
  onError: HTTPErrorHandler<AppRouter, FastifyRequest>;
}>;

/**
 * Answers the calls that pages make all the time, one query or mutation or several, without making a
 * web Request and a web Response of each, as the library's adapter does: that is a tenth of what the
 * server does for an order. Whatever else is asked (streams, unknown procedures, wrong methods, input
 * that is no JSON) goes on to the adapter; both answer alike.
 */
export function answerPlainCalls(app: FastifyInstance, options: Answering): void {
  app.addHook("preHandler", async (request, reply) => {
    const plain = plainCallsOf(request, options.maxBatchSize);
    if (!plain) return undefined;
    const context = options.createContext({ req: request, res: reply });
    const answers = await Promise.all(
      plain.calls.map((call) => answerOf(call, context, { request, onError: options.onError })),
    );
    const [first] = answers;
    const answer = plain.isBatch || !first ? answers : first;
    return reply
      .code(getHTTPStatusCode(answer))
      .header("content-type", "application/json")
      .header("vary", "trpc-accept, accept")
      .send(JSON.stringify(answer));
  });
}

async function answerOf(
  { path, type, input }: PlainCall,
  context: Promise<Caller>,
  { request, onError }: { request: FastifyRequest } & Pick<Answering, "onError">,
) {
  let ctx: Caller | undefined;
  try {
    ctx = await context;
    const call = { router: appRouter, path, type, ctx, getRawInput: async () => input };
    const data: unknown = await callTRPCProcedure({ ...call, signal: undefined, batchIndex: 0 });
    return { result: { data } };
  } catch (cause) {
    const error = getTRPCErrorFromUnknown(cause);
    onError({ error, path, ctx, input, type, req: request });
    return { error: getTRPCErrorShape({ config, ctx, error, input, path, type }) };
  }
}

// oxlint-disable-next-line no-underscore-dangle -- what the library's own adapter reads
const { _config: config, procedures } = appRouter._def;
const definitionSchema = z.object({ type: z.enum(["query", "mutation", "subscription"]) });
/** Of each procedure, by its whole path. */
const typeOf = new Map(
  Object.entries(procedures).map(([path, procedure]) => {
    const definition: unknown = Reflect.get(procedure, "_def");
    return [path, definitionSchema.parse(definition).type];
  }),
);

const requestSchema = z.object({
  method: z.enum(["GET", "POST"]),
  params: z.object({ path: z.string() }),
  query: z.strictObject({ batch: z.literal("1").optional(), input: z.string().optional() }),
  headers: z.object({
    accept: z.string().optional(),
    "trpc-accept": z.undefined(),
  }),
  body: z.unknown(),
});
const inputsSchema = z.record(z.string(), z.unknown());

/** Null for what the library's adapter has to look at. */
function plainCallsOf(request: FastifyRequest, maxBatchSize: number): PlainCalls | null {
  const asked = requestSchema.safeParse(request);
  if (!asked.success || asked.data.headers.accept === "application/jsonl") return null;
  const { method, params, query, body } = asked.data;
  const isBatch = query.batch !== undefined;
  const type = method === "GET" ? "query" : "mutation";
  const paths = isBatch ? params.path.split(",") : [params.path];
  if (paths.length > maxBatchSize || !paths.every((path) => typeOf.get(path) === type)) return null;

  const inputs = inputsIn(method === "GET" ? (query.input ?? "{}") : body, isBatch);
  return (
    inputs && { isBatch, calls: paths.map((path, index) => ({ path, type, input: inputs[index] })) }
  );
}

function inputsIn(text: unknown, isBatch: boolean): Record<string, unknown> | null {
  if (typeof text !== "string") return null;
  try {
    const input: unknown = JSON.parse(text);
    return isBatch ? (inputsSchema.safeParse(input).data ?? null) : { 0: input };
  } catch {
    return null;
  }
}
