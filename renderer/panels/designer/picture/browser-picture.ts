/** A decoded picture, which can be drawn in any number of pixels. */
export interface DecodedPicture {
  width: number;
  height: number;
  /** Draws it, and releases it. */
  toPng: (size: { width: number; height: number }) => Promise<Uint8Array>;
}

/** Decodes a picture; undefined for what is none. */
export type DecodePicture = (file: Blob) => Promise<DecodedPicture | undefined>;

/** Decodes with what the browser knows: PNG, JPEG, WebP, BMP. */
export const browserPicture: DecodePicture = async (file) => {
  const picture = await decoded(file);
  if (!picture) return undefined;
  const toPng: DecodedPicture['toPng'] = async ({ width, height }) => {
    const canvas = new OffscreenCanvas(width, height);
    const drawing = canvas.getContext('2d');
    if (!drawing) throw new Error('This browser draws no pictures.');
    drawing.imageSmoothingQuality = 'high';
    drawing.drawImage(picture, 0, 0, width, height);
    picture.close();
    const png = await canvas.convertToBlob({ type: 'image/png' });
    return new Uint8Array(await png.arrayBuffer());
  };
  return { width: picture.width, height: picture.height, toPng };
};

/** Rejects with nothing but that it is none that the browser can decode. */
async function decoded(file: Blob): Promise<ImageBitmap | undefined> {
  try {
    return await createImageBitmap(file);
  } catch (error) {
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}
