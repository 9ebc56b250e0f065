import { Button } from "@mantine/core";
import { useEffect } from "react";
import { useLocation } from "wouter";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { createOrderPath, handOverUrl } from "../../../session/paths.ts";
import { useSession } from "../../../session/session.tsx";
import { Loaded } from "../../../ui/feedback.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { changeDraft, newDraft } from "./order-draft.ts";

type Order = Pick<ApiOutputs["orders"]["detail"], "uuid" | "sections">;

/** Starts a draft with the goods and the known recipients of an order, at today's prices and availability. */
export function OrderAgain({ order }: { order: Order }) {
  const session = useSession();
  const [, navigate] = useLocation();
  const user = session.state === "signed-in" ? session.user : null;
  const isMember = user?.role === "distributor" || user?.role === "stockist";
  const path = user && isMember ? createOrderPath(user) : "/";
  if (path === null || user?.role === "admin") return null;
  const begin = () => {
    // A draft stays on its host; the other host is told the order instead.
    if (user && isMember && !user.office.isHere)
      return window.location.assign(handOverUrl(user.office.url, `${path}?again=${order.uuid}`));
    beginAgain(order);
    navigate(path);
  };
  return (
    <Button variant="default" onClick={begin}>
      Order again
    </Button>
  );
}

/** On the host where members order: starts the draft of an order that was chosen on the other host. */
export function BeginAgain(props: { uuid: string; path: string }) {
  const { uuid, path } = props;
  const [, navigate] = useLocation();
  const order = api.orders.detail.useQuery({ uuid });
  const { data } = order;
  useEffect(() => {
    if (!data) return;
    beginAgain(data);
    navigate(path, { replace: true });
  }, [data, navigate, path]);
  return (
    <>
      <PageHeader title="Create order" />
      <Loaded what="the order" query={order} lines={6}>
        {() => null}
      </Loaded>
    </>
  );
}

function beginAgain(order: Order): void {
  changeDraft(() => ({
    ...newDraft,
    sections: order.sections.map(({ addressId, lines }) => ({
      addressId,
      quantities: Object.fromEntries(
        lines.map(({ productId, quantity }) => [String(productId), quantity]),
      ),
    })),
  }));
}
