import { Button } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../api/api.ts";
import { DayText } from "../../../ui/day-text.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { Failure } from "../../../ui/failure.tsx";
import { ListPages } from "../../../ui/list/list-pages.tsx";
import { Loading } from "../../../ui/loading.tsx";
import type { Upload } from "./upload-view.tsx";
import classes from "./uploads.module.css";

const pageSize = 20;

/** Who opened an upload and when, and how often each of them did. */
export function AccessLogSheet(props: { upload: Upload; onClose: () => void }) {
  const { id, title } = props.upload;
  const [page, setPage] = useState(1);
  const log = api.uploads.accessLog.useQuery(
    { id, page, pageSize },
    { placeholderData: keepPreviousData },
  );
  return (
    <Dialog shape="sheet" title={`Access log: ${title}`} onClose={props.onClose}>
      {log.data ? (
        <div className={classes.form}>
          {log.data.total === 0 ? (
            <Empty title="Nobody opened it yet" />
          ) : (
            <>
              <p>
                Opened {log.data.total === 1 ? "once" : `${log.data.total} times`} by{" "}
                {log.data.people === 1 ? "one person" : `${log.data.people} people`}.
              </p>
              <ul className={classes.log}>
                {log.data.rows.map(({ id: entryId, at, name, timesInAll }) => (
                  <li key={entryId}>
                    <span>
                      <DayText value={at} withTime />
                    </span>
                    <span>{name}</span>
                    <span className={classes.muted}>Count {timesInAll}</span>
                  </li>
                ))}
              </ul>
              <ListPages
                label="views"
                page={page}
                pageSize={pageSize}
                total={log.data.total}
                onPage={setPage}
              />
              <Button
                component="a"
                variant="default"
                className={classes.clear ?? ""}
                href={`/office/uploads/${id}/access-log.csv`}
                download
              >
                Download CSV
              </Button>
            </>
          )}
        </div>
      ) : log.error ? (
        <Failure what="the access log" error={log.error} onRetry={() => void log.refetch()} />
      ) : (
        <Loading what="the access log" lines={5} />
      )}
    </Dialog>
  );
}
