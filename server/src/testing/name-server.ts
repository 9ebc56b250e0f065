import { createSocket } from "node:dgram";
import { once } from "node:events";

/** A local DNS server over UDP with A records only. */
export type NameServer = Readonly<{
  /** `127.0.0.1:PORT` */
  address: string;
  /** Tests may change it; hosts that are missing do not exist. */
  records: Map<string, readonly string[]>;
  /** A silent server receives queries but does not answer. */
  setSilent: (isSilent: boolean) => void;
  /** Every requested host, in order. */
  asked: readonly string[];
  close: () => Promise<void>;
}>;

export async function startNameServer(): Promise<NameServer> {
  const records = new Map<string, readonly string[]>();
  const asked: string[] = [];
  let isSilent = false;
  const socket = createSocket("udp4");
  socket.on("message", (query, from) => {
    const { host, end } = questionIn(query);
    asked.push(host);
    if (!isSilent)
      socket.send(answerTo(query.subarray(0, end), records.get(host)), from.port, from.address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return {
    address: `127.0.0.1:${socket.address().port}`,
    records,
    asked,
    setSilent(now) {
      isSilent = now;
    },
    async close() {
      socket.close();
      await once(socket, "close");
    },
  };
}

const headerBytes = 12;
const noSuchName = 3;

/** The single question of a query, and its end (RFC 1035, section 4.1.2). */
function questionIn(query: Buffer): { host: string; end: number } {
  const labels: string[] = [];
  let at = headerBytes;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { host: labels.join(".").toLowerCase(), end: at + 5 };
}

function answerTo(question: Buffer, addresses: readonly string[] | undefined): Buffer {
  const header = Buffer.alloc(headerBytes);
  question.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | (addresses ? 0 : noSuchName), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(addresses?.length ?? 0, 6);
  const records = (addresses ?? []).map((address) =>
    // A pointer to the question's name, type A, class IN, a TTL of one minute, four bytes.
    Buffer.from([
      0xc0,
      headerBytes,
      0,
      1,
      0,
      1,
      0,
      0,
      0,
      60,
      0,
      4,
      ...address.split(".").map(Number),
    ]),
  );
  return Buffer.concat([header, question.subarray(headerBytes), ...records]);
}
