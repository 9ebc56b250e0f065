import type { DifferenceReport } from "../../projections/compare/difference.ts";
import type { MemberDifference } from "../../projections/compare/member-differences.ts";
import { textTable } from "./text-table.ts";

/** The difference report as lines for a terminal; every member, no more than some rows per table. */
export function differenceText(report: DifferenceReport): string {
  const { isEqual, position, tables, members, hash } = report;
  if (isEqual)
    return `The tables are what a replay of the ledger up to position ${position} gives.`;
  const differing = tables.filter((table) => table.differing > 0);
  return [
    `The tables differ from a replay of the ledger up to position ${position}:`,
    textTable(
      [
        { title: "table", text: ({ table }) => table },
        { title: "rows", align: "right", text: ({ live }) => String(live) },
        { title: "replayed", align: "right", text: ({ replayed }) => String(replayed) },
        { title: "differing", align: "right", text: (table) => String(table.differing) },
        { title: "first keys", text: ({ examples }) => examples.slice(0, 3).join(", ") },
      ],
      differing,
    ),
    ...(members.length === 0 ? [] : ["", memberText(members)]),
    "",
    `This difference is ${hash}`,
  ].join("\n");
}

function memberText(members: readonly MemberDifference[]): string {
  const rows = members.flatMap(({ memberId, tables, figures, firstEvent }) => {
    const since = firstEvent
      ? `${firstEvent.type} at ${firstEvent.position}`
      : "the rows themselves";
    const about = { member: String(memberId), since };
    if (figures.length === 0)
      return [{ ...about, figure: tables.join(", "), old: "", replayed: "", delta: "" }];
    return figures.map((figure, index) => ({
      member: index === 0 ? about.member : "",
      since: index === 0 ? about.since : "",
      figure: figure.name,
      old: String(figure.old),
      replayed: String(figure.new),
      delta: `${figure.delta > 0 ? "+" : ""}${figure.delta}`,
    }));
  });
  return textTable(
    [
      { title: "member", align: "right", text: ({ member }) => member },
      { title: "figure", text: ({ figure }) => figure },
      { title: "old", align: "right", text: ({ old }) => old },
      { title: "new", align: "right", text: ({ replayed }) => replayed },
      { title: "delta", align: "right", text: ({ delta }) => delta },
      { title: "first event that differs", text: ({ since }) => since },
    ],
    rows,
  );
}
