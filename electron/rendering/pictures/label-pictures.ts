import { LabelFault } from '../document/label-fault.ts';
import { decodeBase64 } from './base64.ts';
import { checkPictureSize, decodePng, MAX_PIXELS } from './decode-png.ts';
import type { Pixels } from './decode-png.ts';
import { PictureError, readPng } from './read-png.ts';

/** Maximum number of dots of all pictures of a label. */
const MAX_DOTS = 100_000_000;

/** The pictures of one label while it is checked or prepared: each is decoded once, and all together are limited. */
export class LabelPictures {
  readonly #decoded = new Map<string, Pixels>();
  #pixels = 0;
  #dots = 0;

  /** The pixels of a Base64 PNG. Throws a `LabelFault`, before decompression if the picture or all of them together are too large. */
  decode(bitmap: string): Pixels {
    const cached = this.#decoded.get(bitmap);
    if (cached) return cached;
    const pixels = pictureFaults(() => this.#decode(bitmap));
    this.#decoded.set(bitmap, pixels);
    return pixels;
  }

  /** Counts the dots of a picture. Throws a `LabelFault` if all pictures together have too many. */
  reserveDots(width: number, height: number): void {
    this.#dots += width * height;
    if (this.#dots <= MAX_DOTS) return;
    throw new LabelFault('/width', `The pictures of the label cover more than ${MAX_DOTS / 1e6} million dots`);
  }

  #decode(bitmap: string): Pixels {
    const bytes = decodeBase64(bitmap.replace(/^data:image\/png;base64,/u, ''));
    if (!bytes) throw new PictureError('The picture is not base64');
    const file = readPng(bytes);
    checkPictureSize(file.header);
    this.#pixels += file.header.width * file.header.height;
    if (this.#pixels > MAX_PIXELS) throw new PictureError(`The pictures of the label have more than ${MAX_PIXELS / 1e6} million pixels`);
    return decodePng(file);
  }
}

function pictureFaults(work: () => Pixels): Pixels {
  try {
    return work();
  } catch (error) {
    if (error instanceof PictureError) throw new LabelFault('/bitmap', error.message, { cause: error });
    throw error;
  }
}
