import { Box } from "@mantine/core";
import { startingQuantity } from "@portal/shared/platform/constants.ts";
import { useEffect } from "react";
import { Failure, Loading } from "../../../ui/feedback.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { ProductLines, useProducts } from "./more-products.tsx";
import { changeDraft, mainProductId, type OrderDraft } from "./order-draft.ts";
import type { OpeningProps } from "./order-form-screen.tsx";

/** Both are in an order of the office before anything was pressed, so both stand in the first view. */
export const officeOpensWith: readonly number[] = [mainProductId, startingQuantity.productId];

/** The office's plain beginning of the order form: what it opens with, a line each, at this person's prices; with several people they stand in each parcel. */
export function OfficeOpening({ draft, quote }: OpeningProps) {
  const { data, error, isPending, refetch, opening } = useProducts(officeOpensWith);
  useStartingQuantity(draft, data?.products);
  return (
    <>
      <PageHeader title="Create order" />
      {error && !data && (
        <Failure what="your prices" error={error} onRetry={() => void refetch()} />
      )}
      {isPending && <Loading what="your prices" lines={2} height={72} />}
      {opening.length > 0 && draft.sections.length === 1 && (
        <Box mt="md" maw={720}>
          <ProductLines
            draft={draft}
            lines={quote.quote?.sections[0]?.lines}
            products={opening}
            label="What to order"
          />
        </Box>
      )}
    </>
  );
}

type Offered = readonly Readonly<{ id: number; outOfStock: boolean }>[];

/**
 * The one product that an order begins with several of (specification, section 9), where the shop sells
 * it. Whoever set another number, or none, keeps theirs.
 */
function withStartingQuantity(draft: OrderDraft, offered: Offered): OrderDraft {
  const { productId, quantity } = startingQuantity;
  const isSold = offered.some(({ id, outOfStock }) => id === productId && !outOfStock);
  const isNew = ({ quantities }: OrderDraft["sections"][number]) => !(productId in quantities);
  if (!isSold || !draft.sections.some(isNew)) return draft;
  return {
    ...draft,
    sections: draft.sections.map((section) =>
      isNew(section)
        ? { ...section, quantities: { ...section.quantities, [productId]: quantity } }
        : section,
    ),
  };
}

function useStartingQuantity(draft: OrderDraft, offered: Offered | undefined): void {
  const sections = draft.sections.length;
  useEffect(() => {
    // A section that was just added begins as the first one did.
    if (offered && sections > 0) changeDraft((before) => withStartingQuantity(before, offered));
  }, [offered, sections]);
}
