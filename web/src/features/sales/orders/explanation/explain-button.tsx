import { Button } from "@mantine/core";
import { useState } from "react";
import { ExplanationDialog } from "./explanation-dialog.tsx";

/** Opens why each cent of an order's commission went where. */
export function ExplainButton(props: { uuid: string; orderNumber: number }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        Why each cent
      </Button>
      {isOpen && <ExplanationDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}
