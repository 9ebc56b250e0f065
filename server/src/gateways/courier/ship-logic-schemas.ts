import { z } from "zod";

/** Answers of Ship Logic v2, as far as they are used. */
export const ratesAnswerSchema = z.object({
  rates: z
    .array(
      z.object({
        /** Major units, VAT included. */
        rate: z.number().min(0).max(1_000_000),
        service_level: z.object({
          code: z.string().min(1).max(64),
          name: z.string().max(200),
          description: z.string().max(2000).nullish(),
          delivery_date_to: z.iso.datetime({ offset: true }).nullish().catch(null),
        }),
      }),
    )
    .nullish(),
});

export const shipmentSchema = z.object({
  id: z.int().positive(),
  short_tracking_reference: z.string().min(1).max(40),
  customer_reference: z.string().nullish(),
  status: z.string().nullish(),
});

export const shipmentsAnswerSchema = z.object({ shipments: z.array(shipmentSchema).nullish() });

const instant = z.iso.datetime({ offset: true }).nullish().catch(null);

export const trackingAnswerSchema = z.object({
  shipments: z
    .array(
      z.object({
        short_tracking_reference: z.string().max(40),
        status: z.string().min(1).max(60),
        shipment_delivered_date: instant,
        tracking_events: z.array(z.object({ date: instant })).nullish(),
      }),
    )
    .nullish(),
});

export const labelAnswerSchema = z.object({ url: z.url({ protocol: /^https?$/ }) });

export const refusalSchema = z.object({
  message: z.string().optional(),
  error: z.string().optional(),
  errors: z
    .array(z.object({ field: z.string().optional(), message: z.string().optional() }))
    .optional(),
});
