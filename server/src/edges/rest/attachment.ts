/**
 * A `Content-Disposition` that saves a file under a name of any letters (RFC 6266): plain letters for
 * old clients, the true name beside them.
 */
export function attachment(name: string): string {
  const plain = name.replaceAll(/[^\w .()-]/g, "_");
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
