import { parseArgs } from "node:util";
import { runCluster } from "../deploy/test/cluster.ts";
import { missingPrograms } from "../deploy/test/database-cluster.ts";
import { runScript } from "./run-script.ts";

/** `npm run test:cluster`: exit code 0 if every goal is met or programs are missing. `-- --before REF`: previous release. */
await runScript(async ({ onEnd }) => {
  const missing = missingPrograms();
  if (missing.length > 0) {
    console.log(
      `Skipped: ${missing.join(", ")} are missing. On Debian 12: apt-get install -y --no-install-recommends patroni python3-etcd etcd-server haproxy pgbouncer postgresql-15`,
    );
    return 0;
  }
  const { values } = parseArgs({ options: { before: { type: "string" } } });
  const problems = await runCluster({
    note: (sentence) => console.log(sentence),
    onEnd,
    before: values.before,
  });
  for (const problem of problems) console.error(problem);
  return problems.length === 0 ? 0 : 1;
});
