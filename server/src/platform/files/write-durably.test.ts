import { readdir, readFile, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { appendDurably, createDurably, writeDurably } from "./write-durably.ts";

let folder = "";
let file = "";
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "portal-durable-"));
  file = path.join(folder, "below", "a-file");
  return () => rm(folder, { recursive: true });
});

describe("a file that is written durably", () => {
  test("replaces the one before it and leaves no draft", async () => {
    await writeDurably(file, "the first");
    await writeDurably(file, "the second");

    expect(await readFile(file, "utf8")).toBe("the second");
    expect(await readdir(path.dirname(file))).toEqual(["a-file"]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  test("leaves the one before it where it cannot be named", async () => {
    await writeDurably(path.join(file, "inside"), "a folder with a file is in the way");

    await expect(writeDurably(file, "of no use")).rejects.toThrow("EISDIR");

    expect(await readdir(path.dirname(file))).toEqual(["a-file"]);
  });

  test("is created once, by one of those that do so at once", async () => {
    const made = await Promise.all(["one", "other"].map((text) => createDurably(file, text)));

    expect(made.filter(Boolean)).toHaveLength(1);
    expect(await readFile(file, "utf8")).toBe(made[0] ? "one" : "other");
    expect(await readdir(path.dirname(file))).toEqual(["a-file"]);
  });

  test("keeps a line apart from one that was cut off before it", async () => {
    await appendDurably(file, ["the first"]);
    await writeFile(file, "the sec", { flag: "a" });

    await appendDurably(file, ["the third", "the fourth"]);
    await appendDurably(file, ["the fifth"]);

    expect((await readFile(file, "utf8")).split("\n")).toEqual([
      "the first",
      "the sec",
      "the third",
      "the fourth",
      "the fifth",
      "",
    ]);
  });
});
