import type { ItemSort } from "@portal/shared/platform/editing.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { DayText } from "../../../ui/day-text.tsx";
import type { ListColumn } from "../../../ui/list/data-list.tsx";
import { StatusText } from "../../../ui/status-text.tsx";
import { EditList, useEditList } from "../../../ui/editing/edit-list.tsx";
import { NamedItem } from "../../../ui/editing/named-item.tsx";
import { TestimonialSheet } from "./testimonial-sheet.tsx";

type Testimonial = ApiOutputs["testimonials"]["list"]["rows"][number];

const columns: readonly ListColumn<Testimonial, ItemSort>[] = [
  {
    id: "name",
    header: "Name",
    onCard: "title",
    sortBy: "name",
    cell: ({ name, picture }) => <NamedItem name={name} picture={picture} />,
  },
  { id: "town", header: "Town", onCard: "fact", cell: ({ town }) => town },
  {
    id: "order",
    header: "Sort order",
    onCard: "none",
    align: "end",
    cell: ({ sortOrder }) => sortOrder,
  },
  {
    id: "shown",
    header: "Status",
    onCard: "status",
    cell: ({ isShown }) => (
      <StatusText tone={isShown ? "good" : "neutral"}>{isShown ? "Shown" : "Not shown"}</StatusText>
    ),
  },
  {
    id: "updated",
    header: "Updated",
    onCard: "none",
    sortBy: "updated",
    cell: ({ dateUpdated }) => <DayText value={dateUpdated} />,
  },
];

/** What buyers say, and which of it the shop shows. */
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
      emptyText="Add what a buyer said, and the shop shows it on its first page."
    >
      {openId !== null && (
        <TestimonialSheet key={openId} id={openId} onClose={() => list.open(null)} />
      )}
    </EditList>
  );
}
