/** The pages of members and of the office: they have the office's frame, and a document of their own (web/office.html). */
export function isOfficePath(path: string): boolean {
  return /^\/(?:admin|distributor|stockist|system)(?:\/|$)/.test(path);
}
