import { readErasedList } from "../../office/erasure/erased-list.ts";
import { StartError } from "../../platform/start-error.ts";

export type Erasures = Readonly<{
  /** The file that lists the erased people. */
  erasedList: string;
  /** Whether it may be missing: without it people erased since the backup are readable again. */
  mayBeMissing: boolean;
}>;

/** The digests of the erased people. @throws StartError where the list is missing and must not be */
export async function readListed({
  erasedList,
  mayBeMissing,
}: Erasures): Promise<ReadonlySet<string>> {
  const listed = await readErasedList(erasedList);
  if (listed) return listed;
  if (mayBeMissing) return new Set();
  throw new StartError(
    `The list of erased people is missing (${erasedList}), so people erased since the backup would be readable again. Copy it from where the backup was made. If no one has been erased since, run with --without-erased-list.`,
    { exitCode: 2 },
  );
}
