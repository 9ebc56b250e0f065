import { dayOf } from "@portal/shared/platform/local-time.ts";
import type { PayoutQuestion } from "@portal/shared/money/payouts.ts";
import type { Caller } from "../../caller.ts";
import { writeListFile } from "../../gateways/sheets/list-file.ts";
import type { SheetColumn } from "../../gateways/sheets/sheet-cells.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { getShopCalendar } from "../../catalogue/shop-settings/shop-calendar.queries.ts";
import { type ExportedPayout, listAllPayouts } from "./payout.queries.ts";

/**
 * The payout requests as they are filtered on the screen, all of them; no bank details. The words that
 * were searched for stay out of the audit: they may be a person's name.
 *
 * @throws DomainError export.too-long
 */
export async function exportPayouts(caller: Caller, asked: PayoutQuestion): Promise<Buffer> {
  const { search, state, sort } = asked;
  const details = state ? { state } : {};
  await insertAudit(caller.db, caller, { action: "payouts.exported", target: null, details });
  const { region } = caller.shop;
  const { timeZone } = await getShopCalendar(caller.readDb, region);
  return writeListFile(
    "Payout requests",
    columnsOf(timeZone),
    (max) => listAllPayouts({ db: caller.readDb, region }, asked, max),
    { state, search, sort: `${sort.by} ${sort.direction}`, "written at": caller.now() },
  );
}

function columnsOf(timeZone: string): readonly SheetColumn<ExportedPayout>[] {
  return [
    { kind: "text", header: "Person", width: 26, value: ({ fullName }) => fullName },
    { kind: "text", header: "Email", width: 30, value: ({ email }) => email },
    { kind: "whole", header: "User id", width: 10, value: ({ userId }) => userId },
    {
      kind: "day",
      header: "Requested",
      width: 14,
      value: ({ requested }) => dayOf(requested, timeZone),
    },
    { kind: "text", header: "Currency", width: 10, value: ({ currency }) => currency },
    { kind: "money", header: "Commission", width: 14, value: ({ commission }) => commission },
    { kind: "money", header: "Credit", width: 14, value: ({ credit }) => credit },
    { kind: "money", header: "Amount", width: 14, value: ({ amount }) => amount },
    { kind: "text", header: "Status", width: 12, value: ({ state }) => state },
    { kind: "day", header: "Paid on", width: 14, value: ({ datePaid }) => datePaid },
    { kind: "text", header: "Reference", width: 24, value: ({ reference }) => reference },
    { kind: "text", header: "Reason", width: 30, value: ({ reason }) => reason },
  ];
}
