import { useMemo } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { useCommandId } from "../../../api/use-command-id.ts";
import { Failure } from "../../../ui/failure.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { afterChange, isNew } from "../../../ui/editing/after-change.ts";
import { codedMessage } from "../../../ui/editing/coded-failure.ts";
import { EditPage } from "../../../ui/editing/edit-page.tsx";
import {
  newProductTexts,
  type PriceTerms,
  productFieldsIn,
  productForm,
  productTexts,
} from "./product-form.ts";

type Product = ApiOutputs["products"]["byId"];

/** One product on a page of its own; what it was when it was opened is what is edited. */
export function ProductPage(props: { id: number; terms: PriceTerms; onClose: () => void }) {
  const { id, terms, onClose } = props;
  const product = api.products.byId.useQuery(
    { id },
    { enabled: !isNew(id), refetchOnWindowFocus: false, gcTime: 0 },
  );
  if (isNew(id)) return <Opened product={null} terms={terms} onClose={onClose} />;
  if (product.data) return <Opened product={product.data} terms={terms} onClose={onClose} />;
  return product.error ? (
    <Failure
      what="the product"
      error={product.error}
      words={codedMessage("load", product.error)}
      onRetry={() => void product.refetch()}
    />
  ) : (
    <Loading what="the product" lines={6} />
  );
}

function Opened(props: { product: Product | null; terms: PriceTerms; onClose: () => void }) {
  const { product, terms, onClose } = props;
  const utils = api.useUtils();
  const refresh = async () => {
    await Promise.all([utils.products.invalidate(), utils.catalog.invalidate()]);
  };
  const { saved, deleted } = afterChange(refresh, onClose);
  const commandIdFor = useCommandId();
  const save = api.products.save.useMutation(saved);
  const remove = api.products.delete.useMutation(deleted);
  const id = product?.id ?? -1;
  const dateUpdated = product?.dateUpdated ?? null;
  const schema = useMemo(() => productForm({ id, dateUpdated }), [id, dateUpdated]);
  return (
    <EditPage
      area="Products"
      title={product?.name ?? "New product"}
      name="product"
      fields={useMemo(() => productFieldsIn(terms), [terms])}
      initial={product ? productTexts(product) : newProductTexts}
      schema={schema}
      save={{
        ...save,
        mutate: (values) => save.mutate({ ...values, commandId: commandIdFor(values) }),
      }}
      remove={product && { ...remove, mutate: () => remove.mutate({ id: product.id }) }}
      removeText="It can only be deleted while nobody ever ordered it. What was ordered is discontinued instead."
      onClose={onClose}
    />
  );
}
