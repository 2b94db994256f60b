import type { Bitmap } from '#rendering/raster/bitmap.ts';
import { decodeBitmap } from '#support/decode-codes.ts';

/** One piece of a device's paper, or one mark on a product. */
export interface Sheet {
  /** The serial that an independent decoder reads from it. */
  serial: string;
  /** False: an error or a power failure interrupted it. */
  isWhole: boolean;
}

type Unread = { picture: Bitmap; isWhole: boolean } | Sheet;

/** Quiet zone around a code, in mm. */
const MARGIN = 2;

/** What came out of a device, oldest first. It stays whatever happens to the device. */
export class Paper {
  readonly #dpi: number;
  readonly #unread: Unread[] = [];
  readonly #sheets: Sheet[] = [];

  constructor(dpi: number) {
    this.#dpi = dpi;
  }

  add(picture: Bitmap, isWhole: boolean): void {
    this.#unread.push({ picture, isWhole });
  }

  /** A device that draws on board has printed this text. */
  addText(serial: string, isWhole: boolean): void {
    this.#unread.push({ serial, isWhole });
  }

  /** Reads the code of every sheet. Throws if a sheet has no code that can be read. */
  async read(): Promise<readonly Sheet[]> {
    for (const unread of this.#unread.splice(0)) this.#sheets.push('serial' in unread ? unread : await this.#decode(unread));
    return this.#sheets;
  }

  async #decode({ picture, isWhole }: Exclude<Unread, Sheet>): Promise<Sheet> {
    const codes = await decodeBitmap(picture, { hdpi: this.#dpi, vdpi: this.#dpi, margin: MARGIN, format: 'QRCode' });
    const [code] = codes;
    if (!code || codes.length > 1) throw new Error(`a sheet of ${picture.width} x ${picture.height} dots has ${codes.length} codes`);
    return { serial: code.text, isWhole };
  }
}
