import { Socket } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { InvalidField } from "./invalid-field.ts";

declare module "fastify" {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface FastifyContextConfig {
    /** The body timeout of this route. */
    bodySeconds?: number;
  }
}

const bodySecondsDefault = 15;
/** The least that a body with a longer timeout must receive in that time: a kilobyte a second, slower than any connection. */
const bytesEachWindow = bodySecondsDefault * 1024;

/** Longer than any pass over the ledger may take, and one before it that is awaited. */
const answerMsMost = 20 * 60_000;

/**
 * Timeouts before the route is known. Node's `requestTimeout` covers the whole request, so it is that of the longest
 * upload; the hook below cuts bodies off much earlier. `connectionsCheckingInterval` is short, because Node enforces
 * `headersTimeout` at that interval only.
 */
export const connectionLimits = {
  connectionTimeout: 30_000,
  requestTimeout: 4 * 3600_000,
  keepAliveTimeout: 65_000,
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 2000 },
} as const;

/**
 * Closes the connection of a slow body, whatever the method: that of a GET too would be kept open until its body ends. A
 * route with `bodySeconds` waits longer, but only while data arrive.
 */
export function limitBodyTime(app: FastifyInstance): void {
  const timers = new WeakMap<FastifyRequest["raw"], NodeJS.Timeout>();

  app.addHook("onRequest", async ({ raw, routeOptions }) => {
    if (!announcesBody(raw) || raw.complete) return;
    const seconds = routeOptions.config.bodySeconds ?? bodySecondsDefault;
    timers.set(
      raw,
      seconds > bodySecondsDefault ? destroyWhenSlow(raw, seconds) : destroyAfter(raw, seconds),
    );
    const stop = () => clearTimeout(timers.get(raw));
    raw.once("end", stop);
    raw.once("close", stop);
  });

  // The rest of a refused upload gets the short timeout.
  app.addHook("onResponse", async ({ raw, routeOptions: { config } }) => {
    const isLong = (config.bodySeconds ?? 0) > bodySecondsDefault;
    if (!isLong || raw.complete || !timers.has(raw)) return;
    clearTimeout(timers.get(raw));
    timers.set(raw, destroyAfter(raw, bodySecondsDefault));
  });
}

/**
 * Lets a route be silent while it makes its answer, as a pass over a ledger of years does: `connectionTimeout` is for a client that
 * neither sends nor reads, and would cut off the answer before its first byte.
 */
export function allowSlowAnswers(app: FastifyInstance, answerMs = answerMsMost): void {
  app.addHook("preHandler", async ({ raw: { socket } }) => {
    // A request that a program injects has no line.
    if (socket instanceof Socket) socket.setTimeout(answerMs);
  });
  app.addHook("onSend", async ({ raw: { socket }, server: { initialConfig } }) => {
    if (socket instanceof Socket) socket.setTimeout(initialConfig.connectionTimeout ?? 0);
  });
}

function announcesBody({ headers }: FastifyRequest["raw"]): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

function destroyAfter(raw: FastifyRequest["raw"], seconds: number): NodeJS.Timeout {
  return setTimeout(() => {
    if (!raw.complete) raw.destroy();
  }, seconds * 1000).unref();
}

function destroyWhenSlow(raw: FastifyRequest["raw"], seconds: number): NodeJS.Timeout {
  const endsAt = performance.now() + seconds * 1000;
  let bytes = raw.socket.bytesRead;
  return setInterval(() => {
    const isSlow = raw.socket.bytesRead - bytes < bytesEachWindow;
    bytes = raw.socket.bytesRead;
    if (!raw.complete && (isSlow || performance.now() > endsAt)) raw.destroy();
  }, bodySecondsDefault * 1000).unref();
}

export const unstorableText =
  "This text contains a character that cannot be saved. Remove it and try again.";

/**
 * Finds a string that PostgreSQL cannot store: with NUL, or with a lone surrogate. Iterative, because a body may be nested
 * a hundred thousand levels deep.
 *
 * @returns the path of the first such string, or of the object that has it as a property name; null where there is none
 */
export function findUnstorableText(input: unknown): readonly string[] | null {
  const waiting: NestedValue[] = [{ value: input, name: "", inside: null }];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const { value } = node;
    if (typeof value === "string" && !isStorable(value)) return pathOf(node);
    if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) continue;
    const entries = Object.entries(value);
    if (!entries.every(([name]) => isStorable(name))) return pathOf(node);
    for (const [name, inner] of entries.toReversed())
      waiting.push({ value: inner, name, inside: node });
  }
  return null;
}

type NestedValue = Readonly<{ value: unknown; name: string; inside: NestedValue | null }>;

function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

function pathOf(node: NestedValue): readonly string[] {
  const names: string[] = [];
  for (let at = node; at.inside !== null; at = at.inside) names.push(at.name);
  return names.toReversed();
}

/** Refuses such strings in the URL and body of every route; the input of a procedure is checked where it is decoded (`trpc.ts`). */
export function refuseUnstorableText(app: FastifyInstance): void {
  app.addHook("preValidation", async ({ params, query, body }) => {
    for (const part of [params, query, body]) {
      const field = findUnstorableText(part);
      if (field === null) continue;
      throw new InvalidField(field.join("."), unstorableText);
    }
  });
}
