import type { CommissionRegister, RegisterExport } from "@portal/shared/money/statements.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import type { Caller } from "../../caller.ts";
import {
  type Sheet,
  type SheetColumn,
  sheetOf,
  streamCsv,
  writeWorkbook,
} from "../../gateways/sheets/sheets.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { getCalendar } from "./closing.queries.ts";
import { readRegister } from "./commission-register.queries.ts";
import {
  type RegisterRow,
  type RegisterSums,
  registerPageOf,
  sumsByCurrency,
} from "./commission-register.rules.ts";
import { closingOf } from "./statement.rules.ts";

/** The commission register of a month: the members on the page, and the sums of all that were found. */
export async function listRegister(
  { readDb, shop }: Pick<Caller, "readDb" | "shop">,
  { month, ...question }: CommissionRegister,
) {
  const calendar = await getCalendar(readDb, shop.region);
  return {
    month,
    isClosed: closingOf(calendar, month) !== null,
    ...registerPageOf(await readRegister(readDb, calendar, month), {
      ...question,
      currency: calendar.currency,
    }),
  };
}

/** All members of the register with the sums at its end, as CSV or as a workbook. */
export async function exportRegister(caller: Caller, { format, month }: RegisterExport) {
  const { reportDb, shop } = caller;
  const calendar = await getCalendar(reportDb, shop.region);
  const sheet = registerSheetOf(await readRegister(reportDb, calendar, month), calendar.currency);
  const content = format === "csv" ? streamCsv(sheet) : await writeWorkbook([sheet]);
  await insertAudit(caller.db, caller, {
    action: "commission-register.exported",
    target: format,
    details: { month },
  });
  return { fileName: `commission-${month}.${format}`, content };
}

/** The members of a register, with the sums of all of them at its end, for each currency. */
export function registerSheetOf(register: readonly RegisterRow[], currency: Currency): Sheet {
  const lines: Line[] = [
    ...register.map(({ userId, name, ...figures }) => ({
      ...figures,
      number: userId,
      name: name ?? "Erased",
    })),
    ...sumsByCurrency(register, currency).map((sums) => ({ ...sums, number: null, name: "Total" })),
  ];
  return sheetOf("Commission", columns, lines);
}

type Line = RegisterSums & Readonly<{ number: number | null; name: string }>;

const columns: readonly SheetColumn<Line>[] = [
  { kind: "id", header: "Member number", width: 16, value: ({ number }) => number },
  { kind: "text", header: "Member", width: 28, value: ({ name }) => name },
  { kind: "text", header: "Currency", width: 10, value: ({ currency }) => currency },
  { kind: "money", header: "Opening balance", width: 16, value: ({ opening }) => opening },
  { kind: "money", header: "Own sales", width: 14, value: ({ own }) => own },
  { kind: "money", header: "Team sales", width: 14, value: ({ upline }) => upline },
  { kind: "money", header: "Stockist orders", width: 15, value: ({ stockist }) => stockist },
  { kind: "money", header: "Leader bonus", width: 14, value: ({ leader }) => leader },
  { kind: "money", header: "Reversed", width: 14, value: ({ reversed }) => reversed },
  { kind: "money", header: "To store credit", width: 15, value: ({ converted }) => converted },
  { kind: "money", header: "Paid out", width: 14, value: ({ paid }) => paid },
  { kind: "money", header: "Tax withheld", width: 14, value: ({ withheld }) => withheld },
  { kind: "money", header: "Closing balance", width: 16, value: ({ closing }) => closing },
];
