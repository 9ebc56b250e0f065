import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { connect } from "../../server/src/platform/db/connect.ts";
import { findFreePort } from "../../server/src/platform/free-port.ts";
import { prepareDatabase } from "../../server/src/platform/db/migrate.ts";
import { demoPassword } from "../../server/src/edges/demo/demo-people.ts";
import { demoProducts } from "../../server/src/edges/demo/demo-catalogue.ts";
import {
  createDatabase,
  databaseUrl,
  dropDatabase,
} from "../../server/src/testing/test-database.ts";
import {
  baseUrl as besideUrl,
  databaseUrl as beside,
  mailFolder as mailsBeside,
  seeded,
} from "./lane.ts";
import { startPortal } from "./portal.ts";

/** A new shop with its own server and database: products and one admin, without any events. */
export type OwnShop = Readonly<{
  baseUrl: string;
  /** With the owner of the tables. */
  databaseUrl: string;
  /** Folder with one file for each email. */
  mailFolder: string;
  adminEmail: string;
  /** Stops the server, as a deployment does; @returns how to start it again at the same address. */
  stop: () => Promise<() => Promise<void>>;
  close: () => Promise<void>;
}>;

/** For journeys that need other settings than the demo server. @param priceOf converts the demo's prices, in cents of a rand */
export async function openOwnShop(
  name: string,
  settings: Readonly<Record<string, string>>,
  priceOf: (randCents: number) => number = (price) => price,
): Promise<OwnShop> {
  await using resources = new AsyncDisposableStack();
  const database = `portal_${name}_${process.pid}`;
  await createDatabase(beside, database);
  resources.defer(() => dropDatabase(beside, database));
  const url = databaseUrl(beside, database);
  await prepareDatabase(url);
  await insertProducts(url, priceOf);

  const folder = await mkdtemp(path.join(tmpdir(), `portal-${name}-`));
  resources.defer(() => rm(folder, { recursive: true, force: true }));
  const mailFolder = path.join(folder, "mail");
  const adminEmail = "admin@shop.test";
  const port = await findFreePort();
  const own = {
    MAIL_SINK: mailFolder,
    SMS_SINK: path.join(folder, "sms"),
    ADMIN_EMAIL: adminEmail,
    ADMIN_PASSWORD: demoPassword,
    DATA_DIR: path.join(folder, "data"),
    ...settings,
  };
  const start = () => startPortal(url, own, port);
  let portal = await start();
  resources.defer(() => portal.stop());
  const kept = resources.move();
  return {
    baseUrl: portal.baseUrl,
    databaseUrl: url,
    mailFolder,
    adminEmail,
    async stop() {
      await portal.stop();
      return async () => {
        portal = await start();
      };
    },
    close: () => kept.disposeAsync(),
  };
}

async function insertProducts(url: string, priceOf: (randCents: number) => number): Promise<void> {
  const db = connect(url, { poolSize: 1 });
  try {
    await db
      .insertInto("product")
      .values(
        demoProducts.map(({ original_price, ...product }) => ({
          ...product,
          price: priceOf(product.price),
          original_price: original_price ? priceOf(original_price) : null,
        })),
      )
      .execute();
  } finally {
    await db.destroy();
  }
}

/** A server with the demo's data as it is seeded, which no other journey touches. */
export type DemoShop = Readonly<{
  baseUrl: string;
  /** Folder with one file for each email. */
  mailFolder: string;
  close: () => Promise<void>;
}>;

export async function openDemoShop(name: string): Promise<DemoShop> {
  if (seeded === null)
    return { baseUrl: besideUrl, mailFolder: mailsBeside, close: async () => {} };
  await using resources = new AsyncDisposableStack();
  const database = `portal_${name}_${process.pid}`;
  await createDatabase(beside, database, seeded.database);
  resources.defer(() => dropDatabase(beside, database));
  const folder = await mkdtemp(path.join(tmpdir(), `portal-${name}-`));
  resources.defer(() => rm(folder, { recursive: true, force: true }));
  await cp(seeded.files, path.join(folder, "files"), { recursive: true });
  const mailFolder = path.join(folder, "mail");
  const portal = await startPortal(databaseUrl(beside, database), {
    MAIL_SINK: mailFolder,
    SMS_SINK: path.join(folder, "sms"),
    DATA_DIR: folder,
  });
  resources.defer(portal.stop);
  const kept = resources.move();
  return { baseUrl: portal.baseUrl, mailFolder, close: () => kept.disposeAsync() };
}
