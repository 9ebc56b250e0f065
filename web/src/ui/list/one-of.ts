const irregular: Readonly<Record<string, string>> = {
  people: "person",
  "months of rounding": "month of rounding",
};

/** What a single row of a list is called: "entries" are one "entry". */
export function oneOf(rows: string): string {
  const known = irregular[rows];
  if (known !== undefined) return known;
  if (rows.endsWith("ies")) return `${rows.slice(0, -3)}y`;
  return rows.replace(/(?<=ch)es$|s$/, "");
}
