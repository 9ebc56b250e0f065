import { DomainError } from "@portal/shared/platform/domain-error.ts";

type Cue = Readonly<{ times: string; lines: readonly string[] }>;

const cuesMax = 20_000;
const time = String.raw`(?:(\d{2,3}):)?([0-5]\d):([0-5]\d)\.(\d{3})`;
const timesLine = new RegExp(`^${time}[ \\t]+-->[ \\t]+${time}(?:[ \\t](.*))?$`);
const placing = /^(?:vertical|line|position|size|align):[\w%.,-]+$/;

/**
 * Captions reduced to their cues, without styles, regions and notes.
 *
 * @throws DomainError upload.wrong-captions for a file that is no WebVTT, has no cue, or has times that run backwards
 */
export function cleanCaptions(content: Uint8Array): string {
  const cues = cuesIn(textOf(content));
  if (cues.length === 0 || cues.length > cuesMax) throw new DomainError("upload.wrong-captions");
  const blocks = cues.map(({ times, lines }) => [times, ...lines].join("\n"));
  return `${["WEBVTT", ...blocks].join("\n\n")}\n`;
}

/** One paragraph per cue, without times and markup. */
export function transcriptOf(vtt: string): string {
  const paragraphs = cuesIn(vtt).map(({ lines }) => plain(lines.join(" ")));
  return `${paragraphs.filter((words) => words !== "").join("\n\n")}\n`;
}

function textOf(content: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch {
    throw new DomainError("upload.wrong-captions");
  }
}

function cuesIn(text: string): Cue[] {
  const [head = "", ...blocks] = text
    .replaceAll(/\r\n?/g, "\n")
    .split(/\n{2,}/)
    .map((block) => block.replaceAll(/^\n+|\n+$/g, ""));
  if (!/^WEBVTT(?:[ \t\n]|$)/.test(head)) throw new DomainError("upload.wrong-captions");
  let latest = 0;
  return blocks.flatMap((block) => {
    const lines = block.split("\n");
    // The first line of a cue may be an identifier.
    const at = lines.findIndex((line) => line.includes("-->"));
    if (at === -1) return [];
    const cue = readTimes(lines[at] ?? "");
    if (at > 1 || !cue || cue.start >= cue.end || cue.start < latest)
      throw new DomainError("upload.wrong-captions");
    latest = cue.start;
    return [{ times: cue.times, lines: lines.slice(at + 1) }];
  });
}

function readTimes(line: string): { times: string; start: number; end: number } | null {
  const found = timesLine.exec(line);
  if (!found) return null;
  const [start, end] = [found.slice(1, 5), found.slice(5, 9)].map(milliseconds);
  if (start === undefined || end === undefined) return null;
  const settings = (found[9] ?? "").split(/[ \t]+/).filter((word) => placing.test(word));
  const shown = [`${clock(start)} --> ${clock(end)}`, ...settings].join(" ");
  return { times: shown, start, end };
}

function milliseconds(parts: readonly (string | undefined)[]): number {
  const [hours = 0, minutes = 0, seconds = 0, thousandths = 0] = parts.map((part) =>
    Number(part ?? 0),
  );
  return ((hours * 60 + minutes) * 60 + seconds) * 1000 + thousandths;
}

function clock(at: number): string {
  const seconds = at / 1000;
  const parts = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((part) => padded(part, 2));
  return `${parts.join(":")}.${padded(at % 1000, 3)}`;
}

function padded(part: number, digits: number): string {
  return String(Math.trunc(part)).padStart(digits, "0");
}

function plain(words: string): string {
  return words
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll("&nbsp;", " ")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
    .replaceAll(/\s+/g, " ")
    .trim();
}
