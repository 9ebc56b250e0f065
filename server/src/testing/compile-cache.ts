const { NODE_COMPILE_CACHE: folder } = process.env;

/** Passes Node's compile cache on to processes that a test starts, so that they start faster. */
export const compileCache: Readonly<Record<string, string>> = folder
  ? { NODE_COMPILE_CACHE: folder }
  : {};
