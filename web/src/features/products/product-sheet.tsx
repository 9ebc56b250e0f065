import type { Currency } from "@portal/shared/money.ts";
import { productFields } from "@portal/shared/products.ts";
import { useMemo } from "react";
import { api, type ApiOutputs } from "../../api/api.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Loading } from "../../ui/loading.tsx";
import { afterChange, isNew } from "../../ui/editing/after-change.ts";
import { codedMessage } from "../../ui/editing/coded-failure.ts";
import { withUnit } from "../../ui/editing/edit-texts.ts";
import { EditSheet } from "../../ui/editing/edit-sheet.tsx";
import { newProductTexts, productForm, productTexts } from "./product-form.ts";

type Product = ApiOutputs["products"]["byId"];

/** One product beside the list; what it was when it was opened is what is edited. */
export function ProductSheet(props: { id: number; currency: Currency; onClose: () => void }) {
  const { id, currency, onClose } = props;
  const product = api.products.byId.useQuery(
    { id },
    { enabled: !isNew(id), refetchOnWindowFocus: false, gcTime: 0 },
  );
  if (isNew(id)) return <Opened product={null} {...{ currency, onClose }} />;
  if (product.data) return <Opened product={product.data} {...{ currency, onClose }} />;
  return (
    <Dialog shape="sheet" title="Product" onClose={onClose}>
      {product.error ? (
        <Failure
          what="the product"
          error={product.error}
          words={codedMessage("load", product.error)}
          onRetry={() => void product.refetch()}
        />
      ) : (
        <Loading what="the product" lines={6} />
      )}
    </Dialog>
  );
}

function Opened(props: { product: Product | null; currency: Currency; onClose: () => void }) {
  const { product, currency, onClose } = props;
  const utils = api.useUtils();
  const refresh = async () => {
    await Promise.all([utils.products.invalidate(), utils.catalog.invalidate()]);
  };
  const { saved, deleted } = afterChange(refresh, onClose);
  const save = api.products.save.useMutation(saved);
  const remove = api.products.delete.useMutation(deleted);
  const id = product?.id ?? -1;
  const dateUpdated = product?.dateUpdated ?? null;
  const schema = useMemo(() => productForm({ id, dateUpdated }), [id, dateUpdated]);
  return (
    <EditSheet
      title={product?.name ?? "New product"}
      name="product"
      fields={useMemo(() => withUnit(productFields, currency), [currency])}
      initial={product ? productTexts(product) : newProductTexts}
      schema={schema}
      save={save}
      remove={product && { ...remove, mutate: () => remove.mutate({ id: product.id }) }}
      removeText="It can only be deleted while nobody ever ordered it. What was ordered is discontinued instead."
      onClose={onClose}
    />
  );
}
