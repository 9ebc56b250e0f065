/** A printed paper in words, before anybody decides where on the page they stand. */
export type Paper = Readonly<{
  /** BCP 47, for programs that read aloud. */
  language: string;
  title: string;
  pages: readonly PaperPage[];
}>;

export type PaperPage = Readonly<{
  heading: string;
  blocks: readonly PaperBlock[];
}>;

export type PaperBlock =
  | Readonly<{ kind: "facts"; title?: string; lines: readonly string[] }>
  | Readonly<{
      kind: "table";
      columns: readonly PaperColumn[];
      rows: readonly (readonly string[])[];
      /** Below the rows, the last one in bold. */
      sums: readonly (readonly [name: string, value: string])[];
    }>;

/** `share` is its part of the width; figures stand at the right. */
export type PaperColumn = Readonly<{ name: string; share: number; align: "left" | "right" }>;

/** Makes a paper into a PDF that can be read aloud. */
export type PaperPrinter = (paper: Paper) => Promise<Buffer>;
