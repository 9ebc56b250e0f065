/** An address as couriers write it; `zone` is the province by name or by its two letters. */
export type CourierAddress = Readonly<{
  isBusiness: boolean;
  company?: string;
  streetAddress: string;
  localArea: string;
  city: string;
  zone: string;
  postalCode: string;
}>;

export type CourierContact = Readonly<{ name: string; mobileNumber: string; email: string }>;

export type CourierParcel = Readonly<{
  description: string;
  lengthCm: number;
  widthCm: number;
  heightCm: number;
  weightGrams: number;
}>;

export type RatesRequest = Readonly<{
  from: CourierAddress;
  to: CourierAddress;
  parcels: readonly CourierParcel[];
}>;

/** One service for one recipient. */
export type CourierRate = Readonly<{
  code: string;
  name: string;
  description: string;
  /** Minor units, VAT included. */
  rate: number;
  /** The latest arrival, an ISO instant; null if the courier does not say. */
  deliveredBy: string | null;
}>;

export type ShipmentRequest = RatesRequest &
  Readonly<{
    service: string;
    fromContact: CourierContact;
    toContact: CourierContact;
    /** Our reference, the same for every retry: it finds a shipment whose response was lost. */
    customerReference: string;
    deliveryInstructions: string;
    /** When the courier should collect, in the office's time: `2026-11-26` and `HH:mm`; null for any time. */
    collection: Readonly<{ day: string; after: string }> | null;
  }>;

/** The courier's status of a shipment, and the ISO instant of the last scan, or null. */
export type Tracking = Readonly<{ status: string; at: string | null }>;

export type Shipment = Readonly<{ id: number; trackingReference: string }>;

/** Amounts are minor units of the shop's currency. */
export type Courier = Readonly<{
  /**
   * Empty where no service goes there.
   *
   * @throws CourierDown, CourierRefused
   */
  rates: (request: RatesRequest, timeoutMs?: number) => Promise<readonly CourierRate[]>;
  /**
   * Not safe to repeat at once: after CourierDown the shipment may have been booked, or be booked yet (`findShipments`).
   *
   * @throws CourierDown, CourierRefused
   */
  createShipment: (request: ShipmentRequest) => Promise<Shipment>;
  /** What was booked under our reference and not cancelled, the first one first. @throws CourierDown, CourierRefused */
  findShipments: (customerReference: string) => Promise<readonly Shipment[]>;
  /** Null if the courier does not know it. @throws CourierDown, CourierRefused */
  track: (trackingReference: string) => Promise<Tracking | null>;
  /** Safe to repeat. @throws CourierDown, CourierRefused if the parcel has been collected */
  cancelShipment: (trackingReference: string) => Promise<void>;
  /** A link to the waybill that expires soon; not to be stored. @throws CourierDown, CourierRefused */
  labelUrl: (shipmentId: number) => Promise<string>;
}>;

/** There was no answer in time, or a server error: the request may have been carried out. */
export class CourierDown extends Error {
  override readonly name = "CourierDown";
}

/** The courier has rejected the request, and says why; nothing was done. */
export class CourierRefused extends Error {
  override readonly name = "CourierRefused";
  readonly field: string | null;

  constructor(message: string, field: string | null = null) {
    super(message);
    this.field = field;
  }
}
