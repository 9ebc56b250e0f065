import { connect, createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";

/** A TCP proxy between the server and its database that a test can interrupt. */
export type DatabaseCable = Readonly<{
  url: string;
  pull: () => void;
  putBack: () => void;
  /** Connections stay open but transfer nothing until `pull`. */
  numb: () => void;
  close: () => Promise<void>;
}>;

export async function layCable(databaseUrl: string): Promise<DatabaseCable> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isIn = true;
  let isNumb = false;
  const server = createServer((near) => {
    if (!isIn) return void near.destroy();
    if (isNumb) return void sockets.add(near);
    const far = connect({ host: target.hostname, port: Number(target.port) });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port);

  const pull = () => {
    isIn = false;
    isNumb = false;
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    pull,
    putBack: () => {
      isIn = true;
    },
    numb: () => {
      isNumb = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    close: () =>
      new Promise((resolve) => {
        pull();
        server.close(() => resolve());
      }),
  };
}
