import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export type Asked = Readonly<{
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}>;

/** A fake of an external service, over real HTTP. */
export type FakeWebService = {
  url: string;
  answer: { status: number; body: unknown; location?: string } | "hangs up";
  asked: Asked[];
  /** How long each answer takes. */
  delayMs: number;
  close: () => Promise<void>;
};

export async function startFakeWebService(): Promise<FakeWebService> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      fake.asked.push({ method, url, headers, body: Buffer.concat(chunks).toString("utf8") });
      if (fake.answer === "hangs up") return void request.socket.destroy();
      const { status, body, location } = fake.answer;
      const elsewhere = location === undefined ? {} : { location };
      response.writeHead(status, { "content-type": "application/json", ...elsewhere });
      setTimeout(() => response.end(JSON.stringify(body)), fake.delayMs);
    });
  });
  const fake: FakeWebService = {
    url: "",
    answer: { status: 200, body: {} },
    asked: [],
    delayMs: 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return fake;
}
