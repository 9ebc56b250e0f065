const watchers = new Set<() => void>();
let missing = 0;

/** Whether some part of the page waits for its code, which nobody has answered. */
export function isCodeMissing(): boolean {
  return missing > 0;
}

export function watchMissingCode(onChange: () => void): () => void {
  watchers.add(onChange);
  return () => watchers.delete(onChange);
}

/**
 * Every `import()` of the built client comes through here (code-plugin.ts), with the files that its code needs beside
 * itself. Without a line it waits until there is one, so that whoever imports is late and never fails. Code that is
 * gone although the shop answers was replaced by a newer release, which the page is loaded again for.
 */
export async function loadCode<Code>(
  load: () => Promise<Code>,
  files: readonly string[] = [],
): Promise<Code> {
  const take = async () => {
    await Promise.all(files.map((file) => fetchFile(file)));
    return load();
  };
  try {
    return await take();
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  count(1);
  try {
    await untilAnswered();
    return await take();
  } catch (error) {
    if (!isMissing(error) || !mayReload()) throw error;
    window.location.reload();
    return await new Promise<never>(() => {});
  } finally {
    count(-1);
  }
}

function count(more: number): void {
  missing += more;
  for (const onChange of watchers) onChange();
}

/** As Chromium, Firefox and Safari say it, and we of styles. What fails while it runs has words of its own. */
function isMissing(error: unknown): boolean {
  return /dynamically imported|importing a module|missing styles/i.test(String(error));
}

/** Asks again when the line returns, and every few seconds. */
async function untilAnswered(): Promise<void> {
  for (;;) {
    await new Promise((resolve) => {
      window.addEventListener("online", resolve, { once: true });
      setTimeout(resolve, 3000);
    });
    const answer = await fetch("/icon.svg", { method: "HEAD", cache: "no-store" }).catch(
      () => null,
    );
    if (answer) return;
  }
}

const reloadedKey = "reloaded-for-code";

/** Once in a minute: where another load does not mend it either, the page says so. */
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

/** Scripts are only asked for early; styles are there before what they are for. */
async function fetchFile(file: string): Promise<unknown> {
  const isStyle = file.endsWith(".css");
  const known = asked.get(file);
  if (known) return isStyle ? known : undefined;
  const link = document.createElement("link");
  link.rel = isStyle ? "stylesheet" : "modulepreload";
  link.crossOrigin = "";
  link.href = `/${file}`;
  if (document.querySelector(`link[rel="${link.rel}"][href="/${file}"]`)) return undefined;
  const fetched = new Promise((resolve, reject) => {
    link.addEventListener("load", resolve);
    link.addEventListener("error", () => {
      asked.delete(file);
      link.remove();
      if (isStyle) reject(new Error("missing styles"));
    });
  });
  asked.set(file, fetched);
  document.head.append(link);
  return isStyle ? fetched : undefined;
}
