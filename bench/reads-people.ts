import type pg from "pg";
import { databaseOn } from "../server/src/platform/db/connect.ts";
import { luciaSessions } from "../server/src/gateways/sessions/lucia-sessions.ts";
import { membersOfBench } from "./rebuild-events.ts";

/** The session tokens of an admin and of some members. */
export type Tokens = Readonly<{ office: string; members: readonly string[] }>;

const signedInMembers = 40;

/** Inserts accounts of all members, of customers and of one admin, the same in every run. @returns the admin's id */
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

/** The last account is the admin. There are 100 first and 100 last names, so that searches have several matches. */
const peopleStatement = `
  insert into account (id, email, first_name, last_name, cell, role, verified, created_at)
  select id, 'person' || id || '@shop.test', 'First' || id % 100, 'Last' || id / 100 % 100,
    '+2782' || lpad(id::text, 7, '0'),
    case when id > $1::integer then 'admin' when id <= $2::integer then 'distributor' else 'customer' end,
    true, timestamptz '2025-01-01Z' + id * interval '3 minutes'
  from generate_series(1, $1::integer + 1) id`;

/** Signs in the admin and some members of every level. */
export async function signIn(
  pool: pg.Pool,
  admin: number,
  memberCount = membersOfBench,
): Promise<Tokens> {
  const sessions = luciaSessions(databaseOn(pool), { days: 1, secureCookie: false });
  const start = async (userId: number): Promise<string> =>
    (await sessions.start({ userId, device: "bench", withPassword: true })).token;
  const members = Array.from({ length: signedInMembers }, (_, nth) =>
    start(1 + Math.floor((nth * memberCount) / signedInMembers)),
  );
  return { office: await start(admin), members: await Promise.all(members) };
}
