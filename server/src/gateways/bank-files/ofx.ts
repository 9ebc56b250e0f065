import { StatementError } from "./statement-error.ts";

export type OfxTransaction = Readonly<{
  /** The bank's own id of the line. */
  id: string;
  day: string;
  amount: string;
  name: string;
  memo: string;
}>;
export type OfxStatement = Readonly<{ account: string; transactions: readonly OfxTransaction[] }>;

/**
 * Bank statements in OFX: version 1 leaves the closing tags of values out (SGML), version 2 is XML, and
 * both are read alike, value by value.
 *
 * @throws StatementError
 */
export function parseOfx(text: string): OfxStatement {
  if (!/<OFX>/i.test(text)) throw new StatementError("the file holds no OFX statement");
  const blocks = [...text.matchAll(/<STMTTRN>([\s\S]*?)<\/STMTTRN>/gi)];
  const transactions = blocks.map(([, block = ""], index) => {
    const posted = valueOf(block, "DTPOSTED");
    if (!/^\d{8}/.test(posted))
      throw new StatementError(`transaction ${index + 1}: ${posted || "nothing"} is not a date`);
    const id = valueOf(block, "FITID");
    if (id === "") throw new StatementError(`transaction ${index + 1} has no FITID`);
    return {
      id,
      day: `${posted.slice(0, 4)}-${posted.slice(4, 6)}-${posted.slice(6, 8)}`,
      amount: valueOf(block, "TRNAMT"),
      name: valueOf(block, "NAME"),
      memo: valueOf(block, "MEMO"),
    };
  });
  return { account: valueOf(text, "ACCTID"), transactions };
}

function valueOf(block: string, tag: string): string {
  const found = new RegExp(`<${tag}>([^<\r\n]*)`, "i").exec(block)?.[1] ?? "";
  return withoutEntities(found).trim();
}

const entities: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&nbsp;": " ",
  "&quot;": '"',
  "&apos;": "'",
};

function withoutEntities(text: string): string {
  return text.replaceAll(/&[a-z]+;/gi, (entity) => entities[entity.toLowerCase()] ?? entity);
}
