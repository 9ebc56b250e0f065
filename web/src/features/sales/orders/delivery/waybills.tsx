import { Button } from "@mantine/core";
import { useState } from "react";
import { api } from "../../../../api/api.ts";
import { Failure } from "../../../../ui/failure.tsx";
import classes from "./delivery.module.css";

/** The courier makes a link for a short time, so it is asked for when somebody wants it. */
export function Waybills(props: { uuid: string }) {
  const [isWanted, setWanted] = useState(false);
  const waybills = api.courier.waybillUrl.useQuery(
    { uuid: props.uuid },
    { enabled: isWanted, retry: false, staleTime: 0, gcTime: 0 },
  );
  if (waybills.error)
    return (
      <Failure what="the waybill" error={waybills.error} onRetry={() => void waybills.refetch()} />
    );
  if (!waybills.data)
    return (
      <div>
        <Button variant="default" loading={waybills.isFetching} onClick={() => setWanted(true)}>
          Get the waybill
        </Button>
      </div>
    );
  return (
    <ul className={classes.links}>
      {waybills.data.map(({ trackingReference, url }) => (
        <li key={trackingReference}>
          <a href={url} target="_blank" rel="noreferrer">
            Open waybill {trackingReference}
          </a>
        </li>
      ))}
    </ul>
  );
}
