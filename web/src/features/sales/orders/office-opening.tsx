import { Box } from "@mantine/core";
import { startingQuantity } from "@portal/shared/platform/constants.ts";
import { useEffect } from "react";
import { Failure, Loading } from "../../../ui/feedback.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { ProductLines, useProducts } from "./more-products.tsx";
import { changeDraft, mainProductId, type OrderDraft } from "./order-draft.ts";
import type { OpeningProps } from "./quantity-step.tsx";

/** Both are in a new order of the office, so both are in the first view. */
export const officeOpensWith: readonly number[] = [mainProductId, startingQuantity.productId];

/** The office's opening of the order form: its products at the user's prices. With several recipients they are in each parcel instead. */
export function OfficeOpening({ draft, quote }: OpeningProps) {
  const { data, error, isPending, refetch, opening } = useProducts(officeOpensWith);
  const offered = data?.products;
  const sections = draft.sections.length;
  useEffect(() => {
    // Also for each added section.
    if (offered && sections > 0) changeDraft((before) => withStartingQuantity(before, offered));
  }, [offered, sections]);
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

/**
 * Adds the starting quantity of one product (specification, section 9) where the shop sells it. A quantity that the user
 * set, 0 included, is kept.
 */
function withStartingQuantity(
  draft: OrderDraft,
  offered: readonly Readonly<{ id: number; outOfStock: boolean }>[],
): OrderDraft {
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
