import { Link, useSearchParams } from "wouter";
import { PageHeading } from "../../../ui/page-heading.tsx";
import { Cents } from "./cents.tsx";
import { CloseMonth } from "./close-month.tsx";
import { MemberStatements } from "./member-statements.tsx";
import classes from "./statements.module.css";

/** Month end for the office: what is closed, what can be, and anybody's statements. */
export function StatementsScreen() {
  const [params] = useSearchParams();
  const memberId = Number(params.get("member"));
  if (Number.isInteger(memberId) && memberId > 0)
    return (
      <MemberStatements
        title="Statements"
        memberId={memberId}
        top={
          <p className={classes.hint}>
            <Link href="/admin/statements">All months of the books</Link>
          </p>
        }
      />
    );
  return (
    <div className={classes.page}>
      <PageHeading title="Statements" area="Office" />
      <p className={classes.hint}>
        One person’s statements open from the person in{" "}
        <Link href="/admin/distributors">Distributors</Link>.
      </p>
      <CloseMonth />
      <Cents />
    </div>
  );
}
