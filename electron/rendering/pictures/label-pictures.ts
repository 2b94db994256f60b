import { LabelFault } from '../label-fault.ts';
import { decodeBase64 } from './base64.ts';
import { checkPictureSize, decodePng, MOST_PIXELS } from './decode-png.ts';
import type { Pixels } from './decode-png.ts';
import { PictureError, readPng } from './read-png.ts';

/** Dots that all pictures of a label may be drawn with. */
const MOST_DOTS = 100_000_000;

/** The pictures of one label while it is checked or prepared: each is decoded once, and together they stay within limits. */
export class LabelPictures {
  readonly #decoded = new Map<string, Pixels>();
  #pixels = 0;
  #dots = 0;

  /** The pixels of a base64 PNG. Throws a `LabelFault`, before anything is unpacked when the picture or all of them are too large. */
  decode(bitmap: string): Pixels {
    const known = this.#decoded.get(bitmap);
    if (known) return known;
    const pixels = pictureFaults(() => this.#decode(bitmap));
    this.#decoded.set(bitmap, pixels);
    return pixels;
  }

  /** Counts what a picture is drawn with. Throws a `LabelFault` when there are too many dots. */
  reserveDots(width: number, height: number): void {
    this.#dots += width * height;
    if (this.#dots <= MOST_DOTS) return;
    throw new LabelFault('/width', `The pictures of the label cover more than ${MOST_DOTS / 1e6} million dots`);
  }

  #decode(bitmap: string): Pixels {
    const bytes = decodeBase64(bitmap.replace(/^data:image\/png;base64,/u, ''));
    if (!bytes) throw new PictureError('The picture is not base64');
    const file = readPng(bytes);
    checkPictureSize(file.header);
    this.#pixels += file.header.width * file.header.height;
    if (this.#pixels > MOST_PIXELS) throw new PictureError(`The pictures of the label have more than ${MOST_PIXELS / 1e6} million pixels`);
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
