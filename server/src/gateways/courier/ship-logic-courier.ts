import { z } from "zod";
import type { Env } from "../../env.ts";
import {
  type Courier,
  type CourierAddress,
  type CourierContact,
  CourierDown,
  type CourierParcel,
  CourierRefused,
  type RatesRequest,
  type ShipmentRequest,
} from "./courier.ts";

export type ShipLogicOptions = Readonly<{
  /** With a trailing slash. A function, because the port may not be known at the start. */
  baseUrl: () => string;
  apiKey: string;
  timeoutMs?: number;
  /** A booking that is given up although the courier makes it is unclear for minutes, so it is waited for longer. */
  bookingTimeoutMs?: number;
}>;

/** Ship Logic, version 2. Its amounts are in major units, ours in minor ones. */
export function shipLogicCourier({
  baseUrl,
  apiKey,
  timeoutMs = 8000,
  bookingTimeoutMs = 45_000,
}: ShipLogicOptions): Courier {
  async function ask<Answer extends z.ZodType>(
    path: string,
    schema: Answer,
    body?: object,
    within = timeoutMs,
  ): Promise<z.output<Answer>> {
    const [resource = ""] = path.split("?");
    const { status, text } = await send(`${baseUrl()}${path}`, resource, {
      method: body ? "POST" : "GET",
      headers: {
        authorization: `Bearer ${apiKey}`,
        accept: "application/json",
        ...(body && { "content-type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
      redirect: "error",
      signal: AbortSignal.timeout(within),
    });
    // A rejected key or a rate limit says nothing about this parcel.
    const isUnavailable = status >= 500 || status === 429 || status === 401 || status === 403;
    if (isUnavailable) throw new CourierDown(`${resource}: the courier answered ${status}`);
    const answer = jsonIn(text);
    if (status >= 400) throw refusalFrom(answer, status);
    const parsed = schema.safeParse(answer);
    if (!parsed.success) throw new CourierDown(`${resource}: the courier's answer cannot be read`);
    return parsed.data;
  }

  return {
    async rates(request, within) {
      const { rates } = await ask("rates", ratesAnswerSchema, ratesBody(request), within);
      return (rates ?? []).map(({ rate, service_level: level }) => ({
        code: level.code,
        name: level.name,
        description: level.description ?? "",
        rate: Math.round(rate * 100),
        deliveredBy: level.delivery_date_to ?? null,
      }));
    },

    async createShipment(request) {
      const body = shipmentBody(request);
      return shipmentFrom(await ask("shipments", shipmentSchema, body, bookingTimeoutMs));
    },

    async findShipments(customerReference) {
      const path = `shipments?customer_reference=${encodeURIComponent(customerReference)}`;
      const { shipments } = await ask(path, shipmentsAnswerSchema);
      // The search may match more; only exactly our reference counts.
      return (shipments ?? [])
        .filter(
          ({ customer_reference: reference, status }) =>
            reference === customerReference && status !== "cancelled",
        )
        .map(shipmentFrom)
        .toSorted((one, other) => one.id - other.id);
    },

    async track(trackingReference) {
      const path = `tracking/shipments?tracking_reference=${encodeURIComponent(trackingReference)}`;
      const { shipments } = await ask(path, trackingAnswerSchema);
      const found = (shipments ?? []).find(
        ({ short_tracking_reference: reference }) => reference === trackingReference,
      );
      return found ? { status: found.status, at: lastSeen(found) } : null;
    },

    async cancelShipment(trackingReference) {
      // The response is the shipment, or empty.
      await ask("shipments/cancel", z.unknown(), { tracking_reference: trackingReference });
    },

    async labelUrl(shipmentId) {
      const { url } = await ask(`shipments/label?id=${shipmentId}`, labelAnswerSchema);
      return url;
    },
  };
}

async function send(url: string, resource: string, request: RequestInit) {
  try {
    const response = await fetch(url, request);
    return { status: response.status, text: await response.text() };
  } catch (cause) {
    throw new CourierDown(`${resource}: the courier did not answer`, { cause });
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function refusalFrom(answer: unknown, status: number): CourierRefused {
  const parsed = refusalSchema.safeParse(answer);
  const { message, error, errors } = parsed.success ? parsed.data : {};
  const [first] = errors ?? [];
  const words = first?.message ?? message ?? error ?? `the courier answered ${status}`;
  return new CourierRefused(words.slice(0, 300), first?.field?.slice(0, 100) ?? null);
}

function lastSeen({
  shipment_delivered_date: deliveredAt,
  tracking_events: events,
}: z.output<typeof trackedSchema>): string | null {
  const dates = [deliveredAt, ...(events ?? []).map(({ date }) => date)].flatMap((date) =>
    date ? new Date(date).toISOString() : [],
  );
  return dates.toSorted().at(-1) ?? null;
}

function shipmentFrom(shipment: z.output<typeof shipmentSchema>) {
  return { id: shipment.id, trackingReference: shipment.short_tracking_reference };
}

function shipmentBody(request: ShipmentRequest) {
  const { collection } = request;
  return {
    ...ratesBody(request),
    collection_contact: contactBody(request.fromContact),
    delivery_contact: contactBody(request.toContact),
    service_level_code: request.service,
    customer_reference: request.customerReference,
    special_instructions_delivery: request.deliveryInstructions,
    mute_notifications: false,
    ...(collection && {
      collection_min_date: `${collection.day}T00:00:00.000Z`,
      collection_after: collection.after,
      collection_before: "15:00",
    }),
  };
}

function ratesBody({ from, to, parcels }: RatesRequest) {
  return {
    collection_address: addressBody(from),
    delivery_address: addressBody(to),
    parcels: parcels.map(parcelBody),
  };
}

function addressBody(address: CourierAddress) {
  return {
    type: address.isBusiness ? "business" : "residential",
    company: address.company ?? "",
    street_address: address.streetAddress,
    local_area: address.localArea,
    city: address.city,
    zone: address.zone,
    country: "ZA",
    code: address.postalCode,
  };
}

function contactBody({ name, mobileNumber, email }: CourierContact) {
  return { name, mobile_number: mobileNumber.replaceAll(/[^\d+]/g, ""), email };
}

function parcelBody(parcel: CourierParcel) {
  return {
    parcel_description: parcel.description,
    submitted_length_cm: parcel.lengthCm,
    submitted_width_cm: parcel.widthCm,
    submitted_height_cm: parcel.heightCm,
    submitted_weight_kg: parcel.weightGrams / 1000,
  };
}

const courierGuyUrl = "https://api.portal.thecourierguy.co.za/v2";
/** The key of the sandbox, which protects nothing. */
export const sandboxCourierKey = "built-in";

/**
 * The Courier Guy, or the sandbox in this server; both through the same adapter.
 *
 * @param ownUrl the URL of this server for itself
 */
export function openCourier(
  { mode, apiKey, baseUrl }: Env["courier"],
  ownUrl: () => string,
): Courier {
  return mode === "courier-guy"
    ? shipLogicCourier({ baseUrl: () => `${baseUrl ?? courierGuyUrl}/`, apiKey: apiKey ?? "" })
    : shipLogicCourier({
        baseUrl: () => `${ownUrl()}/sandbox/courier/v2/`,
        apiKey: sandboxCourierKey,
      });
}

const instant = z.iso.datetime({ offset: true }).nullish().catch(null);

/** Responses of Ship Logic v2, as far as they are used. */
const ratesAnswerSchema = z.object({
  rates: z
    .array(
      z.object({
        /** Major units, VAT included. */
        rate: z.number().min(0).max(1_000_000),
        service_level: z.object({
          code: z.string().min(1).max(64),
          name: z.string().max(200),
          description: z.string().max(2000).nullish(),
          delivery_date_to: instant,
        }),
      }),
    )
    .nullish(),
});

const shipmentSchema = z.object({
  id: z.int().positive(),
  short_tracking_reference: z.string().min(1).max(40),
  customer_reference: z.string().nullish(),
  status: z.string().nullish(),
});

const shipmentsAnswerSchema = z.object({ shipments: z.array(shipmentSchema).nullish() });

const trackedSchema = z.object({
  short_tracking_reference: z.string().max(40),
  status: z.string().min(1).max(60),
  shipment_delivered_date: instant,
  tracking_events: z.array(z.object({ date: instant })).nullish(),
});
const trackingAnswerSchema = z.object({ shipments: z.array(trackedSchema).nullish() });

const labelAnswerSchema = z.object({ url: z.url({ protocol: /^https?$/ }) });

const refusalSchema = z.object({
  message: z.string().optional(),
  error: z.string().optional(),
  errors: z
    .array(z.object({ field: z.string().optional(), message: z.string().optional() }))
    .optional(),
});
