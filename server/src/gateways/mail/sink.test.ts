import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test as base } from "vitest";
import { openSmsSender } from "../sms/sms-sender.ts";
import { openMailer } from "./mailer.ts";
import { withSink } from "./sink.ts";

const mail = {
  messageKey: "sign-in-code:../../etc/passwd",
  to: "anna@shop.test",
  subject: "Your code",
  html: "<p>K7M2</p>",
  text: "K7M2\n",
};

const test = base.extend("folder", async ({}, { onCleanup }) => {
  const folder = await mkdtemp(path.join(tmpdir(), "portal-sink-"));
  onCleanup(() => rm(folder, { recursive: true }));
  return path.join(folder, "made", "when-needed");
});

async function filesIn(folder: string) {
  const names = await readdir(folder);
  return Promise.all(
    names.map(async (name) => ({
      name,
      mode: (await stat(path.join(folder, name))).mode & 0o777,
      message: JSON.parse(await readFile(path.join(folder, name), "utf8")) as unknown,
    })),
  );
}

test("an email is one JSON file that only its owner can read", async ({ folder }) => {
  const mailer = openMailer({ smtpUrl: null, from: null, sinkDir: folder }, "http://shop.test");
  expect(await mailer.send(mail)).toBe("kept");
  const [file, ...others] = await filesIn(folder);
  expect(others).toEqual([]);
  expect(file).toMatchObject({ mode: 0o600, message: mail });
  expect(file?.name).toMatch(/^[\w.-]+\.json$/);
});

test("two attempts are two files", async ({ folder }) => {
  const mailer = openMailer({ smtpUrl: null, from: null, sinkDir: folder }, "http://shop.test");
  await Promise.all([mailer.send(mail), mailer.send(mail)]);
  expect(await filesIn(folder)).toHaveLength(2);
});

test("an SMS is one file as well", async ({ folder }) => {
  const sms = { messageKey: "code:1", to: "+27821234567", text: "K7M2 is your code." };
  expect(await openSmsSender({ apiToken: null, sinkDir: folder }).send(sms)).toBe("kept");
  expect(await filesIn(folder)).toMatchObject([{ message: sms }]);
});

test("a message that was not sent is not in the folder", async ({ folder }) => {
  const failing = withSink({ send: () => Promise.reject(new Error("421")) }, folder);
  await expect(failing.send(mail)).rejects.toThrow("421");
  await expect(readdir(folder)).rejects.toThrow("ENOENT");
});

test("without a folder and a server an email is only recorded", async () => {
  const mailer = openMailer({ smtpUrl: null, from: null, sinkDir: null }, "http://shop.test");
  expect(await mailer.send(mail)).toBe("kept");
});
