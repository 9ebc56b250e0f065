import type { Permission } from "./permissions.ts";

/** `signed`: called by machines that prove themselves with a signature. */
export type RestPermission = Permission | "signed";

/**
 * Who may call each path that is not a procedure. A server with a route that is not named here does
 * not start.
 */
export const restPermissions: Readonly<Record<string, RestPermission>> = {
  "GET /": "anyone",
  "GET /*": "anyone",
  "GET /privacy-policy": "anyone",
  "GET /returns-policy": "anyone",
  "GET /shipping-info": "anyone",
  "GET /healthz": "anyone",
  "GET /readyz": "anyone",
  "GET /metrics": "anyone",
  "GET /via/:code": "anyone",
  "GET /captcha/challenge": "anyone",
  "POST /office/bank-statements": ["admin"],
  "GET /orders/:uuid/invoice.pdf": "anyone",
  "GET /orders/:uuid/credit-notes/:nth": "anyone",
  "GET /orders/:uuid/packing-slip.pdf": ["admin"],
  "POST /api/upload/save/:uploadId": ["admin"],
  "DELETE /api/upload/:id": ["admin"],
  "GET /resources/images/:id": "anyone",
  "POST /api/purchase/payfast-notify": "signed",
  "POST /api/purchase/payfast-notify/": "signed",
  "POST /sandbox/payfast/process": "anyone",
  "POST /sandbox/payfast/query/validate": "anyone",
  "GET /sandbox/payfast/pay/:id": "anyone",
  "POST /sandbox/payfast/pay/:id/complete": "anyone",
  "POST /sandbox/payfast/pay/:id/cancel": "anyone",
  "POST /sandbox/courier/v2/rates": "anyone",
  "POST /sandbox/courier/v2/shipments": "anyone",
  "GET /sandbox/courier/v2/shipments": "anyone",
  "GET /sandbox/courier/v2/shipments/label": "anyone",
  "GET /sandbox/courier/labels/:key": "anyone",
};
