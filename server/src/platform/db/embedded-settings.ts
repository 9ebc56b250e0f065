import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import { z } from "zod";
import { createDurably, writeDurably } from "../files/write-durably.ts";
import { findFreePort } from "../free-port.ts";
import { StartError } from "../start-error.ts";

const settingsSchema = z.object({
  port: z.int(),
  superuserPassword: z.string(),
  runtimePassword: z.string(),
  clusterFolder: z.string(),
});

/** Stored in the data folder. */
export type EmbeddedSettings = Readonly<z.infer<typeof settingsSchema>>;

/** The settings of the folder, or new ones. Two commands that start at once get the same. */
export async function settingsOf(
  dataDir: string,
  chooseFolder: () => Promise<string>,
): Promise<EmbeddedSettings> {
  const file = settingsFile(dataDir);
  if (!existsSync(file)) {
    const settings: EmbeddedSettings = {
      port: await findFreePort(),
      superuserPassword: newPassword(),
      runtimePassword: newPassword(),
      clusterFolder: await chooseFolder(),
    };
    await createDurably(file, textOf(settings));
  }
  return readSettings(file);
}

/** The folder of the database of this data folder; null while there is none. */
export async function embeddedFolder(dataDir: string): Promise<string | null> {
  const file = settingsFile(dataDir);
  return existsSync(file) ? (await readSettings(file)).clusterFolder : null;
}

async function readSettings(file: string): Promise<EmbeddedSettings> {
  try {
    return settingsSchema.parse(JSON.parse(await readFile(file, "utf8")));
  } catch (cause) {
    throw new StartError(`${file} is damaged. It contains the database passwords.`, {
      cause,
    });
  }
}

export async function writeSettings(dataDir: string, settings: EmbeddedSettings): Promise<void> {
  await writeDurably(settingsFile(dataDir), textOf(settings));
}

function textOf(settings: EmbeddedSettings): string {
  return JSON.stringify(settings, null, 2);
}

export function unlessItExists(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST" && error.code !== "ENOTEMPTY") throw error;
}

/** The same port, unless another program uses it. */
export async function usablePort(port: number): Promise<number> {
  return (await canListen(port)) ? port : findFreePort();
}

function settingsFile(dataDir: string): string {
  return path.join(dataDir, "database.json");
}

function newPassword(): string {
  return randomBytes(24).toString("base64url");
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().on("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
