import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import type pg from "pg";
import { databaseOn } from "../../platform/db/connect.ts";
import type { Session } from "./cli/command.ts";
import { noProgress } from "./cli/progress-line.ts";
import { type ExitCode, runFinance } from "./cli/run-finance.ts";

/** The output and exit code of a command. */
type Captured = Readonly<{ exitCode: ExitCode; stdout: string; stderr: string }>;

export type CapturedFinance = Readonly<{
  /** The folder of this machine's keys and anchors. */
  folder: string;
  run: (...args: string[]) => Promise<Captured>;
  /** The JSON document of a command; throws on exit code 2. */
  json: (...args: string[]) => Promise<unknown>;
  /** Runs with this text on standard input. */
  runWithInput: (input: string, ...args: string[]) => Promise<Captured>;
  /** Writes a temporary file, and returns its path. */
  file: (name: string, content: string | Uint8Array) => Promise<string>;
  read: (file: string) => Promise<string>;
  close: () => Promise<void>;
}>;

const southAfrica: Session["region"] = {
  region: "za",
  currency: "ZAR",
  timeZone: "Africa/Johannesburg",
  unitValue: 28_261,
};

/** Runs commands on a test's database, and captures their output. */
export async function captureFinance(
  pool: pg.Pool,
  region: Session["region"] = southAfrica,
): Promise<CapturedFinance> {
  const folder = await mkdtemp(path.join(tmpdir(), "portal-finance-"));

  async function runWithInput(input: string, ...args: string[]): Promise<Captured> {
    let stdout = "";
    let stderr = "";
    const write = async (text: string): Promise<void> => {
      stdout += text;
    };
    const session: Session = {
      db: databaseOn(pool),
      pool,
      ownerPool: pool,
      trust: {
        keysFolder: path.join(folder, "keys"),
        sealPublicKeys: [],
        anchorDir: path.join(folder, "anchors"),
      },
      region,
      note: (sentence) => {
        stderr += `${sentence}\n`;
      },
      progress: () => noProgress,
      stdin: () => Readable.from([Buffer.from(input)]),
      stdout: write,
    };
    const exitCode = await runFinance(args, {
      open: async () => ({ session, close: async () => {} }),
      stdout: write,
      stderr: (text) => {
        stderr += text;
      },
    });
    return { exitCode, stdout, stderr };
  }

  const run = (...args: string[]): Promise<Captured> => runWithInput("", ...args);
  return {
    folder,
    run,
    runWithInput,
    async json(...args) {
      const { exitCode, stdout, stderr } = await run(...args, "--json");
      if (exitCode === 2) throw new Error(stderr);
      return JSON.parse(stdout);
    },
    async file(name, content) {
      const file = path.join(folder, name);
      await writeFile(file, content);
      return file;
    },
    read: (file) => readFile(file, "utf8"),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

const golden = new URL("../../projections/golden/", import.meta.url);

/** The published example of a month, and the exact totals of its members. */
export const januaryFile = new URL("january.ndjson", golden).pathname;
export const readJanuaryTotals = (): Promise<string> =>
  readFile(new URL("january.totals.json", golden), "utf8");

export async function readJanuaryLines(): Promise<string[]> {
  const text = await readFile(januaryFile, "utf8");
  return text.trimEnd().split("\n");
}

const refundedOrder = "00000000-0000-4000-8000-000000abc001";

/** The line of a refund of the 26th of January, to be imported after the month. */
export const lateRefund = JSON.stringify({
  eventId: "00000000-0000-4000-8000-00000000fa01",
  streamId: `order-${refundedOrder}`,
  streamVersion: 4,
  type: "PaymentRefunded",
  schemaVersion: 1,
  occurredAt: "2026-01-26T09:00:00.000Z",
  data: {
    orderId: refundedOrder,
    refundId: "late",
    amount: 75_000,
    productAmount: 65_000,
    units: 2,
    method: "eft",
    reason: "returned",
  },
});

/** An order that no other file contains, for import files of tests. */
export const placed = {
  eventId: "00000000-0000-4000-8000-00000000f001",
  streamId: "order-00000000-0000-4000-8000-000000abcf01",
  type: "OrderPlaced",
  schemaVersion: 1,
  occurredAt: "2026-02-01T08:00:00.000Z",
  data: {
    orderId: "00000000-0000-4000-8000-000000abcf01",
    orderNumber: 7901,
    buyerId: null,
    sellerId: 101,
    region: "za",
    currency: "ZAR",
    vatBps: 1500,
    live: true,
    sections: [
      {
        addressId: null,
        lines: [
          {
            productId: 94,
            quantity: 1,
            listPrice: 32_500,
            unitPrice: 32_500,
            commissionPrice: 32_500,
          },
        ],
      },
    ],
    deliveryService: null,
    total: 32_500,
  },
};

/** A line whose event id ends in `id`. */
export function line(
  id: string,
  streamId: string,
  type: string,
  data: object,
  more: object = {},
): string {
  const eventId = `00000000-0000-4000-8000-00000000${id}`;
  const occurredAt = "2026-02-02T08:00:00.000Z";
  return JSON.stringify({ eventId, streamId, type, schemaVersion: 1, occurredAt, data, ...more });
}

export function withUnits(quantity: number): string {
  const [section] = placed.data.sections;
  const lines = section?.lines.map((each) => ({ ...each, quantity, unitPrice: 0, listPrice: 0 }));
  const sections = [{ addressId: null, lines }];
  return JSON.stringify({ ...placed, data: { ...placed.data, sections, total: 0 } });
}
