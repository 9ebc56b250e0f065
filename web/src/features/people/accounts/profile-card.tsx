import { type ReactNode, useId } from "react";
import { useShopLink } from "../../../session/use-shop-link.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";

/** One part of the profile, which is saved on its own. */
export function ProfileCard(props: {
  title: string;
  hint?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className="card stack" aria-labelledby={id}>
      <div className="row spread">
        <h2 id={id}>{props.title}</h2>
        {props.action}
      </div>
      {props.hint && <p className="quiet">{props.hint}</p>}
      {props.children}
    </section>
  );
}

export function LinkCard(props: { code: string }) {
  const link = useShopLink()(props.code);
  return (
    <ProfileCard
      title="Your shop link"
      hint="Share this link. Orders placed within 30 days of opening it count as your sales."
    >
      <div className="row spread">
        <span className="strong">{link}</span>
        <CopyButton value={link} what="your shop link" />
      </div>
    </ProfileCard>
  );
}
