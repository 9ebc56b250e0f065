import type { ReactNode } from "react";
import { useSession } from "../../session/session.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Facts } from "../../ui/facts.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import classes from "./profile-screen.module.css";

/** Who one is here, the link to share, and the cards that save on their own. */
export function ProfileScreen(props: { children: ReactNode }) {
  const session = useSession();
  if (session.state !== "signed-in") return null;
  const { user } = session;
  const link = user.code ? `${window.location.origin}/via/${user.code}` : null;

  return (
    <div className={classes.page}>
      <PageHeading title="My profile" area="Office" />
      <section className={classes.card} aria-labelledby="person">
        <h2 id="person">Person</h2>
        <Facts
          facts={[
            { name: "Name", value: `${user.firstName} ${user.lastName}` },
            { name: "Email", value: user.email },
            ...(user.level === null ? [] : [{ name: "Level", value: String(user.level) }]),
          ]}
        />
      </section>
      {link && (
        <section className={classes.card} aria-labelledby="link">
          <h2 id="link">Your link</h2>
          <p className={classes.hint}>
            Orders that start from this link count as your sale, for 30 days.
          </p>
          <div className={classes.link}>
            <span className={classes.url}>{link}</span>
            <CopyButton value={link} what="your link" />
          </div>
        </section>
      )}
      {props.children}
    </div>
  );
}
