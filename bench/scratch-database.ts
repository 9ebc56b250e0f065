import { randomBytes } from "node:crypto";
import pg from "pg";

export type ScratchDatabase = Readonly<{ name: string; url: string; drop: () => Promise<void> }>;

/** Creates a database with a unique name that starts with `bench_`. */
export async function createScratchDatabase(
  serverUrl: string,
  purpose: string,
): Promise<ScratchDatabase> {
  const name = `bench_${purpose}_${randomBytes(4).toString("hex")}`;
  await administer(serverUrl, `create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const drop = (): Promise<void> =>
    administer(serverUrl, `drop database if exists ${name} with (force)`);
  return { name, url: url.href, drop };
}

export async function administer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
