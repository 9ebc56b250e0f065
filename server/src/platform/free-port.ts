import { once } from "node:events";
import { createServer } from "node:net";

/** For PORT=0, because our own URL has to be known before the server listens. */
export async function findFreePort(): Promise<number> {
  await using server = createServer().listen(0, "localhost");
  await once(server, "listening");
  const address = server.address();
  if (typeof address === "object" && address !== null) return address.port;
  throw new Error("the system assigned no port");
}
