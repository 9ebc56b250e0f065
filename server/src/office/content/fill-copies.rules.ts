type Copy = Readonly<{ varName: string; copy: string; dateUpdated: string }>;

const drawn = /<site-copy data-name="([\w.-]+)"([^>]*)>[\s\S]*?<\/site-copy>/g;

/** A drawn page with the texts that the office wrote in place of the original ones; they were cleaned when saved. */
export function fillCopies(html: string, copies: readonly Copy[]): string {
  const byName = new Map(copies.map((copy) => [copy.varName, copy]));
  return html.replaceAll(drawn, (original, name: string, attributes: string) => {
    const saved = byName.get(name);
    if (!saved) return original;
    const { copy, dateUpdated } = saved;
    return `<site-copy data-name="${name}" data-saved="${dateUpdated}"${attributes}>${copy}</site-copy>`;
  });
}
