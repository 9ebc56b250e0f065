import { Link, useLocation } from "wouter";
import { api } from "../api/api.ts";
import { homePath } from "../session/home-path.ts";
import { signInPath } from "../session/return-path.ts";
import { useSession } from "../session/session.tsx";
import classes from "./account-links.module.css";

/** Who is signed in, the way to their screens, and the way out. */
export function AccountLinks() {
  const session = useSession();
  const [path, navigate] = useLocation();
  const utils = api.useUtils();
  const logout = api.auth.logout.useMutation({
    onSuccess: async () => {
      navigate("/");
      utils.auth.me.setData(undefined, null);
      await utils.invalidate();
    },
  });

  if (session.state !== "signed-in") {
    return (
      <nav aria-label="Account" className={classes.links}>
        <Link href={path === "/login" ? "/login" : signInPath(path)} className={classes.link}>
          Sign in
        </Link>
      </nav>
    );
  }

  const { user } = session;
  const home = homePath(user.role);
  return (
    <nav aria-label="Account" className={classes.links}>
      {home === "/" ? (
        <span className={classes.name}>{user.firstName}</span>
      ) : (
        <Link href={home} className={classes.link}>
          {user.firstName}
        </Link>
      )}
      <button
        type="button"
        className={classes.link}
        disabled={logout.isPending}
        onClick={() => logout.mutate()}
      >
        Sign out
      </button>
    </nav>
  );
}
