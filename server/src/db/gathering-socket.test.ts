import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, test, vi } from "vitest";
import { GatheringSocket } from "./gathering-socket.ts";

test("what is sent in one go travels together, in its order", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const arrived = once(server, "connection").then(async ([peer]) => {
    let text = "";
    for await (const part of peer) text += String(part);
    return text;
  });
  const socket = new GatheringSocket();
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => socket.connect(port, "127.0.0.1", resolve));
  const sends = vi.spyOn(socket, "_writev");

  for (const statement of ["bind one;", "bind two;", "bind three;"]) {
    socket.cork();
    socket.write(statement);
    socket.write("execute;");
    socket.uncork();
  }
  socket.end();

  expect(await arrived).toBe("bind one;execute;bind two;execute;bind three;execute;");
  expect(sends).toHaveBeenCalledTimes(1);
  server.close();
});
