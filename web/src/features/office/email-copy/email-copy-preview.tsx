import {
  type CopyWords,
  copyWordsSchema,
  type EmailCopyKind,
  smsLength,
} from "@portal/shared/office/email-copy.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api } from "../../../api/api.ts";
import { Failure } from "../../../ui/failure.tsx";
import { FilterTabs } from "../../../ui/list/filter-tabs.tsx";
import { Loading } from "../../../ui/loading.tsx";
import classes from "./email-copy.module.css";

const pauseMs = 300;

/**
 * The message as it arrives, about an order that is not there. The frame runs no script, opens no window
 * and knows no origin.
 */
export function EmailCopyPreview(props: { kind: EmailCopyKind; words: CopyWords }) {
  const [width, setWidth] = useState<"phone" | "desk">("phone");
  const words = useSettled(props.words);
  const isFit = copyWordsSchema(props.kind).safeParse(words).success;
  const preview = api.emailCopy.preview.useQuery(
    { kind: props.kind, ...words },
    { enabled: isFit, placeholderData: keepPreviousData },
  );
  return (
    <section aria-labelledby="preview" className={classes.preview}>
      <div className={classes.previewHead}>
        <h2 id="preview">As it arrives</h2>
        <FilterTabs
          label="Width"
          chosen={width}
          tabs={[
            { value: "phone", label: "Phone", count: undefined },
            { value: "desk", label: "Desk", count: undefined },
          ]}
          onChosen={setWidth}
        />
      </div>
      {!isFit && <p role="status">Shown anew when the words are complete.</p>}
      {preview.data ? (
        <>
          <p className={classes.subject}>{preview.data.subject}</p>
          {preview.data.preheader !== "" && (
            <p className={classes.preheader}>
              Beside it in lists of mails: {preview.data.preheader}
            </p>
          )}
          <div className={classes.stage}>
            <iframe
              className={classes.frame}
              data-width={width}
              title="The message as it looks"
              sandbox=""
              referrerPolicy="no-referrer"
              srcDoc={preview.data.html}
            />
          </div>
          {preview.data.sms !== null && <Sms text={preview.data.sms} />}
        </>
      ) : preview.error ? (
        <Failure what="the preview" error={preview.error} onRetry={() => void preview.refetch()} />
      ) : (
        isFit && <Loading what="the preview" lines={6} height={36} />
      )}
    </section>
  );
}

function Sms(props: { text: string }) {
  const { used, perPart, parts } = smsLength(props.text);
  return (
    <div className={classes.sms}>
      <h3>SMS</h3>
      <p className={classes.bubble}>{props.text}</p>
      <p role="status">
        {parts === 1
          ? `${used} of ${perPart} characters, one SMS`
          : `${used} characters, ${parts} SMS: each of them costs`}
      </p>
    </div>
  );
}

/** What was typed, once the typing pauses. */
function useSettled(words: CopyWords): CopyWords {
  const [settled, setSettled] = useState(words);
  const typed = JSON.stringify(words);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(words), pauseMs);
    return () => clearTimeout(timer);
    // The same words in another object are no news.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [typed]);
  return settled;
}
