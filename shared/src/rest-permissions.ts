import type { Permission } from "./permissions.ts";

/**
 * Who may call each path that is not a procedure. A route that is not named here is refused when the
 * server is built. `signed` paths are called by machines that prove themselves with a signature.
 */
export const restPermissions = {
  "GET /healthz": "anyone",
  "GET /readyz": "anyone",
  "GET /metrics": "anyone",
  "GET /via/:code": "anyone",
  "GET /captcha/challenge": "anyone",
  "POST /api/purchase/payfast-notify": "signed",
  "POST /api/purchase/payfast-notify/": "signed",
  "POST /sandbox/payfast/eng/process": "anyone",
  "GET /sandbox/payfast/pay/:id": "anyone",
  "POST /sandbox/payfast/pay/:id": "anyone",
} as const satisfies Record<string, Permission | "signed">;
