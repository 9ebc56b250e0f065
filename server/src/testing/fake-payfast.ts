import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type ProviderMood = "says VALID" | "says INVALID" | "fails" | "says nonsense" | "hangs";

/** A fake of the card provider's confirmation service, over real HTTP. */
export type FakePayfast = {
  baseUrl: string;
  mood: ProviderMood;
  /** The bodies of the requests, in order. */
  asked: string[];
  /** Aborts hanging requests without a response. */
  hangUp: () => void;
  close: () => Promise<void>;
};

export async function startFakePayfast(): Promise<FakePayfast> {
  const hanging = new Set<ServerResponse>();
  const fake: FakePayfast = {
    baseUrl: "",
    mood: "says VALID",
    asked: [],
    hangUp() {
      for (const response of hanging) response.destroy();
      hanging.clear();
    },
    close() {
      fake.hangUp();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      fake.asked.push(Buffer.concat(chunks).toString("utf8"));
      if (fake.mood === "hangs") return void hanging.add(response);
      response.statusCode = fake.mood === "fails" ? 500 : 200;
      response.end(fake.mood.startsWith("says ") ? fake.mood.slice("says ".length) : "");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  fake.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return fake;
}
