import { isLoadingAhead } from "./load-ahead.ts";
import { wouldReloadLoseWork } from "./session/unsaved-work.ts";

const watchers = new Set<() => void>();
let missing = 0;
let isReplaced = false;

/** Whether some part of the page waits for code that could not be loaded. */
export function isCodeMissing(): boolean {
  return missing > 0;
}

/** Whether some code of this page is gone with its release, and the page stays for what was typed on it. */
export function isCodeReplaced(): boolean {
  return isReplaced;
}

export function watchMissingCode(onChange: () => void): () => void {
  watchers.add(onChange);
  return () => watchers.delete(onChange);
}

/**
 * Every `import()` of the built client goes through this function (code-plugin.ts), with the other files that the chunk
 * needs. Without a connection it waits for one, so that an import is late but does not fail. If a chunk is missing although
 * the server answers, a newer release has replaced it, and the page is reloaded; where that would lose what was typed, the
 * import fails and the page says so.
 *
 * Most browsers keep a failed import, so that a second one fails at once. Therefore the files are fetched first, and imported
 * from the browser's cache; while a page opens, it has nothing to lose, and they are imported as they come.
 */
export async function loadCode<Code>(
  load: () => Promise<Code>,
  files: readonly string[] = [],
): Promise<Code> {
  const isAhead = isLoadingAhead();
  const all = [...new Set([...files, ...itself(load)])];
  const take = async (isOpening: boolean) => {
    await Promise.all(all.map((file) => fetchFile(file, isOpening)));
    return load();
  };
  try {
    return await take(!isAhead && document.readyState !== "complete");
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  if (!isAhead) count(1);
  try {
    return await untilTaken(() => take(false));
  } catch (error) {
    if (isAhead || !isMissing(error)) throw error;
    isReplaced = wouldReloadLoseWork();
    if (isReplaced || !mayReload()) throw error;
    window.location.reload();
    return await new Promise<never>(() => {});
  } finally {
    if (!isAhead) count(-1);
  }
}

/** The chunk that a built `import()` names; all are in one folder. */
function itself(load: () => Promise<unknown>): string[] {
  const [, name] = /import\([`"']\.\/([^`"']+)/.exec(String(load)) ?? [];
  return name ? [`assets/${name}`] : [];
}

async function untilTaken<Code>(take: () => Promise<Code>): Promise<Code> {
  for (;;) {
    await untilAnswered();
    try {
      return await take();
    } catch (error) {
      if (!(error instanceof LostLine)) throw error;
    }
  }
}

function count(more: number): void {
  missing += more;
  for (const onChange of watchers) onChange();
}

/** A file did not come, and nobody knows whether the server has it. */
class LostLine extends Error {}

/** The messages of Chromium, Firefox and Safari, and of `fetchFile`. Errors of the code itself have others. */
function isMissing(error: unknown): boolean {
  return /dynamically imported|importing a module|missing code/i.test(String(error));
}

/** Retries when the browser is online again, and every few seconds. A proxy's answer that the shop is away is none. */
async function untilAnswered(): Promise<void> {
  for (;;) {
    await new Promise((resolve) => {
      window.addEventListener("online", resolve, { once: true });
      setTimeout(resolve, 3000);
    });
    const answer = await fetch("/icon.svg", { method: "HEAD", cache: "no-store" }).catch(
      () => null,
    );
    if (answer?.ok) return;
  }
}

const reloadedKey = "reloaded-for-code";

/** At most once a minute: if a reload does not help, the page shows the error. */
function mayReload(): boolean {
  try {
    const isTooSoon = Date.now() - Number(sessionStorage.getItem(reloadedKey)) < 60_000;
    sessionStorage.setItem(reloadedKey, String(Date.now()));
    return !isTooSoon;
  } catch {
    return false;
  }
}

const asked = new Map<string, Promise<unknown>>();

/** Styles apply once it is done, before the code renders. */
async function fetchFile(file: string, isOpening: boolean): Promise<unknown> {
  const known = asked.get(file);
  // What the document names is there, or on its way.
  if (known || document.querySelector(`[href="/${file}"],[src="/${file}"]`)) return known;
  const fetched = isOpening ? addLink(file) : fetchFirst(file);
  // An import that is under way waits for its own scripts, and Safari 16 says nothing of a link to one.
  const isAwaited = !isOpening || isStyle(file);
  asked.set(file, isAwaited ? fetched : Promise.resolve());
  fetched.catch(() => asked.delete(file));
  return isAwaited ? fetched : undefined;
}

function isStyle(file: string): boolean {
  return file.endsWith(".css");
}

async function fetchFirst(file: string): Promise<unknown> {
  const answer = await fetch(`/${file}`).catch(() => null);
  const whole = await answer?.arrayBuffer().catch(() => null);
  if (answer?.status === 404) throw new Error(`missing code: ${file}`);
  if (!answer?.ok || !whole) throw new LostLine(`missing code: ${file} did not come`);
  return isStyle(file) ? addLink(file) : undefined;
}

function addLink(file: string): Promise<unknown> {
  const link = document.createElement("link");
  link.rel = isStyle(file) ? "stylesheet" : "modulepreload";
  link.crossOrigin = "";
  link.href = `/${file}`;
  return new Promise((resolve, reject) => {
    link.addEventListener("load", resolve);
    link.addEventListener("error", () => {
      link.remove();
      reject(new Error(`missing code: ${file}`));
    });
    document.head.append(link);
  });
}
