import { Box } from "@mantine/core";
import { startingQuantity } from "@portal/shared/platform/constants.ts";
import { useEffect } from "react";
import { api } from "../../../api/api.ts";
import { Failure, Loading } from "../../../ui/feedback.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { ProductLine } from "./more-products.tsx";
import {
  activeSection,
  changeDraft,
  mainProductId,
  type OrderDraft,
  quantityOf,
} from "./order-draft.ts";
import type { OpeningProps } from "./order-form-screen.tsx";

/** The office's plain beginning of the order form: the bottle as a line, at this person's price; with several people it stands in each parcel. */
export function OfficeOpening(props: OpeningProps) {
  const answer = api.catalog.products.useQuery(undefined, { staleTime: 60_000 });
  useStartingQuantity(props.draft, answer.data?.products);
  const main = answer.data?.products.find(({ id }) => id === mainProductId);
  return (
    <>
      <PageHeader title="Create order" />
      {answer.error && !answer.data && (
        <Failure what="your prices" error={answer.error} onRetry={() => void answer.refetch()} />
      )}
      {answer.isPending && <Loading what="your prices" lines={1} height={72} />}
      {answer.data && main && props.draft.sections.length === 1 && (
        <Box component="ul" className="plain" mt="md" maw={720} aria-label="What to order">
          <ProductLine
            product={main}
            currency={answer.data.currency}
            marginBps={answer.data.marginBps}
            quantity={quantityOf(activeSection(props.draft), main.id)}
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
