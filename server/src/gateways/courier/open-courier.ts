import type { Courier } from "./courier.ts";
import { shipLogicCourier } from "./ship-logic-courier.ts";

const courierGuyUrl = "https://api.portal.thecourierguy.co.za/v2";
/** What the stand-in asks for; it guards nothing. */
export const sandboxCourierKey = "built-in";

type CourierSettings = Readonly<{
  mode: "local" | "courier-guy";
  apiKey: string | null;
  baseUrl: string | null;
}>;

/**
 * The Courier Guy, or the stand-in at the server's own address: one adapter for both, so that what works with the one
 * works with the other. `ownUrl`: where this process reaches itself.
 */
export function openCourier(
  { mode, apiKey, baseUrl }: CourierSettings,
  ownUrl: () => string,
): Courier {
  return mode === "courier-guy"
    ? shipLogicCourier({ baseUrl: () => `${baseUrl ?? courierGuyUrl}/`, apiKey: apiKey ?? "" })
    : shipLogicCourier({
        baseUrl: () => `${ownUrl()}/sandbox/courier/v2/`,
        apiKey: sandboxCourierKey,
      });
}
