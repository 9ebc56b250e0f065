import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

type Site = Readonly<{ origin: string; challenge: string; rpId: string }>;

/**
 * A phone or security key with one passkey (WebAuthn, level 2): an ES256 key, user verification by default, no attestation.
 * `origin` is what the browser would say of the page.
 */
export function anAuthenticator({ isVerified = true } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const credentialId = randomBytes(32);
  const id = credentialId.toString("base64url");
  let signCount = 0;

  const authenticatorData = (rpId: string, attested: Buffer = Buffer.alloc(0)): Buffer => {
    signCount += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(signCount);
    const flags = 0x01 | (isVerified ? 0x04 : 0) | (attested.length > 0 ? 0x40 : 0);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, attested]);
  };
  const clientData = (type: string, { origin, challenge }: Site): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  return {
    id,
    create(site: Site) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, coseOf(publicKey)]);
      const attestationObject = cbor(
        new Map<string, CborValue>([
          ["fmt", "none"],
          ["attStmt", new Map()],
          ["authData", authenticatorData(site.rpId, attested)],
        ]),
      );
      return {
        id,
        rawId: id,
        type: "public-key" as const,
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData("webauthn.create", site).toString("base64url"),
          attestationObject: attestationObject.toString("base64url"),
          transports: ["internal"],
        },
      };
    },
    use(site: Site) {
      const signed = authenticatorData(site.rpId);
      const data = clientData("webauthn.get", site);
      const signature = sign("sha256", Buffer.concat([signed, sha256(data)]), privateKey);
      return {
        id,
        rawId: id,
        type: "public-key" as const,
        clientExtensionResults: {},
        response: {
          clientDataJSON: data.toString("base64url"),
          authenticatorData: signed.toString("base64url"),
          signature: signature.toString("base64url"),
        },
      };
    },
  };
}
export type Authenticator = ReturnType<typeof anAuthenticator>;

function sha256(data: string | Buffer): Buffer {
  return createHash("sha256").update(data).digest();
}

/** EC2, ES256, P-256 (RFC 9052). */
function coseOf(publicKey: ReturnType<typeof generateKeyPairSync>["publicKey"]): Buffer {
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  return cbor(
    new Map<number, CborValue>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, "base64url")],
      [-3, Buffer.from(y, "base64url")],
    ]),
  );
}

type CborValue = number | string | Buffer | Map<string | number, CborValue>;

function cbor(value: CborValue): Buffer {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string") return Buffer.concat([head(3, value.length), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const parts = [...value].flatMap(([name, each]) => [cbor(name), cbor(each)]);
  return Buffer.concat([head(5, value.size), ...parts]);
}

function head(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size]);
  if (size < 256) return Buffer.from([(major << 5) | 24, size]);
  return Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
}
