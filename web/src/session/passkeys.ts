import type { ApiOutputs } from "../api/api.ts";

type RequestOptions = ApiOutputs["factors"]["passkeyOptions"];
type CreationOptions = ApiOutputs["factors"]["beginPasskey"];

/** Whether this browser knows passkeys: over https, and on this machine. */
export function knowsPasskeys(): boolean {
  return typeof window.PublicKeyCredential === "function";
}

/** The library is loaded when a passkey is first used. */
export async function askForPasskey(optionsJSON: RequestOptions) {
  const { startAuthentication } = await import("@simplewebauthn/browser");
  const { id, rawId, type, response } = await startAuthentication({ optionsJSON });
  const { clientDataJSON, authenticatorData, signature } = response;
  const signed = { clientDataJSON, authenticatorData, signature };
  return { id, rawId, type, clientExtensionResults: {}, response: signed };
}

export async function createPasskey(optionsJSON: CreationOptions) {
  const { startRegistration } = await import("@simplewebauthn/browser");
  const { id, rawId, type, response } = await startRegistration({ optionsJSON });
  const { clientDataJSON, attestationObject, transports } = response;
  const made = { clientDataJSON, attestationObject, ...(transports && { transports }) };
  return { id, rawId, type, clientExtensionResults: {}, response: made };
}

/** What the browser refused, in words; an answer of the server stays as it is. */
export function passkeyFailure(error: unknown): unknown {
  if (!(error instanceof Error) || !("code" in error || error.name === "NotAllowedError"))
    return error;
  if (error.name === "NotAllowedError" || error.name === "AbortError")
    return new Error("No passkey was used. Try again, or choose another way.");
  return error.name === "InvalidStateError"
    ? new Error("This device already has a passkey for your account.")
    : error;
}
