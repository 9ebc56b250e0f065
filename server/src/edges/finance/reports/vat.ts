import { type FirstAndLast, firstDayOf, lastDayOf } from "@portal/shared/platform/calendar.ts";
import { rateInWords } from "@portal/shared/catalogue/vat-registration.ts";
import { type Region, taxHeadings } from "@portal/shared/platform/region.ts";
import { decimalText } from "@portal/shared/platform/money.ts";
import { loadOwnTerms } from "../../../money/books/own-terms.queries.ts";
import type {
  ScheduleMoney,
  ScheduleRow,
  VatSchedule,
} from "../../../money/books/vat-schedules.rules.ts";
import {
  type VatDocument,
  signedSumsOf,
  type VatGroup,
  vatGroupsOf,
  type VatReturn,
  vatReturnOf,
} from "../../../money/books/vat.rules.ts";
import { readOnly } from "../../../platform/db/database.ts";
import { readBooksState, readVat } from "../../../projections/books/books.ts";
import { requireMonth } from "../cli/arguments.ts";
import { type CommandResult, type FinanceCommand, type Session, WrongUse } from "../cli/command.ts";
import { replayThrough } from "../cli/replay.ts";
import { type Column, textTable } from "../cli/text-table.ts";
import { orReplayFailure } from "../ledger/rebuild.ts";

export const vatCommand: FinanceCommand = {
  name: "vat",
  summary:
    "Output VAT or sales tax of a period by rate and kind of document, with the figures of the return",
  options: [
    { flags: "--month <yyyy-mm>", description: "the first month" },
    { flags: "--through <yyyy-mm>", description: "the last month (default: the first)" },
    { flags: "--documents", description: "list every document" },
  ],
  prepare({ options: { month, through, documents } }) {
    if (month === undefined) throw new WrongUse("Name the month: vat --month YYYY-MM.");
    const last = through ?? month;
    for (const each of [month, last]) requireMonth(each);
    if (last < month) throw new WrongUse(`--month ${month} is later than --through ${last}.`);
    return (session) =>
      orReplayFailure(() =>
        vat(session, { from: month, to: last, withDocuments: documents !== undefined }),
      );
  },
};

async function vat(
  session: Session,
  { from, to, withDocuments }: Readonly<{ from: string; to: string; withDocuments: boolean }>,
): Promise<CommandResult> {
  const period = { from: firstDayOf(from), to: lastDayOf(to) };
  const { documents, schedules } = await readVatOf(session, period);
  const { region } = session.region;
  const own = await loadOwnTerms(readOnly(session.db), region, period.to);
  const groups = vatGroupsOf(documents, own);
  const vatReturn = vatReturnOf(groups, own);
  const document = { from, to, vatBps: own.vatBps, groups, vatReturn, schedules };
  const documentTexts = [
    textTable(groupColumns(region), groups),
    ...(withDocuments
      ? [
          textTable(
            documentColumns(region),
            groups.flatMap((each) => each.documents),
          ),
        ]
      : []),
    ...returnText(region, vatReturn),
  ];
  const text = [
    ...(groups.length === 0 ? ["No documents."] : documentTexts),
    ...schedules.flatMap(scheduleText),
  ].join("\n\n");
  return { exitCode: 0, document, text };
}

async function readVatOf(session: Session, period: FirstAndLast) {
  const state = await readBooksState(readOnly(session.db), session.region.region);
  return replayThrough(session, state.through, (client, onPage) =>
    readVat(client, state, { ...period, onPage }),
  );
}

/** Nothing for a schedule without orders. */
function scheduleText({ kind, rows, sums }: VatSchedule): string[] {
  if (rows.length === 0) return [];
  const title = `${kind}, in no figure above:`;
  const total = sums.map(
    ({ currency, added, taken, ...present }) =>
      `${currency} ${moneyText(present)}; added in this period ${moneyText(added)}; taken out in this period ${moneyText(taken)}`,
  );
  return [[title, textTable(scheduleColumns, rows), ...total].join("\n")];
}

function moneyText({ gross, vat: own, orderVat }: ScheduleMoney): string {
  return `${decimalText(gross)}, VAT ${decimalText(own)}, VAT of the orders ${decimalText(orderVat)}`;
}

const scheduleColumns: readonly Column<ScheduleRow>[] = [
  { title: "order", align: "right", text: ({ orderNumber }) => String(orderNumber) },
  { title: "date", text: ({ day }) => day },
  { title: "currency", text: ({ currency }) => currency },
  { title: "gross before", align: "right", text: (row) => decimalText(row.grossBefore) },
  { title: "VAT before", align: "right", text: (row) => decimalText(row.vatBefore) },
  { title: "gross", align: "right", text: ({ gross }) => decimalText(gross) },
  { title: "VAT", align: "right", text: (row) => decimalText(row.vat) },
  { title: "order, gross", align: "right", text: ({ orderGross }) => decimalText(orderGross) },
  { title: "order, VAT", align: "right", text: ({ orderVat }) => decimalText(orderVat) },
];

const groupColumns = (region: Region): readonly Column<VatGroup>[] => [
  { title: "rate", align: "right", text: ({ vatBps }) => rateInWords(vatBps) },
  { title: "supply", text: ({ supply }) => supply },
  { title: "documents", text: ({ kind, documents }) => `${documents.length} × ${kind}` },
  { title: "currency", text: ({ currency }) => currency },
  { title: "gross", align: "right", text: ({ gross }) => decimalText(gross) },
  { title: "net", align: "right", text: ({ net }) => decimalText(net) },
  { title: taxHeadings[region].tax, align: "right", text: (group) => decimalText(group.vat) },
  { title: "delivery, gross", align: "right", text: (group) => decimalText(group.deliveryGross) },
  { title: "delivery, net", align: "right", text: (group) => decimalText(group.deliveryNet) },
];

const documentColumns = (region: Region): readonly Column<VatDocument>[] => [
  { title: "document", text: ({ number }) => number },
  { title: "kind", text: ({ kind }) => kind },
  { title: "date", text: ({ postingDate }) => postingDate },
  { title: "late, of", text: ({ ownDay, postingDate }) => (ownDay === postingDate ? "" : ownDay) },
  { title: "rate", align: "right", text: ({ vatBps }) => rateInWords(vatBps) },
  {
    title: "gross",
    align: "right",
    text: (each) => decimalText(signedSumsOf(each).gross),
  },
  { title: "net", align: "right", text: (each) => decimalText(signedSumsOf(each).net) },
  {
    title: taxHeadings[region].tax,
    align: "right",
    text: (each) => decimalText(signedSumsOf(each).vat),
  },
];

/** What an accountant copies into the return of the region; the USA has none. */
function returnText(
  region: Region,
  { gross, zeroRated, vat: vatOutput, vatOfGross, formerRates, vatOfAll, netWhole }: VatReturn,
): string[] {
  switch (region) {
    case "za":
      return vatOfGross === null
        ? []
        : [
            `VAT201 (South Africa): field 1 ${decimalText(gross)}, field 2 ${decimalText(zeroRated)}, field 4 ${decimalText(vatOfGross)}, ${comparedText(vatOfGross - vatOutput)}`,
            ...formerRates.map(
              (former) =>
                `Field 12, VAT at the former rate of ${rateInWords(former.vatBps)}: ${decimalText(former.vat)} of ${decimalText(former.gross)}`,
            ),
          ];
    case "uk":
      return [`VAT return (United Kingdom): box 1 ${decimalText(vatOfAll)}, box 6 ${netWhole}`];
    case "usa":
      return [];
  }
}

function comparedText(more: number): string {
  if (more === 0) return "as on the documents";
  return `which is ${decimalText(Math.abs(more))} ${more > 0 ? "more" : "less"} than on the documents`;
}
