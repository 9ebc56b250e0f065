import { createServer } from "node:net";

/** A port that nobody has at this moment: PORT=0 means any, but our own address has to be known first. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "localhost", () => {
      const address = server.address();
      server.close(() => {
        if (typeof address === "object" && address !== null) resolve(address.port);
        else reject(new Error("no port was given"));
      });
    });
  });
}
