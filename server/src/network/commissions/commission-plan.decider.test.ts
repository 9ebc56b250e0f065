import { describe, test } from "vitest";
import { specify } from "../../testing/decider-spec.ts";
import { commissionPlanDecider } from "./commission-plan.decider.ts";
import {
  type CommissionPlan,
  type CommissionPlanEvent,
  defaultPlan,
} from "./commission-plan.events.ts";

const given = specify(commissionPlanDecider);

const generous: CommissionPlan = { ...defaultPlan, leader: 1500 };
const publish = (plan: CommissionPlan) => ({ type: "PublishPlan", plan }) as const;
const published = (plan: CommissionPlan): CommissionPlanEvent => ({
  type: "CommissionPlanPublished",
  data: plan,
});

describe("the commission plan", () => {
  test("is in force once it is published", () =>
    given().when(publish(generous)).thenHappened(published(generous)));
  test("is not published again while it is in force", () => {
    given().when(publish(defaultPlan)).thenNothing();
    given(published(generous)).when(publish(generous)).thenNothing();
  });
  test("can return to an earlier plan", () =>
    given(published(generous)).when(publish(defaultPlan)).thenHappened(published(defaultPlan)));
  test.each([
    { ...generous, own: { ...generous.own, "3": 900 } },
    { ...generous, upline: { ...generous.upline, "2": { "3": 400 } } },
  ])("differs in any one rate", (plan) =>
    given(published(generous)).when(publish(plan)).thenHappened(published(plan)),
  );
});
