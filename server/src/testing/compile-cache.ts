const { NODE_COMPILE_CACHE: folder } = process.env;

/**
 * For the environment of a process that a test starts: where Node keeps what it made of the sources, as `npm run` has
 * it, so that not every process makes it again. Empty where nothing is kept.
 */
export const compileCache: Readonly<Record<string, string>> = folder
  ? { NODE_COMPILE_CACHE: folder }
  : {};
