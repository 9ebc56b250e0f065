import { type ItemSort, newItemId } from "@portal/shared/platform/editing.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { forEditing, freshAnswer } from "../../../api/for-editing.ts";
import { codedMessage } from "../../../ui/coded-message.ts";
import { DayText } from "../../../ui/days.tsx";
import { EditList, NamedItem, useEditList } from "../../../ui/edit-list.tsx";
import { StatusText } from "../../../ui/facts.tsx";
import { Failure, Loading } from "../../../ui/feedback.tsx";
import type { ListColumn } from "../../../ui/list/list-columns.ts";
import { Sheet } from "../../../ui/sheet.tsx";
import { TestimonialForm } from "./testimonial-form.tsx";

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

function TestimonialSheet(props: { id: number; onClose: () => void }) {
  const { id, onClose } = props;
  const isNew = id === newItemId;
  const query = api.testimonials.byId.useQuery({ id }, { ...forEditing, enabled: !isNew });
  const fresh = freshAnswer(query);
  if (isNew) return <TestimonialForm testimonial={null} onClose={onClose} />;
  if (fresh) return <TestimonialForm testimonial={fresh} onClose={onClose} />;
  return (
    <Sheet title="Testimonial" onClose={onClose}>
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
