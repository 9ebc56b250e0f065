import { existsSync } from "node:fs";
import { type RequestOptions, get } from "node:http";
import { homedir, userInfo } from "node:os";
import path from "node:path";

const timeoutMs = 1500;

/** Whether a Docker-compatible engine answers; checked before the slow library is loaded. */
export async function hasContainerEngine(given = process.env["DOCKER_HOST"]): Promise<boolean> {
  const targets = given ? targetsOf(given) : usualSockets().filter(existsSync).map(unixSocket);
  const answers = await Promise.all(targets.map(ping));
  return answers.includes(true);
}

function usualSockets(): string[] {
  const runtime = process.env["XDG_RUNTIME_DIR"] ?? `/run/user/${userInfo().uid}`;
  return [
    "/var/run/docker.sock",
    path.join(runtime, "docker.sock"),
    path.join(homedir(), ".docker/run/docker.sock"),
    path.join(homedir(), ".docker/desktop/docker.sock"),
  ];
}

/** Empty for unsupported protocols such as ssh. */
function targetsOf(host: string): RequestOptions[] {
  if (host.startsWith("unix://")) return [unixSocket(host.slice("unix://".length))];
  if (!host.startsWith("tcp://") && !host.startsWith("http://")) return [];
  const { hostname, port } = new URL(host);
  return [{ host: hostname, port: port || 2375 }];
}

function unixSocket(socketPath: string): RequestOptions {
  return { socketPath };
}

function ping(target: RequestOptions): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get({ ...target, path: "/_ping", timeout: timeoutMs }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.on("timeout", () => request.destroy());
    request.on("error", () => resolve(false));
    request.on("close", () => resolve(false));
  });
}
