import { testimonialFields, testimonialSchema } from "@portal/shared/office/testimonials.ts";
import { type ItemSort, newItemId } from "@portal/shared/platform/editing.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { useMemo } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { forEditing, freshAnswer } from "../../../api/for-editing.ts";
import { DayText } from "../../../ui/days.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { codedMessage } from "../../../ui/editing/edit-form.tsx";
import { EditList, NamedItem, useEditList } from "../../../ui/editing/edit-list.tsx";
import { editSchema, textsOf } from "../../../ui/editing/edit-schema.ts";
import { EditSheet, isNew } from "../../../ui/editing/item-editor.tsx";
import { StatusText } from "../../../ui/facts.tsx";
import { Failure, Loading } from "../../../ui/feedback.tsx";
import type { ListColumn } from "../../../ui/list/list-columns.ts";
import { useCommand } from "../../../ui/use-command.ts";

type ListedTestimonial = ApiOutputs["testimonials"]["list"]["rows"][number];

const columns: readonly ListColumn<ListedTestimonial, ItemSort>[] = [
  {
    id: "name",
    width: "rest",
    header: "Name",
    onPhone: "title",
    sortBy: "name",
    cell: ({ name, picture }) => <NamedItem name={name} picture={picture} />,
  },
  { id: "town", width: "rest", header: "Town", onPhone: "fact", cell: ({ town }) => town },
  {
    id: "order",
    width: 96,
    header: "Sort order",
    onPhone: "none",
    align: "end",
    cell: ({ sortOrder }) => sortOrder,
  },
  {
    id: "shown",
    width: 124,
    header: "Status",
    onPhone: "status",
    cell: ({ isShown }) => (
      <StatusText tone={isShown ? "good" : "neutral"}>{isShown ? "Shown" : "Not shown"}</StatusText>
    ),
  },
  {
    id: "updated",
    width: 124,
    header: "Updated",
    onPhone: "none",
    sortBy: "updated",
    cell: ({ dateUpdated }) => <DayText value={dateUpdated} />,
  },
];

export function TestimonialsScreen() {
  const { list, asked, openId } = useEditList();
  const testimonials = api.testimonials.list.useQuery(asked, { placeholderData: keepPreviousData });
  return (
    <EditList
      title="Testimonials"
      label="testimonials"
      addLabel="Add a testimonial"
      columns={columns}
      list={list}
      answer={testimonials}
      emptyText="Add a customer’s words to show them on the home page."
    >
      {openId !== null && (
        <TestimonialSheet key={openId} id={openId} onClose={() => list.open(null)} />
      )}
    </EditList>
  );
}

type Testimonial = ApiOutputs["testimonials"]["byId"];

function TestimonialSheet(props: { id: number; onClose: () => void }) {
  const { id } = props;
  const query = api.testimonials.byId.useQuery({ id }, { ...forEditing, enabled: !isNew(id) });
  const fresh = freshAnswer(query);
  if (isNew(id)) return <Editor testimonial={null} onClose={props.onClose} />;
  if (fresh) return <Editor testimonial={fresh} onClose={props.onClose} />;
  return (
    <Sheet title="Testimonial" onClose={props.onClose}>
      {query.error ? (
        <Failure
          what="the testimonial"
          error={query.error}
          words={codedMessage("load", query.error)}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <Loading what="the testimonial" lines={6} />
      )}
    </Sheet>
  );
}

function Editor(props: { testimonial: Testimonial | null; onClose: () => void }) {
  const { testimonial, onClose } = props;
  const utils = api.useUtils();
  const save = useCommand(api.testimonials.save, { done: "Saved!", onDone: onClose });
  const remove = useCommand(api.testimonials.delete, {
    repeatable: true,
    done: "Item deleted.",
    onDone: onClose,
  });
  const id = testimonial?.id ?? newItemId;
  const schema = useMemo(() => editSchema(testimonialFields, testimonialSchema, { id }), [id]);
  return (
    <EditSheet
      title={testimonial?.name ?? "New testimonial"}
      name="testimonial"
      fields={testimonialFields}
      initial={textsOf(testimonialFields, testimonial ?? newTestimonial)}
      schema={schema}
      version={testimonial?.version ?? null}
      readSaved={async () => {
        const newer = await utils.testimonials.byId.fetch({ id }, { staleTime: 0 });
        return { version: newer.version, texts: textsOf(testimonialFields, newer) };
      }}
      save={save}
      remove={testimonial && { ...remove, send: () => remove.send({ id }) }}
      removeText="It will be removed from the shop. You cannot undo this."
      onClose={onClose}
    />
  );
}

const newTestimonial = { sortOrder: 0, isShown: true };
