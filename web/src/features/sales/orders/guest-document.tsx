import "@mantine/core/styles/Anchor.layer.css";
import { Anchor } from "@mantine/core";
import { guestIdHeader } from "@portal/shared/platform/constants.ts";
import { useMutation } from "@tanstack/react-query";
import { Notice } from "../../../ui/feedback.tsx";

/** Downloads a document of a guest's own order. The guest id opens their recipients, so it is in no address. */
export function GuestDocument(props: {
  address: string;
  guestId: string;
  fileName: string;
  children: string;
}) {
  const { address, guestId, fileName } = props;
  const download = useMutation({
    mutationFn: async () => {
      const { takeFile } = await import("../../../ui/take-file.ts");
      return takeFile({ address, fileName, headers: { [guestIdHeader]: guestId } });
    },
  });
  return (
    <>
      <Anchor
        component="button"
        type="button"
        inherit
        disabled={download.isPending}
        onClick={() => download.mutate()}
      >
        {props.children}
      </Anchor>
      {download.data && <Notice tone="bad">{download.data}</Notice>}
    </>
  );
}
