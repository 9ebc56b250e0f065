import { createHash } from "node:crypto";
import type { BeginArchive } from "@portal/shared/money/archives.ts";
import { parse } from "csv-parse/sync";
import { strFromU8, unzipSync } from "fflate";
import { extractText } from "unpdf";
import { expect } from "vitest";
import { type ArchiveContext, writeArchive } from "../projections/archives/archive.actions.ts";
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

/** The files of a downloaded ZIP, read by another program than wrote it, and its list, which has to be true of them. */
export function filesIn(answer: Downloaded) {
  expect(answer.headers).toMatchObject({
    "content-type": "application/zip",
    "cache-control": "private, no-store",
  });
  const files = unzipSync(new Uint8Array(answer.rawPayload));
  const listed: Record<string, string>[] = parse(strFromU8(files["contents.csv"] ?? noBytes), {
    columns: true,
  });
  const names = listed.map(({ file = "" }) => file);
  expect([...names, "contents.csv"].toSorted()).toEqual(Object.keys(files).toSorted());
  for (const { file = "", bytes, sha256 } of listed) {
    const content = files[file] ?? noBytes;
    expect(String(content.byteLength)).toBe(bytes);
    expect(createHash("sha256").update(content).digest("hex")).toBe(sha256);
  }
  const textOf = (name: string) => strFromU8(files[name] ?? noBytes);
  return {
    names,
    fileName: /filename="(.*)"/.exec(String(answer.headers["content-disposition"]))?.[1],
    textOf,
    rowsOf: (name: string): Record<string, string>[] =>
      parse(textOf(name), { columns: true, bom: true }),
    pdfText: async (name: string) => {
      const { text } = await extractText(new Uint8Array(files[name] ?? noBytes), {
        mergePages: true,
      });
      return text.replaceAll(/\s+/g, " ");
    },
  };
}

const noBytes = new Uint8Array();

/** An archive that the office asks for, as it is downloaded once the job has written it. */
export async function archiveOf(shop: TestShop, asked: BeginArchive) {
  const { admin } = shop.people;
  const { id } = await (await shop.as(admin)).archives.begin(asked);
  await writeArchive(archiveContextOf(shop), id);
  return filesIn(await downloadArchive(shop, id, admin));
}
