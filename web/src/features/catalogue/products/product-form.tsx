import {
  Button,
  Checkbox,
  Fieldset,
  NativeSelect,
  Paper,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from "@mantine/core";
import { productGroups, productSchema } from "@portal/shared/catalogue/products.ts";
import { deliveryProductCode } from "@portal/shared/platform/constants.ts";
import { incomplete, newItemId } from "@portal/shared/platform/editing.ts";
import { type Currency, exclVat, formatMoney } from "@portal/shared/platform/money.ts";
import { IconChevronLeft } from "@tabler/icons-react";
import { type ReactNode, useId, useState } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { useRegionWords } from "../../../session/use-region-words.ts";
import { codedMessage } from "../../../ui/coded-message.ts";
import { useUnsavedGuard } from "../../../ui/confirm-dialog.tsx";
import { DayText } from "../../../ui/days.tsx";
import { useDeletion } from "../../../ui/deletion.tsx";
import { doneWords } from "../../../ui/done-words.ts";
import { changedLabels, Form, useCheckedForm } from "../../../ui/form.tsx";
import { useNewerVersion } from "../../../ui/newer-version.tsx";
import { MoneyInput, WholeNumberInput } from "../../../ui/number-inputs.tsx";
import { orNull } from "../../../ui/or-null.ts";
import { PageHeader } from "../../../ui/page-header.tsx";
import { PictureField } from "../../../ui/picture-field.tsx";
import { SaveBar } from "../../../ui/save-bar.tsx";
import { useCommand } from "../../../ui/use-command.ts";
import { ShopRow } from "./shop-row.tsx";

type Product = ApiOutputs["products"]["byId"];
/** The currency of prices, and the rate of the tax that they include. */
export type PriceTerms = Readonly<{ currency: Currency; vatBps: number }>;

/** @param saved null for a new one */
function valuesOf(saved: Product | null) {
  return {
    id: saved?.id ?? newItemId,
    name: saved?.name ?? "",
    description: saved?.description ?? "",
    imageId: saved?.imageId ?? null,
    price: saved?.price ?? null,
    originalPrice: saved?.originalPrice ?? null,
    productCode: saved?.productCode ?? "",
    productGroup: saved?.productGroup ?? null,
    weightInGrams: saved?.weightInGrams ?? null,
    dimensions: saved?.dimensions ?? "",
    outOfStock: saved?.outOfStock ?? false,
    outOfStockButton: saved?.outOfStockButton ?? "",
    outOfStockMessage: saved?.outOfStockMessage ?? "",
    hide: saved?.hide ?? false,
  };
}

/** Adds or edits a product on a page of its own, beside a preview of it. */
export function ProductForm(props: {
  product: Product | null;
  terms: PriceTerms;
  onClose: () => void;
}) {
  const { product, terms, onClose } = props;
  const id = useId();
  const { form, summary, send, save, notice } = useProductForm(product, onClose);
  const remove = useCommand(api.products.delete, {
    repeatable: true,
    done: "Item deleted.",
    onDone: onClose,
  });
  const deletion = useDeletion({
    title: `Delete ${product?.name}?`,
    consequences:
      "You can only delete a product that has never been ordered. Otherwise mark it as Discontinued.",
    command: remove,
    onConfirm: () => remove.send({ id: form.values.id }),
  });
  const { leave, question } = useUnsavedGuard(form.isDirty());
  const close = () => leave(onClose);
  return (
    <Stack>
      <div>
        <Button
          variant="subtle"
          size="compact-md"
          leftSection={<IconChevronLeft size={16} stroke={1.8} aria-hidden="true" />}
          onClick={close}
        >
          All products
        </Button>
      </div>
      <PageHeader title={product?.name ?? "New product"} area="Products">
        {product && deletion.menu}
      </PageHeader>
      <Form
        id={id}
        onSubmit={send}
        summary={{ ...summary, title: incomplete }}
        failure={save.error}
        failureWords={(error) => codedMessage("save", error)}
        notice={notice}
      >
        <SimpleGrid cols={{ base: 1, md: 2 }} style={{ alignItems: "start" }}>
          <Paper p="md">
            <Stack>
              <TextInput label="Name" required autoComplete="off" {...form.getInputProps("name")} />
              <Textarea label="Description" rows={4} {...form.getInputProps("description")} />
              <PictureField
                label="Picture"
                description="JPEG, PNG or WebP, up to 20 MB."
                {...form.getInputProps("imageId")}
              />
            </Stack>
          </Paper>
          <Stack>
            <PriceFields form={form} terms={terms} />
            <SizeFields form={form} />
            <StockFields form={form} product={product} />
            <ShopRow values={form.values} currency={terms.currency} />
          </Stack>
        </SimpleGrid>
      </Form>
      <SaveBar
        form={id}
        changed={changedLabels("product", form)}
        isBusy={save.isPending}
        isNew={product === null}
        onDiscard={product === null ? close : form.reset}
      />
      {question}
      {deletion.question}
    </Stack>
  );
}

function useProductForm(product: Product | null, onSaved: () => void) {
  const utils = api.useUtils();
  const [initialValues] = useState(() => valuesOf(product));
  const { form, summary, onSubmit, showErrors } = useCheckedForm({
    name: "product",
    schema: productSchema,
    initialValues,
  });
  const save = useCommand(api.products.save, {
    done: ({ proposalId }) => doneWords(proposalId, "Saved!"),
    form: { showErrors },
    onDone: onSaved,
  });
  const { version, notice } = useNewerVersion({
    name: "product",
    form,
    kept: { version: product?.version ?? null, values: initialValues },
    failure: save.error,
    read: async () => {
      const { id } = initialValues;
      const saved = await utils.products.byId.fetch({ id }, { staleTime: 0 });
      return { version: saved.version, values: valuesOf(saved) };
    },
    amounts: ["price", "originalPrice"],
  });
  const send = onSubmit((values) => save.send({ ...values, version }));
  return { form, summary, send, save, notice };
}

type Fields = Readonly<{ form: ReturnType<typeof useProductForm>["form"] }>;

function PriceFields({ form, terms }: Fields & { terms: PriceTerms }) {
  const { currency } = terms;
  const { priceTax } = useRegionWords();
  return (
    <Card title="Price">
      <div>
        <MoneyInput
          label="Price"
          description={`Incl. ${priceTax}. Applies to new orders only.`}
          required
          currency={currency}
          {...form.getInputProps("price")}
        />
        <Text size="sm" c="dimmed" role="status">
          {taxNote(form.values.price, terms, priceTax)}
        </Text>
      </div>
      <MoneyInput
        label="Original price"
        description="Shown struck through next to the price. Display only."
        currency={currency}
        {...form.getInputProps("originalPrice")}
      />
    </Card>
  );
}

function taxNote(price: number | null, { currency, vatBps }: PriceTerms, priceTax: string) {
  if (price === null || Number.isNaN(price)) return null;
  const net = exclVat(price, vatBps);
  return `${formatMoney(net, currency)} and ${formatMoney(price - net, currency)} ${priceTax} (${vatBps / 100}%)`;
}

function SizeFields({ form }: Fields) {
  const isDelivery = form.values.productCode.trim() === deliveryProductCode;
  return (
    <Card title="Code and size">
      <TextInput
        label="Product code"
        required
        autoComplete="off"
        {...form.getInputProps("productCode")}
      />
      <NativeSelect
        label="Product group"
        description="Required, except for DELIVERY."
        required={!isDelivery}
        data={[{ value: "", label: "Please choose" }, ...productGroups]}
        {...orNull(form.getInputProps("productGroup"))}
      />
      <WholeNumberInput
        label="Weight"
        required
        unit="grams"
        {...form.getInputProps("weightInGrams")}
      />
      <TextInput
        label="Dimensions"
        description="For example 4 x 4 x 11 cm."
        required={!isDelivery}
        autoComplete="off"
        {...form.getInputProps("dimensions")}
      />
    </Card>
  );
}

function StockFields({ form, product }: Fields & { product: Product | null }) {
  return (
    <Card title="In the shop">
      <Checkbox
        label="Out of stock"
        description="Shown in the shop but cannot be ordered."
        {...form.getInputProps("outOfStock", { type: "checkbox" })}
      />
      <TextInput
        label="Out of stock button"
        description="Replaces the quantity field, for example “Back soon”."
        autoComplete="off"
        {...form.getInputProps("outOfStockButton")}
      />
      <TextInput
        label="Out of stock message"
        autoComplete="off"
        {...form.getInputProps("outOfStockMessage")}
      />
      <Checkbox
        label="Discontinued"
        description="Hidden from the shop. Still shown on past orders."
        {...form.getInputProps("hide", { type: "checkbox" })}
      />
      {product && (
        <>
          <Text size="sm" c="dimmed">
            Created <DayText value={product.dateCreated} withTime />
          </Text>
          <Text size="sm" c="dimmed">
            Updated <DayText value={product.dateUpdated} withTime />
          </Text>
        </>
      )}
    </Card>
  );
}

function Card(props: { title: string; children: ReactNode }) {
  return (
    <Paper p="md">
      <Fieldset
        variant="unstyled"
        legend={
          <Text component="span" fw={650}>
            {props.title}
          </Text>
        }
      >
        <Stack mt="xs">{props.children}</Stack>
      </Fieldset>
    </Paper>
  );
}
