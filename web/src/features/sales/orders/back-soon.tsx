import { Box, Button, TextInput } from "@mantine/core";
import { requiredEmailSchema } from "@portal/shared/people/accounts.ts";
import { type SubmitEvent, useRef, useState } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { errorMessage } from "../../../api/error-message.ts";
import { useSession } from "../../../session/session.tsx";
import { useIsImpersonated } from "../../../session/use-is-impersonated.ts";
import { Form } from "../../../ui/form.tsx";
import "../../../theme/mantine-forms.ts";

type Product = ApiOutputs["catalog"]["products"]["products"][number];

/** Replaces the quantity of an out-of-stock product: the office's message and a form for the back-in-stock email. */
export function BackSoon({ product }: { product: Product }) {
  return (
    <Box className="card stack" maw={440}>
      <div>
        <p className="strong">{product.outOfStockButton || "Back soon"}</p>
        {product.outOfStockMessage && <p>{product.outOfStockMessage}</p>}
      </div>
      <TellMe productId={product.id} />
    </Box>
  );
}

/** Requests the back-in-stock email. */
export function TellMe({ productId }: { productId: number }) {
  const mayAsk = !useIsImpersonated();
  const session = useSession();
  const [email, setEmail] = useState(session.state === "signed-in" ? session.user.email : "");
  const [wrong, setWrong] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const tell = api.products.tellWhenBack.useMutation();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const checked = requiredEmailSchema.safeParse(email);
    setWrong(checked.success ? null : (checked.error.issues[0]?.message ?? null));
    if (checked.success) tell.mutate({ productId, email: checked.data });
    else field.current?.focus();
  };

  if (!mayAsk) return null;
  if (tell.isSuccess)
    return (
      <p role="status">
        We’ll email {tell.variables.email} once, when it is back. Then we delete the address.
      </p>
    );
  return (
    <Form onSubmit={submit} failure={null}>
      <TextInput
        ref={field}
        label="Email"
        description="For this one email. Then we delete it."
        type="email"
        autoComplete="email"
        maxLength={254}
        value={email}
        error={wrong ?? (tell.error && errorMessage(tell.error))}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <Button type="submit" loading={tell.isPending}>
        Tell me when it is back
      </Button>
    </Form>
  );
}
