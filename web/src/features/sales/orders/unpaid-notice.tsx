import { Button } from "@mantine/core";
import { useEffect } from "react";
import { Link } from "wouter";
import { api } from "../../../api/api.ts";
import { reasonOf } from "../../../api/error-message.ts";
import { Notice } from "../../../ui/feedback.tsx";
import { usePageReturn } from "../../../ui/use-page-return.ts";
import classes from "./order-form.module.css";
import { forgetUnpaid } from "./unpaid-orders.ts";

/** An order that was placed in this browser, until it is paid, cancelled or gone. Who it is for is not said. */
export function UnpaidNotice({ uuid }: { uuid: string }) {
  // It may have been paid elsewhere, or since this page was left.
  const order = api.orders.byUuid.useQuery({ uuid }, { staleTime: 0 });
  usePageReturn(() => void order.refetch());
  const isOver =
    (order.data && order.data.state !== "placed") ||
    reasonOf(order.error) === "order.unknown" ||
    order.error?.data?.code === "BAD_REQUEST";
  useEffect(() => {
    if (isOver) forgetUnpaid(uuid);
  }, [isOver, uuid]);

  if (!order.data || isOver) return null;
  const { orderNumber } = order.data;
  return (
    <div className={`${classes.notices} wrap`} role="status">
      <Notice tone="info" title={`Order ${orderNumber} is not paid yet`}>
        <div className="row">
          <Button
            component={Link}
            href={`/orders/pay/${uuid}`}
            mt="xs"
            aria-label={`Pay order ${orderNumber}`}
          >
            Pay
          </Button>
          <Button
            mt="xs"
            variant="default"
            aria-label={`Hide order ${orderNumber}`}
            onClick={() => forgetUnpaid(uuid)}
          >
            Hide
          </Button>
        </div>
      </Notice>
    </div>
  );
}
