import { Agent, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { guestIp } from "../bench/guest-order.ts";

/** The final outcome of a request. `unanswered`: no definite answer within the timeout. */
export type Outcome =
  | Readonly<{ kind: "done"; data: unknown }>
  | Readonly<{ kind: "refused"; reason: string }>
  | Readonly<{ kind: "unanswered"; last: string }>;

export type Client = Readonly<{
  /** Calls a procedure, retrying the same body on alternating portals, until there is a definite answer. */
  call: (
    procedure: string,
    input: object,
    as?: Readonly<{ token?: string | undefined; isQuery?: boolean }>,
  ) => Promise<Outcome>;
  /** Posts a form until the response is 200, as the card provider does. */
  post: (path: string, form: string) => Promise<Outcome>;
  retries: () => number;
  close: () => void;
}>;

type Answer = Readonly<{ status: number; text: string }>;

/** Longer than any portal or database takes to recover. */
const patienceMs = 120_000;
const answerTimeoutMs = 10_000;
const pauseMs = 150;

const refusalSchema = z.object({
  error: z.object({ message: z.string(), data: z.object({ reason: z.string().nullish() }) }),
});
const answerSchema = z.object({ result: z.object({ data: z.unknown() }) });

/** @param noteRetry receives the reason of each retry */
export function createClient(
  portals: readonly string[],
  connections: number,
  noteRetry: (why: string) => void = () => {},
): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let sent = 0;
  let retries = 0;

  async function retry(send: (portal: string) => Promise<Answer>): Promise<Outcome> {
    const deadline = performance.now() + patienceMs;
    let last = "";
    for (let attempt = 0; performance.now() < deadline; attempt++) {
      const portal = portals[sent++ % portals.length] ?? "";
      if (attempt > 0) {
        retries += 1;
        noteRetry(last);
        await delay(pauseMs * Math.min(attempt, 10));
      }
      try {
        const { status, text } = await send(portal);
        if (status === 200) return { kind: "done", data: text };
        // Rate limits and outages leave the outcome open, so the same command is sent again.
        const reason = reasonIn(text);
        if (status < 500 && status !== 429 && reason !== "request.in-progress")
          return { kind: "refused", reason };
        last = `${status} ${reason}`;
      } catch (error) {
        last = String(error);
      }
    }
    return { kind: "unanswered", last };
  }

  return {
    async call(procedure, input, { token, isQuery = false } = {}) {
      const body = JSON.stringify(input);
      const path = isQuery
        ? `/trpc/${procedure}?input=${encodeURIComponent(body)}`
        : `/trpc/${procedure}`;
      const headers = {
        "content-type": "application/json",
        "x-forwarded-for": guestIp(sent),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      };
      const outcome = await retry((portal) =>
        ask(agent, `${portal}${path}`, isQuery ? null : body, headers),
      );
      if (outcome.kind !== "done") return outcome;
      return {
        kind: "done",
        data: answerSchema.parse(JSON.parse(String(outcome.data))).result.data,
      };
    },
    post: (path, form) =>
      retry((portal) =>
        ask(agent, `${portal}${path}`, form, {
          "content-type": "application/x-www-form-urlencoded",
        }),
      ),
    retries: () => retries,
    close: () => agent.destroy(),
  };
}

function reasonIn(text: string): string {
  try {
    const { error } = refusalSchema.parse(JSON.parse(text));
    return error.data.reason ?? error.message;
  } catch {
    return text.slice(0, 200);
  }
}

function ask(
  agent: Agent,
  url: string,
  body: string | null,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      {
        agent,
        method: body === null ? "GET" : "POST",
        timeout: answerTimeoutMs,
        headers: {
          ...headers,
          ...(body !== null && { "content-length": Buffer.byteLength(body) }),
        },
      },
      (answer) => {
        let text = "";
        answer.setEncoding("utf8").on("data", (part: string) => (text += part));
        answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text }));
        answer.on("error", reject);
      },
    );
    outgoing.on("timeout", () => outgoing.destroy(new Error("no answer in time")));
    outgoing.on("error", reject);
    outgoing.end(body ?? undefined);
  });
}

/** The commands and their outcomes, to compare with the database afterwards. */
export type Journal = Readonly<{
  note: (kind: string, commandId: string, outcome: Outcome) => void;
  notePayment: (paymentId: string, orderId: string, outcome: Outcome) => void;
  /** Acknowledged commands and payments so far. */
  acknowledged: () => number;
  commands: ReadonlyMap<string, NotedCommand>;
  payments: ReadonlyMap<string, NotedPayment>;
}>;

type NotedCommand = Readonly<{ kind: string; outcome: Outcome }>;
type NotedPayment = Readonly<{ orderId: string; outcome: Outcome }>;

export function createJournal(): Journal {
  const commands = new Map<string, NotedCommand>();
  const payments = new Map<string, NotedPayment>();
  let acknowledged = 0;
  return {
    note(kind, commandId, outcome) {
      commands.set(commandId, { kind, outcome });
      if (outcome.kind === "done") acknowledged += 1;
    },
    notePayment(paymentId, orderId, outcome) {
      payments.set(paymentId, { orderId, outcome });
      if (outcome.kind === "done") acknowledged += 1;
    },
    acknowledged: () => acknowledged,
    commands,
    payments,
  };
}
