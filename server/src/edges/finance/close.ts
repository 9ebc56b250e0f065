import { randomUUID } from "node:crypto";
import { createInlineProjector } from "../../projections/live/inline-projector.ts";
import { ledgerCatalogue } from "../../projections/ledger-catalogue.ts";
import { closeBooks } from "../../money/statements/closing.actions.ts";
import { createLedger } from "../../platform/ledger/ledger.ts";
import type { CommandResult } from "./command-result.ts";
import type { FinanceCommand, Session } from "./finance-command.ts";
import { monthOf } from "./time-arguments.ts";
import { WrongUse } from "./wrong-use.ts";

export const closeCommand: FinanceCommand = {
  name: "close",
  summary: "Close a month: its statements never change again",
  options: [{ flags: "--month <yyyy-mm>", description: "which; months are closed in order" }],
  prepare({ options: { month } }) {
    if (month === undefined) throw new WrongUse("Name the month: close --month YYYY-MM.");
    monthOf("--month", month, "UTC");
    return (session) => close(session, month);
  },
};

async function close({ db, pool, region }: Session, month: string): Promise<CommandResult> {
  const projector = createInlineProjector();
  const ledger = createLedger({ pool, catalogue: ledgerCatalogue, projector });
  try {
    const command = {
      commandId: randomUUID(),
      request: { action: "finance.close", month },
      metadata: { actorId: null, source: "finance" },
      occurredAt: new Date().toISOString(),
    };
    const closed = await closeBooks({ db, ledger, region: region.region }, command, month);
    return {
      exitCode: 0,
      document: closed,
      text: `${month} is closed through position ${closed.throughPosition}, seal ${closed.root}.`,
    };
  } finally {
    await ledger.close();
  }
}
