/** @returns null for what this browser cannot read; whether it is a picture is for the server to say */
export async function readPicture(file: File): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    return null;
  }
}
