import { expect, test } from "vitest";
import { type Column, moneyColumn, textTable } from "./text-table.ts";

type Member = { name: string; paid: number };
const columns: Column<Member>[] = [
  { title: "Name", text: ({ name }) => name },
  moneyColumn("Paid", "ZAR", ({ paid }) => paid),
];

test("a table is as wide as its widest cells, figures to the right", () => {
  const members = [
    { name: "Anna Botha", paid: 234_50 },
    { name: "Ben", paid: 5 },
  ];
  expect(textTable(columns, members).split("\n")).toEqual([
    "Name           Paid",
    "Anna Botha  R234.50",
    "Ben           R0.05",
  ]);
});

test("a table has room for more rows than a call has for arguments", () => {
  const rows = Array.from({ length: 200_000 }, (_, at) => ({ name: `Member ${at}`, paid: at }));
  expect(textTable(columns.slice(0, 1), rows).split("\n")).toHaveLength(200_001);
});
