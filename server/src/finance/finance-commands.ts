import type { FinanceCommand } from "./finance-command.ts";
import { importCommand } from "./import.ts";
import { totalsCommand } from "./totals.ts";

/** In the order in which help shows them. */
export const financeCommands: readonly FinanceCommand[] = [importCommand, totalsCommand];
