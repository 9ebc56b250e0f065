import { testimonialFields } from "@portal/shared/office/testimonials.ts";
import { useMemo } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { useCommandId } from "../../../api/use-command-id.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { Failure } from "../../../ui/failure.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { afterChange, isNew } from "../../../ui/editing/after-change.ts";
import { codedMessage } from "../../../ui/editing/coded-failure.ts";
import { EditSheet } from "../../../ui/editing/edit-sheet.tsx";
import { newTestimonialTexts, testimonialForm, testimonialTexts } from "./testimonial-form.ts";

type Testimonial = ApiOutputs["testimonials"]["byId"];

/** One testimonial beside the list. */
export function TestimonialSheet(props: { id: number; onClose: () => void }) {
  const { id } = props;
  const said = api.testimonials.byId.useQuery(
    { id },
    { enabled: !isNew(id), refetchOnWindowFocus: false, gcTime: 0 },
  );
  if (isNew(id)) return <Opened said={null} onClose={props.onClose} />;
  if (said.data) return <Opened said={said.data} onClose={props.onClose} />;
  return (
    <Dialog shape="sheet" title="Testimonial" onClose={props.onClose}>
      {said.error ? (
        <Failure
          what="the testimonial"
          error={said.error}
          words={codedMessage("load", said.error)}
          onRetry={() => void said.refetch()}
        />
      ) : (
        <Loading what="the testimonial" lines={6} />
      )}
    </Dialog>
  );
}

function Opened(props: { said: Testimonial | null; onClose: () => void }) {
  const { said, onClose } = props;
  const utils = api.useUtils();
  const { saved, deleted } = afterChange(() => utils.testimonials.invalidate(), onClose);
  const commandIdFor = useCommandId();
  const save = api.testimonials.save.useMutation(saved);
  const remove = api.testimonials.delete.useMutation(deleted);
  const id = said?.id ?? -1;
  const dateUpdated = said?.dateUpdated ?? null;
  const schema = useMemo(() => testimonialForm({ id, dateUpdated }), [id, dateUpdated]);
  return (
    <EditSheet
      title={said?.name ?? "New testimonial"}
      name="testimonial"
      fields={testimonialFields}
      initial={said ? testimonialTexts(said) : newTestimonialTexts}
      schema={schema}
      save={{
        ...save,
        mutate: (values) => save.mutate({ ...values, commandId: commandIdFor(values) }),
      }}
      remove={said && { ...remove, mutate: () => remove.mutate({ id: said.id }) }}
      removeText="It leaves the shop, and cannot be brought back."
      onClose={onClose}
    />
  );
}
