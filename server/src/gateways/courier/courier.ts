/** A place as couriers write one; a province by name or by its two letters. */
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
  /** When it arrives at the latest, an ISO instant; null where the courier does not say. */
  deliveredBy: string | null;
}>;

export type ShipmentRequest = RatesRequest &
  Readonly<{
    service: string;
    fromContact: CourierContact;
    toContact: CourierContact;
    /** Ours, and the same for every try: by it a shipment is found whose answer was lost. */
    customerReference: string;
    deliveryInstructions: string;
    /** When the courier shall come, at the office: `2026-11-26` and `HH:mm`; null: whenever it does. */
    collection: Readonly<{ day: string; after: string }> | null;
  }>;

/** Where a shipment is: the courier's own word, and when it saw it, an ISO instant or null. */
export type Tracking = Readonly<{ status: string; at: string | null }>;

export type Shipment = Readonly<{ id: number; trackingReference: string }>;

/** Where parcels are asked about and booked. Amounts are minor units of the shop's currency. */
export type Courier = Readonly<{
  /**
   * Nothing where no service goes there. It gives up after `timeoutMs`.
   *
   * @throws CourierDown, CourierRefused
   */
  rates: (request: RatesRequest, timeoutMs?: number) => Promise<readonly CourierRate[]>;
  /**
   * Books, and is never repeated blindly: after CourierDown it may have been booked all the same.
   *
   * @throws CourierDown, CourierRefused
   */
  createShipment: (request: ShipmentRequest) => Promise<Shipment>;
  /** The one that was booked under our reference, or null. @throws CourierDown, CourierRefused */
  findShipment: (customerReference: string) => Promise<Shipment | null>;
  /** Null for one that the courier does not know. @throws CourierDown, CourierRefused */
  track: (trackingReference: string) => Promise<Tracking | null>;
  /** May be asked again. @throws CourierDown, CourierRefused where the courier has it already */
  cancelShipment: (trackingReference: string) => Promise<void>;
  /** Opens the waybill for a short time, and is not to be kept. @throws CourierDown, CourierRefused */
  labelUrl: (shipmentId: number) => Promise<string>;
}>;

/** Nobody answered, or not in time, or with a failure of its own: what was asked may have been done. */
export class CourierDown extends Error {
  override readonly name = "CourierDown";
}

/** The courier said no, and why; nothing was done. */
export class CourierRefused extends Error {
  override readonly name = "CourierRefused";
  readonly field: string | null;

  constructor(message: string, field: string | null = null) {
    super(message);
    this.field = field;
  }
}
