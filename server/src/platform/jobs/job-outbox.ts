import type { JobQueue } from "./jobs.ts";

/** Notes the work where its reason is written; `startPassingOn` hands it to the workers' queue. */
export const wantJob: JobQueue["enqueue"] = async (
  tx,
  name,
  data,
  { startAfterSeconds = 0 } = {},
) => {
  await tx
    .insertInto("wanted_job")
    .values({ name, data: JSON.stringify(data), start_after_seconds: startAfterSeconds })
    .execute();
};
