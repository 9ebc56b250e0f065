import { mintCodes, type MintedCodes, mintLink } from "../people/accounts/account-secret.store.ts";
import { type NewAccount, insertAccount } from "../people/accounts/account.store.ts";
import type { LinkPurpose } from "../platform/db/shop-tables.ts";
import type { TestShop } from "./shop-test.ts";

/** What the procedures of accounts tell, each some of it. */
type Told = Readonly<{
  requestId: string;
  codeLength: number;
  setPassword: string | null;
  token: string;
  user: Readonly<{ id: number; verified: boolean; hasPassword: boolean }>;
  id: number;
  firstName: string;
}>;
type Body = Readonly<{
  result?: Readonly<{ data: Partial<Told> | null }>;
  error?: Readonly<{
    message: string;
    data: Readonly<{ reason: string | null; fieldErrors: Record<string, string> }>;
  }>;
}>;
export type Answer = Readonly<{
  status: number;
  body: string;
  data: Partial<Told> | null;
  reason: string | null;
  fieldErrors: Record<string, string>;
  setCookies: readonly string[];
}>;

let browsers = 0;

/** A browser that keeps its cookies, at a network address of its own unless one is given; on the shop's pages or on `host`. */
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

/** Somebody whom no other test knows, with the password of everybody. */
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

/** What the mail with the newest code would say; null where nothing was asked for that still counts. */
export async function codeSentTo(shop: TestShop, email: string): Promise<string | null> {
  return (await codesSentTo(shop, email))?.email ?? null;
}

/** What the mail and the SMS would say. */
export async function codesSentTo({ deps }: TestShop, email: string): Promise<MintedCodes | null> {
  const request = await deps.db
    .selectFrom("sign_in_code")
    .innerJoin("account", "account.id", "sign_in_code.user_id")
    .select("sign_in_code.id")
    .where("email", "=", email)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  const { db, passwords, now } = deps;
  if (!request) return null;
  return mintCodes(db, passwords, { codeId: request.id, mailedTo: email }, now());
}

/** What the link in a mail to somebody would end with, or, by SMS, that of the message beside it. */
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

/** What was asked to be sent to somebody, in that order. */
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

/** How many answers had which status, in order. */
export function statusesOf(answers: readonly Pick<Answer, "status">[]): number[] {
  return answers.map(({ status }) => status).toSorted((one, other) => one - other);
}

/** A code of the same length that is surely wrong. */
export function wrong(code: string | null): string {
  return (code ?? "AAA").replace(/^./, (first) => (first === "A" ? "B" : "A"));
}
