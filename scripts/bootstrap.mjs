// Runs a script of this folder under the Node version that the repository pins, whatever Node the machine has.
//
//   node [options of Node] scripts/bootstrap.mjs scripts/start.ts [arguments]
//
// Plain JavaScript without dependencies, because it runs before anything is installed. It installs packages if they do
// not match the lockfile, and prints nothing otherwise: standard output belongs to the script.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, realpathSync, statSync, writeFileSync } from "node:fs";
import module from "node:module";
import { constants } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** The machine's own Node has to run this file and npm. */
const nodeMinimum = [20, 19];
/** Can run the scripts if there is no packaged Node: the first version with type stripping and `await using`. */
const nodeForScripts = [24, 0];

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const marker = path.join(root, "node_modules", ".installed.json");

const [script, ...scriptArguments] = process.argv.slice(2);
if (!script) stop(2, "Usage: node scripts/bootstrap.mjs SCRIPT [ARGUMENTS]");
if (!isAtLeast(process.versions.node, nodeMinimum)) {
  stop(
    1,
    `This needs Node ${nodeMinimum.join(".")} or newer. This computer has ${process.versions.node}.`,
  );
}

// The compile cache makes the next start faster.
process.env.NODE_COMPILE_CACHE ??= path.join(root, "node_modules", ".cache", "node");

const wanted = wantedInstallation();
const node = installedNode() ?? install();
const scriptPath = path.resolve(root, script);
if (isThisNode(node)) {
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
  process.argv = [process.execPath, scriptPath, ...scriptArguments];
  await import(pathToFileURL(scriptPath).href);
} else {
  runUnder(node);
}

/** Identifies the installation that node_modules must have; a change requires a new installation. */
function wantedInstallation() {
  const lockfile = readFileSync(path.join(root, "package-lock.json"));
  const digest = createHash("sha256").update(lockfile).digest("hex");
  return `${digest} ${process.platform}-${process.arch}`;
}

/** The Node to run under, or undefined if packages have to be installed. */
function installedNode() {
  try {
    const installed = JSON.parse(readFileSync(marker, "utf8"));
    if (installed.wanted === wanted && existsSync(installed.node)) return installed.node;
  } catch {
    // No marker, or one truncated by a crash: the state of node_modules is unknown.
  }
  return isInstalledByHand() ? remember() : undefined;
}

/** npm writes this file last, so if it is newer than the lockfile, `npm install` was run by hand. */
function isInstalledByHand() {
  const written = path.join(root, "node_modules", ".package-lock.json");
  if (!existsSync(written)) return false;
  return statSync(written).mtimeMs >= statSync(path.join(root, "package-lock.json")).mtimeMs;
}

function install() {
  console.error("Installing packages. This takes about a minute the first time…");
  const npm = process.env.npm_execpath;
  const [command, ...first] = npm?.endsWith(".js") ? [process.execPath, npm] : ["npm"];
  // Development and platform packages are needed even if the user's settings or NODE_ENV omit them. Warnings are off,
  // because npm checks packages against the machine's Node, which is not the one that runs them.
  const options = ["ci", "--include=dev", "--include=optional"];
  options.push("--loglevel=error", "--no-audit", "--no-fund");
  const { status } = spawnSync(command, [...first, ...options], {
    cwd: root,
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32" && first.length === 0,
  });
  if (status !== 0) stop(1, "The packages could not be installed. See the message from npm above.");
  return remember();
}

/** Records the installation and the Node that works here, so that the next run need not probe again. */
function remember() {
  const found = [packagedNode(), process.execPath].find(canRunScripts);
  if (!found) {
    stop(
      1,
      `There is no packaged Node 24 for ${process.platform}-${process.arch}, and the machine's own ` +
        `(${process.versions.node}) is older than ${nodeForScripts.join(".")}. Install Node 24 and try again.`,
    );
  }
  writeFileSync(marker, JSON.stringify({ wanted, node: found }));
  return found;
}

function packagedNode() {
  const { platform, arch } = process;
  const isWindows = platform === "win32";
  const name = `node-${isWindows ? "win" : platform}-${arch}`;
  return path.join(root, "node_modules", name, "bin", isWindows ? "node.exe" : "node");
}

/** A binary may exist and still not run, for example with another C library. */
function canRunScripts(candidate) {
  if (!existsSync(candidate)) return false;
  const { status, stdout } = spawnSync(candidate, ["--version"], { encoding: "utf8" });
  return status === 0 && isAtLeast(stdout.trim().slice(1), nodeForScripts);
}

function isThisNode(candidate) {
  return realpathSync(candidate) === realpathSync(process.execPath);
}

function runUnder(candidate) {
  const child = spawn(candidate, [...process.execArgv, scriptPath, ...scriptArguments], {
    stdio: "inherit",
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
    process.on(signal, () => child.kill(signal));
  child.on("error", (error) => stop(1, `Node at ${candidate} did not start: ${error.message}`));
  child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

function isAtLeast(version, [major, minor]) {
  const [actualMajor, actualMinor] = version.split(".").map(Number);
  return actualMajor > major || (actualMajor === major && actualMinor >= minor);
}

function stop(code, sentence) {
  console.error(sentence);
  process.exit(code);
}
