import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { saveSettingsSchema } from "@portal/shared/catalogue/settings.ts";
import { z } from "zod";
import type { LegacyEntity } from "./entity-calls.ts";
import type { Procedures } from "./legacy-app.ts";
import { looseItemId, looseNumber } from "./legacy-values.ts";

/** System config as older clients know it (specification, section 3): one item without parts. */
const body = z.strictObject({
  id: looseItemId.optional(),
  dateUpdated: z.string().nullish(),
  bfEnabled: z.boolean().optional(),
  bfDiscount: looseNumber.optional(),
  currency: z.string().optional(),
  checkoutPopupEnabled: z.boolean().optional(),
  checkoutPopupText: z.string().optional(),
  stockIssues: z.string().optional(),
  defaultPhoneCountry: z.string().optional(),
});
type Config = z.infer<typeof body>;

/** There is one, whatever it is called. */
const configId = 1;

/** Other Settings. Each of its parts is saved as the office's own screen saves it, password included. */
export const settingsEntity: LegacyEntity = {
  async save({ procedures }, _id, given) {
    for (const part of await partsOf(procedures, body.parse(given)))
      await procedures.settings.save(saveSettingsSchema.parse(part));
    return configId;
  },
  async fetch({ procedures }) {
    const { sale, orders, regions, region, dateUpdated } = await procedures.settings.get();
    const own = regions.find(({ code }) => code === region);
    return {
      id: configId,
      dateUpdated,
      ...sale,
      ...orders,
      currency: own?.currency,
      defaultPhoneCountry: own?.phoneCountry,
    };
  },
  remove: () => Promise.reject(new DomainError("access.forbidden")),
};

/** Only what was sent is changed. */
async function partsOf(procedures: Procedures, given: Config): Promise<object[]> {
  const now = await procedures.settings.get();
  const { bfEnabled, bfDiscount, checkoutPopupEnabled, checkoutPopupText, stockIssues } = given;
  const sale = sent({ bfEnabled, bfDiscount });
  const orders = sent({ checkoutPopupEnabled, checkoutPopupText, stockIssues });
  const region = sent({ currency: given.currency, phoneCountry: given.defaultPhoneCountry });
  const own = now.regions.find(({ code }) => code === now.region);
  return [
    ...(sale ? [{ section: "sale", ...now.sale, ...sale }] : []),
    ...(orders ? [{ section: "orders", ...now.orders, ...orders }] : []),
    ...(region ? [{ section: "region", ...own, ...region }] : []),
  ];
}

function sent(fields: Readonly<Record<string, unknown>>): Record<string, unknown> | null {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return given.length > 0 ? Object.fromEntries(given) : null;
}
