import { Agent, request } from "node:http";
import type { Question } from "./reads-questions.ts";

/** Clients with keep-alive connections. */
export type Reader = Readonly<{ read: (question: Question) => Promise<void>; close: () => void }>;

/** `read` sends a query as a browser does and reads the whole response. @throws Error unless the status is 200 */
export function createReader(url: string, connections: number): Reader {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return {
    read({ procedure, input, token }) {
      const query = encodeURIComponent(JSON.stringify(input));
      const headers = { authorization: `Bearer ${token}`, "accept-encoding": "gzip, br" };
      return new Promise((resolve, reject) => {
        request(`${url}/trpc/${procedure}?input=${query}`, { agent, headers }, (answer) => {
          const parts: Buffer[] = [];
          answer.on("data", (part: Buffer) => parts.push(part));
          answer.on("end", () => {
            if (answer.statusCode === 200) resolve();
            else reject(new Error(`${procedure}: ${Buffer.concat(parts).toString()}`));
          });
          answer.on("error", reject);
        })
          .on("error", reject)
          .end();
      });
    },
    close: () => agent.destroy(),
  };
}
