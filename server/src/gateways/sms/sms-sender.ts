import { createHash } from "node:crypto";
import { z } from "zod";
import type { Env } from "../../env.ts";
import { RefusedForGood, type Sms, type SmsSender } from "../../platform/messages/senders.ts";
import { keepOnly, withSink } from "../mail/sink.ts";

export function openSmsSender({ apiToken, sinkDir }: Env["sms"]): SmsSender {
  const sender = apiToken === null ? keepOnly : bulksms(apiToken);
  return sinkDir === null ? sender : withSink(sender, sinkDir);
}

const timeoutMs = 15_000;
const acceptedSchema = z
  .array(z.object({ status: z.object({ type: z.string(), subtype: z.string().optional() }) }))
  .min(1);
/** The provider rejects this message, so that a retry would be rejected too. */
const finalStatus = 400;
/** What is wrong with the number or the phone. `NOT_SENT` may be our credit or the network between: that can be put right. */
const finalFailures = new Set(["BLOCKED", "EXPIRED", "HANDSET_ERROR"]);

/**
 * BulkSMS, JSON REST v1.
 *
 * @param apiToken `token id:token secret`, as the provider shows it
 */
export function bulksms(apiToken: string, baseUrl = "https://api.bulksms.com/v1"): SmsSender {
  const authorization = `Basic ${Buffer.from(apiToken).toString("base64")}`;
  return {
    async send(sms) {
      const url = new URL(`${baseUrl}/messages`);
      url.searchParams.set("auto-unicode", "true");
      url.searchParams.set("deduplication-id", String(deduplicationId(sms)));
      const response = await fetch(url, {
        method: "POST",
        headers: { authorization, "content-type": "application/json" },
        body: JSON.stringify({ to: sms.to, body: sms.text }),
        redirect: "error",
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (response.status === finalStatus)
        throw new RefusedForGood(`the SMS provider answered ${response.status}`);
      if (response.status !== 201) throw new Error(`the SMS provider answered ${response.status}`);
      const [accepted] = acceptedSchema.parse(await response.json());
      if (accepted?.status.type !== "FAILED") return "sent";
      const { subtype = "no reason given" } = accepted.status;
      const failure = `the SMS failed: ${subtype}`;
      throw finalFailures.has(subtype) ? new RefusedForGood(failure) : new Error(failure);
    },
  };
}

/** For twelve hours the provider answers a request with the same id without sending a second SMS. */
function deduplicationId({ messageKey }: Sms): number {
  return createHash("sha256").update(messageKey).digest().readInt32BE(0) & 0x7fff_ffff;
}
