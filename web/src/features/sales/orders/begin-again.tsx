import { useEffect } from "react";
import { useLocation } from "wouter";
import { api } from "../../../api/api.ts";
import { Loaded } from "../../../ui/feedback.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { beginAgain } from "./order-again.tsx";

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
