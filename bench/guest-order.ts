import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";

/** Guests who order over keep-alive connections. */
export type Guests = Readonly<{ order: (url: string) => Promise<void>; close: () => void }>;

/** `order` places a whole guest order as the shop's page does: a recipient, then the order. */
export function createGuests(connections: number): Guests {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let guests = 0;
  return {
    async order(url) {
      const uniqueId = randomUUID();
      const from = guestIp(guests++);
      const { id: addressId } = await call(
        { agent, from },
        `${url}/trpc/addresses.save`,
        aRecipient(uniqueId),
      );
      const placed = await call(
        { agent, from },
        `${url}/trpc/orders.save`,
        anOrder({ uniqueId, addressId, commandId: randomUUID() }),
      );
      if (placed["total"] !== 140_000) throw new Error(`the order cost ${String(placed["total"])}`);
    },
    close: () => agent.destroy(),
  };
}

export const recipient = {
  recipientFirstName: "Grace",
  recipientLastName: "Taylor",
  recipientCell: "0600000000",
  recipientEmail: "grace.taylor@shop.test",
  businessOrResidential: "Residential",
  streetAddress: "12 Acacia Avenue",
  entry: "manual",
  manualSuburb: "Gardens",
  town: "Cape Town",
  province: "Western Cape",
  postalCode: "8001",
} as const;

/** The page's input of `addresses.save`. */
export function aRecipient(uniqueId: string) {
  return { ...recipient, uniqueId };
}

/** The page's input of `orders.save`. */
export function anOrder(
  ids: Readonly<{ uniqueId: string; addressId: unknown; commandId: string }>,
) {
  const { uniqueId, addressId, commandId } = ids;
  return {
    commandId,
    uniqueId,
    sections: [{ addressId, lines: [{ productId: 94, quantity: 4 }] }],
    deliveryService: "ECO",
    distributorCode: "BEN",
  };
}

type Answer = Readonly<Record<string, unknown>>;

/** One of the 2^17 addresses reserved for benchmarks (RFC 2544), so that rate limits by IP address do not apply. */
export function guestIp(nth: number): string {
  return `198.${18 + ((nth >> 16) & 1)}.${(nth >> 8) & 0xff}.${nth & 0xff}`;
}

type Guest = Readonly<{ agent: Agent; from: string }>;

function call({ agent, from }: Guest, url: string, input: object): Promise<Answer> {
  const body = JSON.stringify(input);
  return new Promise((resolve, reject) => {
    const headers = {
      "x-forwarded-for": from,
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
    };
    const outgoing = request(url, { agent, method: "POST", headers }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (part: string) => (text += part));
      answer.on("end", () => {
        if (answer.statusCode === 200) resolve(JSON.parse(text).result.data);
        else reject(new Error(`${url} answered ${answer.statusCode}: ${text}`));
      });
      answer.on("error", reject);
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}
