import { useQueryClient } from "@tanstack/react-query";
import { Link, useLocation } from "wouter";
import { api } from "../api/api.ts";
import { homePath, profilePath } from "../session/home-path.ts";
import { signInPath } from "../session/return-path.ts";
import { useSession } from "../session/session.tsx";
import classes from "./account-links.module.css";

/** Who is signed in, the way to their own screens and profile, and the way out. */
export function AccountLinks() {
  const session = useSession();
  const [path] = useLocation();
  const signOut = useSignOut();

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
  const profile = profilePath(user.role);
  const isInOffice = /^\/(admin|distributor|stockist|system)(\/|$)/.test(path);
  return (
    <nav aria-label="Account" className={classes.links}>
      {home !== "/" && !isInOffice && (
        <Link href={home} className={classes.link}>
          Office
        </Link>
      )}
      <Link
        href={profile}
        className={classes.link}
        aria-label={`${user.firstName}, your account`}
        aria-current={path === profile ? "page" : undefined}
      >
        <span className={classes.name}>{user.firstName}</span>
      </Link>
      <button
        type="button"
        className={classes.link}
        disabled={signOut.isPending}
        onClick={() => signOut.mutate()}
      >
        Sign out
      </button>
    </nav>
  );
}

function useSignOut() {
  const [, navigate] = useLocation();
  const queryClient = useQueryClient();
  const utils = api.useUtils();
  return api.auth.logout.useMutation({
    onSuccess: async () => {
      navigate("/");
      utils.auth.me.setData(undefined, null);
      // By then the office's screens are gone, and ask for nothing any more.
      await queryClient.cancelQueries();
      // Whoever sits down here next must not find in memory what was on them.
      queryClient.removeQueries({ type: "inactive" });
      await utils.invalidate();
    },
  });
}
