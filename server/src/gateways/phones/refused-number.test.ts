import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { startFakeWebService } from "../../testing/fake-web-service.ts";
import { test as shopTest, type TestShop } from "../../testing/shop-test.ts";
import { numverify } from "./phone-check.ts";

/** A shop whose phone service refuses every number. */
const test = shopTest.extend("phones", { scope: "file" }, async ({}, { onCleanup }) => {
  const fake = await startFakeWebService();
  onCleanup(fake.close);
  fake.answer = { status: 200, body: { valid: false } };
  return numverify(`${fake.url}/validate`, "ZA", { warn: () => {} });
});
type Api = Awaited<ReturnType<TestShop["as"]>>;

const person = { firstName: "Nomsa", lastName: "Dube" };
const typed = { cellNumber: "082 123 4567" };
const saves: Readonly<
  Record<
    string,
    Readonly<{ as: "admin" | "kim" | null; field: string; save: (api: Api) => Promise<unknown> }>
  >
> = {
  "a new user": {
    as: "admin",
    field: "cellNumber",
    save: (api) =>
      api.users.create({
        commandId: randomUUID(),
        role: "admin",
        email: "nomsa@phones.test",
        ...person,
        ...typed,
      }),
  },
  "a registration": {
    as: null,
    field: "cellNumber",
    save: (api) => api.auth.signUp1({ email: "new@phones.test", ...person, ...typed }),
  },
  "a profile": {
    as: "kim",
    field: "cellNumber",
    save: (api) => api.profile.update({ email: "kim@shop.test", ...person, ...typed }),
  },
  "the settings": {
    as: "admin",
    field: "cell",
    save: async (api) => {
      const { collection } = await api.settings.get();
      return api.settings.save({ section: "collection", ...collection, cell: "021 555 0000" });
    },
  },
};

describe("a number that the phone service refuses", () => {
  // shows S5.20, S8.15
  test.for(Object.keys(saves))(
    "is refused in its words when it is saved: %s",
    async (name, { shop, phones }) => {
      const wanted = saves[name];
      if (!wanted) throw new Error(`nothing saves ${name}`);
      const { as, field, save } = wanted;
      const api = await shop.as(as === null ? null : shop.people[as], { phones });
      await expect(save(api)).rejects.toMatchObject({
        message: "Please check you've entered the number correctly!",
        cause: { field },
      });
    },
  );
});
