import { CopyButton } from "../../../ui/copy-button.tsx";
import { ProfileCard } from "./profile-card.tsx";
import classes from "./profile-screen.module.css";

export function LinkCard(props: { code: string }) {
  const link = `${window.location.origin}/via/${encodeURIComponent(props.code)}`;
  return (
    <ProfileCard
      title="Your link"
      hint="Orders that start from this link count as your sale, for 30 days."
    >
      <div className={classes.link}>
        <span className={classes.url}>{link}</span>
        <CopyButton value={link} what="your link" />
      </div>
    </ProfileCard>
  );
}
