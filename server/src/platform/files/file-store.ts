import type { Readable } from "node:stream";

/** A file on its way in: complete, but not there yet. It is gone when its block ends, unless it was kept. */
export type StagedFile = AsyncDisposable &
  Readonly<{
    /** Where its bytes are while it waits. */
    path: string;
    sha256: string;
    bytes: number;
    /** From now on it is read by its hash. Keeping the same bytes twice keeps them once. */
    keep: () => Promise<void>;
  }>;

/** Files named by what is in them: the same bytes are one file, and a file never changes. */
export type FileStore = Readonly<{
  /**
   * Takes in a stream without ever holding it whole in memory.
   *
   * @throws DomainError upload.too-large beyond `bytesMax`; whatever the stream fails with. Nothing is left behind.
   */
  stage: (content: Readable, bytesMax: number) => Promise<StagedFile>;
  /** Both ends of the range are included, as in HTTP. */
  read: (sha256: string, range?: Readonly<{ start: number; end: number }>) => Readable;
  /** Removing what is not there is no error. */
  remove: (sha256: string) => Promise<void>;
  /** What the disk still takes, in bytes. */
  freeBytes: () => Promise<number>;
}>;
