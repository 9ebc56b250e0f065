const answered = new Set<string>();

/** Notes that the server has done a command: asked for in the same words, it is another one from now on. */
export function noteAnswered(variables: unknown): void {
  if (typeof variables !== "object" || variables === null || !("commandId" in variables)) return;
  if (typeof variables.commandId === "string") answered.add(variables.commandId);
}

export function wasAnswered(commandId: string): boolean {
  return answered.has(commandId);
}
