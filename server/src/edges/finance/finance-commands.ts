import { centsCommand } from "./rounding-residuals.ts";
import { closeCommand } from "./close.ts";
import { explainCommand } from "./explain.ts";
import { exportCommand } from "./export.ts";
import type { FinanceCommand } from "./finance-command.ts";
import { importCommand } from "./import.ts";
import { matchCardsCommand } from "./match-cards.ts";
import { rebuildCommand } from "./rebuild.ts";
import { reconcileCommand } from "./reconcile.ts";
import { simulateCommand } from "./simulate.ts";
import { sealCommand } from "./seal.ts";
import { statementCommand } from "./statement.ts";
import { statusCommand } from "./status.ts";
import { taxPackCommand } from "./tax-pack.ts";
import { totalsCommand } from "./totals.ts";
import { verifyCommand } from "./verify.ts";

/** In the order in which help shows them. */
export const financeCommands: readonly FinanceCommand[] = [
  importCommand,
  exportCommand,
  verifyCommand,
  statusCommand,
  rebuildCommand,
  totalsCommand,
  reconcileCommand,
  matchCardsCommand,
  statementCommand,
  taxPackCommand,
  closeCommand,
  sealCommand,
  centsCommand,
  explainCommand,
  simulateCommand,
];
