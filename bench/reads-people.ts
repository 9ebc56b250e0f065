import type pg from "pg";
import { databaseOn } from "../server/src/platform/db/connect.ts";
import { luciaSessions } from "../server/src/gateways/sessions/lucia-sessions.ts";
import { membersOfBench } from "./rebuild-events.ts";

/** Who asks: each has a token of a session of their own. */
export type Askers = Readonly<{ office: string; members: readonly string[] }>;

const membersWhoAsk = 40;

/** Accounts of all members, of customers beside them, and of one admin: same names in every run. */
export async function insertPeople(
  owner: pg.Pool,
  people: number,
  members = membersOfBench,
): Promise<number> {
  const admin = people + 1;
  await owner.query(peopleStatement, [people, members]);
  await owner.query("select setval(pg_get_serial_sequence('account', 'id'), $1)", [admin]);
  await owner.query("vacuum (analyze) account");
  return admin;
}

/** The last one is the admin. First and last names are one of 100 each, so that a search finds some. */
const peopleStatement = `
  insert into account (id, email, first_name, last_name, cell, role, verified, created_at)
  select id, 'person' || id || '@shop.test', 'First' || id % 100, 'Last' || id / 100 % 100,
    '+2782' || lpad(id::text, 7, '0'),
    case when id > $1::integer then 'admin' when id <= $2::integer then 'distributor' else 'customer' end,
    true, timestamptz '2025-01-01Z' + id * interval '3 minutes'
  from generate_series(1, $1::integer + 1) id`;

/** Signs in the admin, and some members of every level. */
export async function signIn(
  pool: pg.Pool,
  admin: number,
  memberCount = membersOfBench,
): Promise<Askers> {
  const sessions = luciaSessions(databaseOn(pool), { days: 1, secureCookie: false });
  const start = async (userId: number): Promise<string> =>
    (await sessions.start({ userId, device: "bench", withPassword: true })).token;
  const members = Array.from({ length: membersWhoAsk }, (_, nth) =>
    start(1 + Math.floor((nth * memberCount) / membersWhoAsk)),
  );
  return { office: await start(admin), members: await Promise.all(members) };
}
