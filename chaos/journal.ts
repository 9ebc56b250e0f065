import type { Outcome } from "./client.ts";

/** What was asked of the portals and what they answered: what the database is held against afterwards. */
export type Journal = Readonly<{
  note: (kind: string, commandId: string, outcome: Outcome) => void;
  notePayment: (paymentId: string, orderId: string, outcome: Outcome) => void;
  /** Acknowledged commands and payments so far. */
  acknowledged: () => number;
  commands: ReadonlyMap<string, NotedCommand>;
  payments: ReadonlyMap<string, NotedPayment>;
}>;

export type NotedCommand = Readonly<{ kind: string; outcome: Outcome }>;
export type NotedPayment = Readonly<{ orderId: string; outcome: Outcome }>;

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
