import { sql } from "kysely";
import { expect } from "vitest";
import { connect } from "../../platform/db/connect.ts";
import { migrate } from "../../platform/db/migrate.ts";
import { testBefore } from "../../testing/older-database.ts";
import { tablesWith } from "../../testing/table-contents.ts";

const test = testBefore("0062-log-without-addresses.ts");
const secret = "7c1f0a52-6f2d-4d25-9a86-0f6d3b6f2c11";

// shows T50
test("what was logged of before loses the secrets of links, and nothing else", async ({
  olderUrl,
}) => {
  const owner = connect(olderUrl);
  const lines = [
    ["answered", { path: `/set-password/${secret}`, status: 200, method: "GET" }],
    ["answered", { path: `/orders/pay/${secret}`, status: 200 }],
    ["a procedure failed", { path: "auth.signUp2", err: { message: "wrong" } }],
    [`asked for /confirm-email/${secret} twice`, {}],
    ["a request failed", { err: { message: `no "/statements/${secret}/x" here`, code: 1 } }],
  ] as const;
  for (const [text, details] of lines)
    await sql`insert into app_log (at, level, text, details)
      values (now(), 30, ${text}, ${JSON.stringify(details)})`.execute(owner);

  await migrate(olderUrl);

  expect(await tablesWith(owner, secret)).toEqual([]);
  const { rows } = await sql`select text, details from app_log order by id`.execute(owner);
  expect(rows).toEqual([
    { text: "answered", details: { status: 200, method: "GET" } },
    { text: "answered", details: { status: 200 } },
    { text: "a procedure failed", details: { path: "auth.signUp2", err: { message: "wrong" } } },
    { text: "asked for /confirm-email/[hidden] twice", details: {} },
    {
      text: "a request failed",
      details: { err: { message: 'no "/statements/[hidden]" here', code: 1 } },
    },
  ]);
  await owner.destroy();
});
