import { keepOnly } from "../mail/keep-only.ts";
import { withSink } from "../mail/sink.ts";
import { bulksms } from "./bulksms.ts";
import type { SmsSender } from "../../platform/messages/sms-sender.ts";

export type SmsOptions = Readonly<{ apiToken: string | null; sinkDir: string | null }>;

/** `apiToken`: of the provider; null where no SMS is sent. */
export function openSmsSender({ apiToken, sinkDir }: SmsOptions): SmsSender {
  const sender = apiToken === null ? keepOnly : bulksms({ apiToken });
  return sinkDir === null ? sender : withSink(sender, sinkDir);
}
