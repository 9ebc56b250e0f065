import { MemberStatements } from "./member-statements.tsx";

/** One's own months: what each brought, and each as a statement that can be kept. */
export function MyStatementsScreen() {
  return <MemberStatements title="My statements" />;
}
