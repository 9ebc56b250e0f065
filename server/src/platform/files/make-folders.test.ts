import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readEnv } from "../../env.ts";
import { makeFolder, makeFolders } from "./disks.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "portal-folders-"));
  await writeFile(path.join(folder, "a-file"), "");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const given = (extra: Record<string, string>) =>
  readEnv({ DATA_DIR: path.join(folder, "data"), ...extra });

describe("the folders of an installation", () => {
  test("are created with access for the owner only", async () => {
    const mails = path.join(folder, "made/by/us");

    await makeFolders(given({ MAIL_SINK: mails }));

    expect((await stat(mails)).mode & 0o777).toBe(0o700);
    expect((await stat(path.join(folder, "data/files"))).isDirectory()).toBe(true);
    expect((await stat(path.join(folder, "data/outbox/sms"))).isDirectory()).toBe(true);
  });

  test.each(["FILES_DIR", "ANCHOR_DIR", "MAIL_SINK", "SMS_SINK"])(
    "stop the start where %s cannot be created, by name",
    async (variable) => {
      const wrong = path.join(folder, "a-file", "below");

      await expect(makeFolders(given({ [variable]: wrong }))).rejects.toMatchObject({
        message: `${variable} must be a folder that can be written, not "${wrong}" (EEXIST).`,
        exitCode: 2,
      });
    },
  );

  test("include the data folder", async () => {
    await expect(madeAsData(path.join(folder, "a-file"))).rejects.toThrow(/^DATA_DIR must be a/);
  });

  test.runIf(process.platform === "linux")(
    "fail at once where no folder can be created",
    async () => {
      await expect(madeAsData("/proc/nothing/here")).rejects.toThrow(/^DATA_DIR must be a folder/);
    },
  );
});

function madeAsData(wrong: string): Promise<void> {
  return makeFolder({ variable: "DATA_DIR", folder: wrong }, 0o777);
}
