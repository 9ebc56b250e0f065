import { describe, expect, test } from "vitest";
import { readStatementFile } from "./bank-statement.ts";
import { usa, za } from "../../testing/bank-file-samples.ts";

const ofx = (...currencies: readonly string[]) =>
  `<OFX>${currencies
    .map(
      (currency, at) => `<STMTRS><CURDEF>${currency}<ACCTID>${at + 1}<STMTTRN><TRNTYPE>CREDIT
        <DTPOSTED>20261102<TRNAMT>${currency === "KWD" ? "5.001" : "5.00"}<NAME>RH${at + 1}</STMTTRN></STMTRS>`,
    )
    .join("")}</OFX>`;

const camt = (...currencies: readonly string[]) =>
  `<Document><BkToCstmrStmt>${currencies
    .map(
      (currency, at) => `<Stmt><Acct><Id><IBAN>${at + 1}</IBAN></Id><Ccy>${currency}</Ccy></Acct>
        <Bal><Amt Ccy="${currency}">1.00</Amt></Bal>
        <Ntry><Amt Ccy="${currency}">${currency === "KWD" ? "5.001" : "5.00"}</Amt><CdtDbtInd>CRDT</CdtDbtInd>
        <Sts>BOOK</Sts><BookgDt><Dt>2026-11-02</Dt></BookgDt><AddtlNtryInf>RH${at + 1}</AddtlNtryInf></Ntry></Stmt>`,
    )
    .join("")}</BkToCstmrStmt></Document>`;

const mt940 = (...currencies: readonly string[]) =>
  currencies
    .map((currency, at) => {
      const amount = currency === "KWD" ? "5,001" : "5,00";
      return `:20:1\n:25:${at + 1}\n:60F:C261101${currency}0,00\n:61:2611021102C${amount}NTRFNONREF\n:86:RH${at + 1}\n:62F:C261102${currency}${amount}\n-\n`;
    })
    .join("");

const bai2 = (...currencies: readonly string[]) =>
  `01,a,b,261102,0900,1,,,2/\n02,a,b,1,261102,0900,USD,2/\n${currencies
    .map((currency, at) => `03,${at + 1},${currency},010,0,,/\n16,165,500,Z,,,RH${at + 1}/\n`)
    .join("")}`;

describe("a file of several accounts", () => {
  test.each([
    ["OFX", ofx, za],
    ["CAMT.053", camt, za],
    ["MT940", mt940, za],
    ["BAI2", bai2, usa],
  ] as const)("of %s is read, and what is in other money is told", (_format, of, options) => {
    const own = options.currency ?? "";
    const { statements, leftOut } = readStatementFile(of("EUR", own, "KWD"), options);
    expect(
      statements.map(({ account, lines }) => [account, lines.map((line) => line.amount)]),
    ).toEqual([["2", [5_00]]]);
    const other = leftOut.find(({ why }) => why === "another currency");
    expect(other).toMatchObject({ count: 2 });
    expect(other?.texts.map((text) => /RH\d/.exec(text)?.[0])).toEqual(["RH1", "RH3"]);
    expect(() => readStatementFile(of("EUR", "KWD"), options)).toThrow("the statement is in EUR");
  });
});
