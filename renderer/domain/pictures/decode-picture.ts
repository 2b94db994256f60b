/** A decoded picture, which can be drawn at any size. */
export interface DecodedPicture {
  width: number;
  height: number;
  /** Draws the picture and releases it. */
  toPng: (size: { width: number; height: number }) => Promise<Uint8Array>;
}

/** Decodes a picture; undefined if the file is not one. */
export type DecodePicture = (file: Blob) => Promise<DecodedPicture | undefined>;

/** Decodes with the browser's decoders: PNG, JPEG, WebP, BMP. */
export const decodeInBrowser: DecodePicture = async (file) => {
  const picture = await decoded(file);
  if (!picture) return undefined;
  const toPng: DecodedPicture['toPng'] = async ({ width, height }) => {
    const canvas = new OffscreenCanvas(width, height);
    const drawing = canvas.getContext('2d');
    if (!drawing) throw new Error('This browser cannot draw pictures.');
    drawing.imageSmoothingQuality = 'high';
    drawing.drawImage(picture, 0, 0, width, height);
    picture.close();
    const png = await canvas.convertToBlob({ type: 'image/png' });
    return new Uint8Array(await png.arrayBuffer());
  };
  return { width: picture.width, height: picture.height, toPng };
};

/** Undefined if the browser cannot decode the file. */
async function decoded(file: Blob): Promise<ImageBitmap | undefined> {
  try {
    return await createImageBitmap(file);
  } catch (error) {
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}
