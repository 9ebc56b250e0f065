import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { Builder, Capabilities, type WebDriver } from "selenium-webdriver";
import { findFreePort } from "../../../server/src/platform/free-port.ts";

const programs = {
  "webkit2gtk-driver": "/usr/bin/WebKitWebDriver",
  xvfb: "/usr/bin/Xvfb",
};

/** The Debian packages of the programs that are not on this machine. */
export function missingPackages(): readonly string[] {
  return Object.entries(programs)
    .filter(([, program]) => !existsSync(program))
    .map(([name]) => name);
}

/** WebKit with a window of a phone's width, on a screen that nobody sees. Disposing it ends its programs. */
export type WebKit = Readonly<{ driver: WebDriver }> & AsyncDisposable;

const readyWithinMs = 20_000;

/** @throws if the programs of `missingPackages` are missing or do not start */
export async function openWebKit(): Promise<WebKit> {
  await using programsOfIt = new AsyncDisposableStack();
  const screen = spawn(programs.xvfb, ["-displayfd", "3", "-screen", "0", "1280x1024x24"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  programsOfIt.defer(() => end(screen));
  const display = await displayOf(screen);

  const port = await findFreePort();
  const server = spawn(programs["webkit2gtk-driver"], [`--port=${port}`], {
    env: { PATH: process.env["PATH"], DISPLAY: `:${display}`, LANG: "en_ZA.UTF-8" },
    stdio: "ignore",
  });
  programsOfIt.defer(() => end(server));
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url);

  const driver = await new Builder()
    .usingServer(url)
    .withCapabilities(new Capabilities({ browserName: "MiniBrowser" }))
    .build();
  programsOfIt.defer(() => driver.quit());
  await driver.manage().window().setRect({ width: 430, height: 900 });
  const kept = programsOfIt.move();
  return { driver, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

/** Xvfb writes the number of the free display that it took, once it can be used. */
async function displayOf(screen: ChildProcess): Promise<number> {
  const pipe = screen.stdio[3];
  if (!pipe || !("setEncoding" in pipe)) throw new Error("The virtual screen has no pipe.");
  pipe.setEncoding("utf8");
  let said = "";
  for await (const part of pipe) {
    said += String(part);
    if (said.endsWith("\n")) return Number(said);
  }
  throw new Error("The virtual screen did not start.");
}

async function untilReady(url: string): Promise<void> {
  const giveUpAt = Date.now() + readyWithinMs;
  while (Date.now() < giveUpAt) {
    const answer = await fetch(`${url}/status`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("The driver of WebKit did not start.");
}

async function end(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  const ended = new Promise((resolve) => program.on("exit", resolve));
  program.kill("SIGTERM");
  await ended;
}
