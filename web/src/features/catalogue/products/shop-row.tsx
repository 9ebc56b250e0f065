import { Box, Group, Image, Paper, Text, Title } from "@mantine/core";
import type { Currency } from "@portal/shared/platform/money.ts";
import { MoneyText } from "../../../ui/money-text.tsx";

type Typed = Readonly<{
  name: string;
  description: string;
  imageId: number | null;
  price: number | null;
  originalPrice: number | null;
  outOfStock: boolean;
  outOfStockMessage: string;
  hide: boolean;
}>;

/** A preview of the product in the shop, from the typed values. */
export function ShopRow(props: { values: Typed; currency: Currency }) {
  const { currency } = props;
  const { name, description, imageId, price, originalPrice, hide } = props.values;
  const { outOfStock, outOfStockMessage } = props.values;
  return (
    <Paper p="md" component="section" aria-labelledby="shop-row">
      <Title order={2} size="h3" id="shop-row" mb="sm">
        As shown in the shop
      </Title>
      {hide ? (
        <Text size="sm" c="dimmed">
          Discontinued: not shown.
        </Text>
      ) : (
        <Group wrap="nowrap" align="flex-start">
          {imageId !== null && (
            <Image src={`/resources/images/${imageId}?w=320`} w={64} h={64} fit="contain" alt="" />
          )}
          <Box flex={1} miw={0}>
            <Text fw={600}>{name || "New product"}</Text>
            <Text size="sm" c="dimmed" lineClamp={3}>
              {description}
            </Text>
            {outOfStock && (
              <Text size="sm" c="var(--waiting)">
                {outOfStockMessage || "Out of stock"}
              </Text>
            )}
          </Box>
          <Text component="div" ta="end">
            {isNumber(price) && <MoneyText minor={price} currency={currency} />}
            {isNumber(originalPrice) && (
              <Text size="sm" c="dimmed" td="line-through">
                <MoneyText minor={originalPrice} currency={currency} />
              </Text>
            )}
          </Text>
        </Group>
      )}
    </Paper>
  );
}

function isNumber(typed: number | null): typed is number {
  return typed !== null && !Number.isNaN(typed);
}
