import type { Role } from "@portal/shared/platform/roles.ts";
import { namedPeople } from "./demo-people.ts";

/** Contract, "Demo data". Never a password of a real installation: the seed goes into empty databases only. */
export const demoPassword = "Demo-1234!";

export type DemoAccount = Readonly<{
  id: number;
  email: string;
  password: string;
  name: string;
  role: Role;
  /** 4 for a stockist, null for who is no member. */
  level: 1 | 2 | 3 | 4 | null;
  developer: boolean;
  code: string | null;
}>;

/** The accounts that somebody who tries the demo signs in with. */
export function listDemoAccounts(): DemoAccount[] {
  return namedPeople().map(({ id, email, firstName, lastName, role, developer, member }) => ({
    id,
    email,
    password: demoPassword,
    name: `${firstName} ${lastName}`,
    role,
    level: member && ("level" in member.standing ? member.standing.level : 4),
    developer,
    code: member?.code ?? null,
  }));
}
