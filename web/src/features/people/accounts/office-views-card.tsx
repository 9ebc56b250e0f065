import { api } from "../../../api/api.ts";
import { DayText } from "../../../ui/day-text.tsx";
import { Failure } from "../../../ui/failure.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { ProfileCard } from "./profile-card.tsx";
import classes from "./profile-screen.module.css";

/** Nobody looks at an account without its owner reading who it was, when and why. */
export function OfficeViewsCard() {
  const views = api.profile.officeViews.useQuery();
  return (
    <ProfileCard
      title="The office viewed your account"
      hint="Only to help you: your money, password and bank details cannot be changed that way."
    >
      {views.data === undefined ? (
        views.error ? (
          <Failure
            what="who viewed your account"
            error={views.error}
            onRetry={() => void views.refetch()}
          />
        ) : (
          <Loading what="who viewed your account" lines={1} height={48} />
        )
      ) : views.data.length === 0 ? (
        <p className={classes.hint}>Nobody did so far.</p>
      ) : (
        <ul className={classes.rows}>
          {views.data.map((view) => (
            <li key={view.at} className={classes.row}>
              <div className={classes.rowText}>
                <p>{view.reason}</p>
                <p className={classes.hint}>
                  {view.adminName}, <DayText value={view.at} withTime />
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </ProfileCard>
  );
}
