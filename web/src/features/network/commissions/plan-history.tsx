import { Button } from "@mantine/core";
import { useState } from "react";
import { api } from "../../../api/api.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { DayText } from "../../../ui/day-text.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { showToast } from "../../../ui/toast.tsx";
import classes from "./commission-plan.module.css";
import { RateChanges } from "./plan-rates.tsx";
import { changesBetween, type Plans } from "./plan-words.ts";

/** Every plan that ever counted: since when, by whom, and what it changed. */
export function PlanHistory(props: { published: Plans["published"] }) {
  const { published } = props;
  return (
    <ol className={classes.history} reversed>
      {published.map(({ position, plan, publishedAt, publishedByName }, at) => {
        const before = published[at + 1];
        return (
          <li key={position}>
            <p className={classes.plain}>
              {publishedAt === null ? (
                <strong>The plan of the beginning</strong>
              ) : (
                <>
                  <strong>
                    <DayText value={publishedAt} withTime />
                  </strong>{" "}
                  by {publishedByName ?? "nobody of this shop"}, place {position} in the ledger
                </>
              )}
            </p>
            {before && <RateChanges changes={changesBetween(before.plan, plan)} />}
          </li>
        );
      })}
    </ol>
  );
}

/** The plan whose day is to come, and the way to take it back until then. */
export function PlannedPlan(props: { plans: Plans }) {
  const { planned, published } = props.plans;
  const [isAsking, setIsAsking] = useState(false);
  const utils = api.useUtils();
  const withdraw = api.commissionPlan.withdraw.useMutation({
    onSuccess: async () => {
      await utils.commissionPlan.list.invalidate();
      setIsAsking(false);
      showToast("Done!");
    },
  });
  if (!planned) return null;
  const inForce = published[0]?.plan ?? planned.plan;
  return (
    <Notice tone="info" title="A new plan waits for its day">
      <p>
        It is published at the beginning of <DayText value={planned.publishOn} />
        {planned.plannedByName !== null && `, as ${planned.plannedByName} planned it`}.
      </p>
      <RateChanges changes={changesBetween(inForce, planned.plan)} />
      <Button variant="default" onClick={() => setIsAsking(true)}>
        Withdraw it
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Withdraw the planned plan?"
          confirmLabel="Withdraw it"
          isBusy={withdraw.isPending}
          error={withdraw.error}
          onCancel={() => setIsAsking(false)}
          onConfirm={() => withdraw.mutate({ id: planned.id })}
        >
          <p>The plan that is in force stays in force.</p>
        </ConfirmDialog>
      )}
    </Notice>
  );
}
