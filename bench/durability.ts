import { cpus } from "node:os";
import pg from "pg";

/** Results are comparable only under the same conditions. */
export type Conditions = Readonly<{
  node: string;
  postgres: string;
  cores: number;
  processor: string;
  settings: Readonly<Record<string, string>>;
  /** Whether a commit survives a power cut; otherwise results are not judged. */
  isDurable: boolean;
}>;

const settingNames = [
  "fsync",
  "synchronous_commit",
  "full_page_writes",
  "wal_level",
  "wal_sync_method",
  "shared_buffers",
  "max_connections",
  "commit_delay",
] as const;

export async function readConditions(serverUrl: string): Promise<Conditions> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    const version = await client.query<{ server_version: string }>("show server_version");
    const { rows } = await client.query<{ name: string; setting: string }>(
      "select name, current_setting(name) as setting from pg_settings where name = any($1) order by name",
      [settingNames],
    );
    const settings = Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
    return {
      node: process.version,
      postgres: version.rows[0]?.server_version ?? "",
      cores: cpus().length,
      processor: cpus()[0]?.model.trim() ?? "",
      settings,
      isDurable:
        settings["fsync"] === "on" &&
        settings["full_page_writes"] === "on" &&
        settings["synchronous_commit"] !== "off",
    };
  } finally {
    await client.end();
  }
}
