import type { FastifyInstance, FastifyRequest } from "fastify";

declare module "fastify" {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface FastifyContextConfig {
    /** How long the body of a request to this route may take. */
    bodySeconds?: number;
  }
}

const bodySecondsDefault = 15;
/** What a body that may take longer brings in so long at least: a kilobyte a second, slower than any line. */
const bytesEachWindow = bodySecondsDefault * 1024;

/**
 * How long the server waits for what has to come before a route is known. Node counts all of a request in one time, which
 * therefore is that of the longest upload; bodies are cut off much earlier by the hook below, and heads by their own time,
 * looked at often enough that it is meant.
 */
export const connectionLimits = {
  connectionTimeout: 30_000,
  requestTimeout: 4 * 3600_000,
  keepAliveTimeout: 65_000,
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 2000 },
} as const;

/**
 * Whoever sends a byte a second is shown the door, whatever the method: a GET has no use for a body, and its connection
 * would wait for the end of it. Only a route that says so waits longer, and only while the body goes on coming.
 */
export function limitBodyTime(app: FastifyInstance): void {
  const timers = new WeakMap<FastifyRequest["raw"], NodeJS.Timeout>();

  app.addHook("onRequest", async ({ raw, routeOptions }) => {
    if (!announcesBody(raw) || raw.complete) return;
    const seconds = routeOptions.config.bodySeconds ?? bodySecondsDefault;
    timers.set(
      raw,
      seconds > bodySecondsDefault ? waitWhileItComes(raw, seconds) : wait(raw, seconds),
    );
    const stop = () => clearTimeout(timers.get(raw));
    raw.once("end", stop);
    raw.once("close", stop);
  });

  // An upload that was refused has no hours any more.
  app.addHook("onResponse", async ({ raw, routeOptions: { config } }) => {
    const isLong = (config.bodySeconds ?? 0) > bodySecondsDefault;
    if (!isLong || raw.complete || !timers.has(raw)) return;
    clearTimeout(timers.get(raw));
    timers.set(raw, wait(raw, bodySecondsDefault));
  });
}

function announcesBody({ headers }: FastifyRequest["raw"]): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

function wait(raw: FastifyRequest["raw"], seconds: number): NodeJS.Timeout {
  return setTimeout(() => {
    if (!raw.complete) raw.destroy();
  }, seconds * 1000).unref();
}

function waitWhileItComes(raw: FastifyRequest["raw"], seconds: number): NodeJS.Timeout {
  const endsAt = performance.now() + seconds * 1000;
  let bytes = raw.socket.bytesRead;
  return setInterval(() => {
    const isSlow = raw.socket.bytesRead - bytes < bytesEachWindow;
    bytes = raw.socket.bytesRead;
    if (!raw.complete && (isSlow || performance.now() > endsAt)) raw.destroy();
  }, bodySecondsDefault * 1000).unref();
}

/** What a person reads beside the field. */
export const unstorableText =
  "This text contains a character that cannot be saved. Remove it and try again.";

/**
 * Where in something that came as JSON, as a form or in an address a text stands that PostgreSQL cannot hold: NUL in any
 * text, half of a surrogate pair in JSON. Without recursion: a body may be nested a hundred thousand deep.
 *
 * @returns the path of the first such text, for a name the path of what has it; null where everything can be kept
 */
export function findUnstorableText(input: unknown): readonly string[] | null {
  const waiting: NestedValue[] = [{ value: input, name: "", inside: null }];
  for (let place = waiting.pop(); place; place = waiting.pop()) {
    const { value } = place;
    if (typeof value === "string" && !isStorable(value)) return pathOf(place);
    if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) continue;
    const entries = Object.entries(value);
    if (!entries.every(([name]) => isStorable(name))) return pathOf(place);
    for (const [name, inner] of entries.toReversed())
      waiting.push({ value: inner, name, inside: place });
  }
  return null;
}

type NestedValue = Readonly<{ value: unknown; name: string; inside: NestedValue | null }>;

function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

function pathOf(place: NestedValue): readonly string[] {
  const names: string[] = [];
  for (let at = place; at.inside !== null; at = at.inside) names.push(at.name);
  return names.toReversed();
}

/** Refuses such a text in an address or a body of any route; a procedure's input is looked at where it was decoded (`trpc.ts`). */
export function refuseUnstorableText(app: FastifyInstance): void {
  app.addHook("preValidation", async ({ params, query, body }) => {
    for (const part of [params, query, body]) {
      const field = findUnstorableText(part);
      if (field === null) continue;
      const message = field.length > 0 ? `${field.join(".")}: ${unstorableText}` : unstorableText;
      throw Object.assign(new Error(message), { statusCode: 400 });
    }
  });
}
