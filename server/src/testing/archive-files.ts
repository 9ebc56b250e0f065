import type { BeginArchive } from "@portal/shared/money/archives.ts";
import { expect } from "vitest";
import { type ArchiveContext, writeArchive } from "../projections/archives/archive.actions.ts";
import { pdfText } from "./pdf-text.ts";
import { readArchive } from "./read-archive.ts";
import type { TestShop } from "./shop-test.ts";

const silent = { info: () => {}, warn: () => {}, error: () => {} };

export const archiveContextOf = ({ deps }: TestShop): ArchiveContext => ({ ...deps, log: silent });

/** The route of an archive, asked by a user; null is a guest. */
export async function downloadArchive(shop: TestShop, id: string, userId: number | null) {
  const session =
    userId === null
      ? null
      : await shop.deps.sessions.start({ userId, device: "Program", withPassword: true });
  const authorization = session && { authorization: `Bearer ${session.token}` };
  return shop.app.inject({ url: `/office/archives/${id}`, headers: { ...authorization } });
}

type Downloaded = Awaited<ReturnType<typeof downloadArchive>>;

/** The files of a downloaded ZIP, and the name under which it is saved. */
export function filesIn(answer: Downloaded) {
  expect(answer.headers).toMatchObject({
    "content-type": "application/zip",
    "cache-control": "private, no-store",
  });
  const read = readArchive(answer.rawPayload);
  return {
    ...read,
    fileName: /filename="(.*)"/.exec(String(answer.headers["content-disposition"]))?.[1],
    pdfText: (name: string) => pdfText(read.contentOf(name)),
  };
}

/** An archive that the office asks for, now or at another time, as it is downloaded once the job has written it. */
export async function archiveOf(
  shop: TestShop,
  asked: BeginArchive,
  now: () => string = shop.deps.now,
) {
  const { admin } = shop.people;
  const { id } = await (await shop.as(admin, { now })).archives.begin(asked);
  await writeArchive({ ...archiveContextOf(shop), now }, id);
  return filesIn(await downloadArchive(shop, id, admin));
}
