import { createContext } from "react";

/** Tells the provider of the theme whether the frame of the office is there: light or dark is chosen in it alone. */
export const FrameScheme = createContext<(isOffice: boolean) => void>(() => {});
