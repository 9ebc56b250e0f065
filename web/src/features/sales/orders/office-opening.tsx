import { api } from "../../../api/api.ts";
import { Failure } from "../../../ui/failure.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { PageHeading } from "../../../ui/page-heading.tsx";
import classes from "./more-products.module.css";
import { ProductLine } from "./more-products.tsx";
import { activeSection, mainProductId, quantityOf } from "./order-draft.ts";
import type { OpeningProps } from "./order-form-screen.tsx";
import { useStartingQuantity } from "./starting-quantity.ts";

/** The office's plain beginning of the order form: the bottle as a line, at this person's price. */
export function OfficeOpening(props: OpeningProps) {
  const answer = api.catalog.products.useQuery(undefined, { staleTime: 60_000 });
  useStartingQuantity(props.draft, answer.data?.products);
  const main = answer.data?.products.find(({ id }) => id === mainProductId);
  return (
    <>
      <PageHeading title="Create order" area="Office" />
      {answer.error && !answer.data && (
        <Failure what="the prices" error={answer.error} onRetry={() => void answer.refetch()} />
      )}
      {answer.isPending && <Loading what="the prices" lines={1} height={72} />}
      {answer.data && main && (
        <ul className={`${classes.list} ${classes.opening}`} aria-label="What to order">
          <ProductLine
            product={main}
            currency={answer.data.currency}
            marginBps={answer.data.marginBps}
            quantity={quantityOf(activeSection(props.draft), main.id)}
          />
        </ul>
      )}
    </>
  );
}
