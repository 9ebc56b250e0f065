import { mintCodes, type MintedCodes } from "../people/accounts/account-secret.store.ts";
import { mintLink } from "../people/accounts/account-link.store.ts";
import { type NewAccount, insertAccount } from "./insert-account.ts";
import type { LinkPurpose } from "../platform/db/shop-tables.ts";
import type { TestShop } from "./shop-test.ts";

/** The union of the fields that the account procedures return. */
type AccountAnswer = Readonly<{
  requestId: string;
  codeLength: number;
  setPassword: string | null;
  token: string;
  user: Readonly<{ id: number; verified: boolean; hasPassword: boolean }>;
  id: number;
  firstName: string;
}>;
type Body = Readonly<{
  result?: Readonly<{ data: Partial<AccountAnswer> | null }>;
  error?: Readonly<{
    message: string;
    data: Readonly<{ reason: string | null; fieldErrors: Record<string, string> }>;
  }>;
}>;
export type Answer = Readonly<{
  status: number;
  body: string;
  data: Partial<AccountAnswer> | null;
  reason: string | null;
  fieldErrors: Record<string, string>;
  setCookies: readonly string[];
}>;

let browsers = 0;

/** A browser with cookies and by default an IP address of its own, on the shop's host or on `host`. */
export function aBrowser({ app }: TestShop, address?: string, host?: string) {
  browsers += 1;
  const ownAddress = `198.51.${Math.floor(browsers / 250)}.${(browsers % 250) + 1}`;
  const remoteAddress = address ?? ownAddress;
  const cookies = new Map<string, string>();

  async function send(method: "GET" | "POST", path: string, payload?: object): Promise<Answer> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const own = { "sec-fetch-site": "same-origin", ...(host !== undefined && { host }) };
    const headers = { ...own, ...(cookie && { cookie }) };
    const response = await app.inject({
      method,
      url: `/trpc/${path}`,
      remoteAddress,
      headers,
      ...(payload && { payload }),
    });
    const setCookies = [response.headers["set-cookie"] ?? []].flat();
    for (const each of setCookies) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
      cookies.set(name, value);
    }
    const { result, error } = response.json<Body>();
    return {
      status: response.statusCode,
      body: response.body,
      data: result?.data ?? null,
      reason: error?.data.reason ?? null,
      fieldErrors: error?.data.fieldErrors ?? {},
      setCookies,
    };
  }

  return {
    remoteAddress,
    cookies,
    change: (procedure: string, input: object = {}) => send("POST", procedure, input),
    read: (procedure: string, input?: object) =>
      send(
        "GET",
        input ? `${procedure}?input=${encodeURIComponent(JSON.stringify(input))}` : procedure,
      ),
  };
}
export type Browser = ReturnType<typeof aBrowser>;

let people = 0;

/** A new account, unique to the test. */
export async function aPerson(
  { deps }: TestShop,
  account: Partial<NewAccount & { password: string | null }> = {},
): Promise<{ id: number; email: string }> {
  people += 1;
  const email = `person-${people}@people.test`;
  const { password = null, ...given } = account;
  const passwordHash = password === null ? "" : await deps.passwords.hash(password);
  const names = { firstName: "Zanele", lastName: "Khumalo", role: "customer" } as const;
  const id = await insertAccount(deps.db, { ...names, email, passwordHash, ...given });
  return { id, email };
}

/** The newest code as in the email; null without a pending request. */
export async function codeSentTo(shop: TestShop, email: string): Promise<string | null> {
  return (await codesSentTo(shop, email))?.email ?? null;
}

/** The codes as in the email and the SMS. */
export async function codesSentTo({ deps }: TestShop, email: string): Promise<MintedCodes | null> {
  const request = await deps.db
    .selectFrom("sign_in_code")
    .innerJoin("account", "account.id", "sign_in_code.user_id")
    .select("sign_in_code.id")
    .where("email", "=", email)
    .where("ended_at", "is", null)
    .orderBy("sign_in_code.created_at", "desc")
    .executeTakeFirst();
  const { db, passwords, now } = deps;
  if (!request) return null;
  return mintCodes(db, passwords, { codeId: request.id, mailedTo: email }, now());
}

/** The token of the link in the email or SMS to a user. */
export async function linkFor(
  { deps }: TestShop,
  userId: number,
  purpose: LinkPurpose,
  by: "email" | "sms" = "email",
): Promise<string> {
  const { email } = await deps.db
    .selectFrom("account")
    .select("email")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  const sentTo = by === "email" ? email : null;
  return mintLink(deps.db, { userId, purpose, sentTo }, deps.now());
}

/** The kinds of the messages queued for a user, in order. */
export async function messagesFor({ deps }: TestShop, userId: number): Promise<string[]> {
  const rows = await deps.db
    .selectFrom("message")
    .select("kind")
    .where("user_id", "=", userId)
    .where("channel", "=", "email")
    .orderBy("id")
    .execute();
  return rows.map(({ kind }) => kind);
}

export function statusesOf(answers: readonly Pick<Answer, "status">[]): number[] {
  return answers.map(({ status }) => status).toSorted((one, other) => one - other);
}

/** A wrong code of the same length. */
export function wrong(code: string | null): string {
  return (code ?? "AAA").replace(/^./, (first) => (first === "A" ? "B" : "A"));
}
