import { isIP } from "node:net";
import type { CreatedPasskey, PasskeyPlace, UsedPasskey } from "@portal/shared/people/factors.ts";
import type {
  generateAuthenticationOptions,
  generateRegistrationOptions,
} from "@simplewebauthn/server";
import { sharedDomain } from "../sessions/sessions.ts";

/** Large, and not needed until somebody uses a passkey. */
const library = () => import("@simplewebauthn/server");

/** A passkey as stored. */
export type Passkey = Readonly<{
  credentialId: string;
  /** COSE. */
  publicKey: Buffer;
  signCount: number;
  rpId: string;
  transports: readonly string[];
}>;

type Person = Readonly<{ id: number; email: string; name: string }>;

export type Passkeys = Readonly<{
  /** The domain of passkeys on this host; null where there can be none. */
  rpIdAt: (place: PasskeyPlace) => string | null;
  /** What `navigator.credentials.create` takes. */
  creationOptions: (
    person: Person,
    options: Readonly<{ rpId: string; challenge: Buffer; known: readonly string[] }>,
  ) => Promise<Omit<Awaited<ReturnType<typeof generateRegistrationOptions>>, "extensions">>;
  /** @returns null where it is not a passkey of this shop for this challenge, or nobody was verified */
  created: (
    response: CreatedPasskey,
    expected: Readonly<{ challenge: string }>,
  ) => Promise<Passkey | null>;
  /** What `navigator.credentials.get` takes. */
  requestOptions: (
    options: Readonly<{ rpId: string; challenge: Buffer; known: readonly Passkey[] }>,
  ) => Promise<Omit<Awaited<ReturnType<typeof generateAuthenticationOptions>>, "extensions">>;
  /** @returns how often the passkey says it was used; null where it did not sign this challenge, on this site, for its owner */
  used: (
    response: UsedPasskey,
    expected: Readonly<{ challenge: string; passkey: Passkey }>,
  ) => Promise<number | null>;
}>;

/** Domain and origins come from the settings alone, whatever a request says about its host. */
export function passkeysOf(
  site: Readonly<{ publicUrl: string; officeUrl: string; name: string }>,
): Passkeys {
  const domains = passkeyDomains(site.publicUrl, site.officeUrl);
  const rpIds = [...new Set(Object.values(domains))].filter((each) => each !== null);
  const origins = [...new Set([site.publicUrl, site.officeUrl].map((url) => new URL(url).origin))];
  return {
    rpIdAt: (place) => domains[place],
    async creationOptions(person, { rpId, challenge, known }) {
      const { generateRegistrationOptions } = await library();
      const { extensions: _, ...options } = await generateRegistrationOptions({
        rpName: site.name,
        rpID: rpId,
        userName: person.email,
        userDisplayName: person.name,
        userID: new TextEncoder().encode(`account ${person.id}`),
        challenge: new Uint8Array(challenge),
        attestationType: "none",
        excludeCredentials: known.map((id) => ({ id })),
        authenticatorSelection: { residentKey: "preferred", userVerification: "required" },
      });
      return options;
    },
    async created(response, { challenge }) {
      if (rpIds.length === 0) return null;
      const { clientDataJSON, attestationObject, transports = [] } = response.response;
      const { verifyRegistrationResponse } = await library();
      const { verified, registrationInfo } = await orUnverified(() =>
        verifyRegistrationResponse({
          response: { ...credentialOf(response), response: { clientDataJSON, attestationObject } },
          expectedChallenge: challenge,
          expectedOrigin: origins,
          expectedRPID: rpIds,
          requireUserVerification: true,
        }),
      );
      if (!verified || !registrationInfo?.rpID) return null;
      const { credential, rpID } = registrationInfo;
      return {
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey),
        signCount: credential.counter,
        rpId: rpID,
        transports,
      };
    },
    async requestOptions({ rpId, challenge, known }) {
      const { generateAuthenticationOptions } = await library();
      const { extensions: _, ...options } = await generateAuthenticationOptions({
        rpID: rpId,
        challenge: new Uint8Array(challenge),
        userVerification: "required",
        allowCredentials: known.map(({ credentialId, transports }) => ({
          id: credentialId,
          transports: [...transports],
        })),
      });
      return options;
    },
    used: (response, expected) => signCountOf(response, { ...expected, origins }),
  };
}

/** @returns null where the passkey did not sign this challenge at one of these origins, for its owner */
export async function signCountOf(
  response: UsedPasskey,
  {
    challenge,
    passkey,
    origins,
  }: Readonly<{ challenge: string; passkey: Passkey; origins: string[] }>,
): Promise<number | null> {
  const { clientDataJSON, authenticatorData, signature } = response.response;
  const { verifyAuthenticationResponse } = await library();
  const { verified, authenticationInfo } = await orUnverified(() =>
    verifyAuthenticationResponse({
      response: {
        ...credentialOf(response),
        response: { clientDataJSON, authenticatorData, signature },
      },
      expectedChallenge: challenge,
      expectedOrigin: origins,
      expectedRPID: passkey.rpId,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.signCount,
        transports: [...passkey.transports],
      },
    }),
  );
  return verified && authenticationInfo ? authenticationInfo.newCounter : null;
}

function credentialOf({ id, rawId, type }: UsedPasskey | CreatedPasskey) {
  return { id, rawId, type, clientExtensionResults: {} };
}

/** The library throws for what is malformed, and for what does not match. */
async function orUnverified<Verified extends { verified: boolean }>(
  verify: () => Promise<Verified>,
): Promise<Verified | { verified: false; registrationInfo?: never; authenticationInfo?: never }> {
  return verify().catch(() => ({ verified: false as const }));
}

/**
 * The domain that shop and office share, so that one passkey is valid on both; else the office's own. A browser takes
 * `localhost` for a top-level domain, so on one machine each host has passkeys of its own. An IP address has none.
 */
export function passkeyDomains(
  shopUrl: string,
  officeUrl: string,
): Readonly<Record<PasskeyPlace, string | null>> {
  const shared = sharedDomain(shopUrl, officeUrl);
  if (shared !== null) return { shop: shared, office: shared };
  const [shop, office] = [shopUrl, officeUrl].map((url) => new URL(url).hostname);
  const ofShop = shop === office || (shop !== undefined && isLocal(shop)) ? domainOf(shop) : null;
  return { shop: ofShop, office: domainOf(office) };
}

function isLocal(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost");
}

function domainOf(host: string | undefined): string | null {
  return host === undefined || host.startsWith("[") || isIP(host) !== 0 ? null : host;
}
