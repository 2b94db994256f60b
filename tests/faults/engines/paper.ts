import type { Bitmap } from '#rendering/raster/bitmap.ts';
import type { FieldPrint } from '../../../electron/emulators/device/print-log.ts';
import { decodeBitmap } from '#support/decode-codes.ts';

/** One piece of a device's paper, or one mark on a product. */
export interface Sheet {
  /** The serial that an independent decoder reads from it. */
  serial: string;
  /** False: an error or a power failure interrupted it. */
  isWhole: boolean;
}

interface Unread {
  picture: Bitmap;
  isWhole: boolean;
}

/** Quiet zone around a code, in mm. */
const MARGIN = 2;

/** What came out of a coder that draws on board, oldest first: the value of its field. */
export class FieldPaper {
  readonly #sheets: Sheet[] = [];

  add({ kind, fields }: FieldPrint): void {
    if (kind !== 'test') this.#sheets.push({ serial: Object.values(fields).join(), isWhole: kind === 'label' });
  }

  async read(): Promise<readonly Sheet[]> {
    return this.#sheets;
  }
}

/** What came out of a device, oldest first. It stays whatever happens to the device. */
export class Paper {
  readonly #dpi: number;
  readonly #unread: Unread[] = [];
  readonly #sheets: Sheet[] = [];
  #reading: Promise<unknown> = Promise.resolve();

  constructor(dpi: number) {
    this.#dpi = dpi;
  }

  add(picture: Bitmap, isWhole: boolean): void {
    this.#unread.push({ picture, isWhole });
  }

  /** Reads the code of every sheet, one reading after the other. Throws if a sheet has no code that can be read. */
  read(): Promise<readonly Sheet[]> {
    const reading = this.#reading.then(() => this.#readNew());
    this.#reading = reading;
    return reading;
  }

  async #readNew(): Promise<readonly Sheet[]> {
    for (const { picture, isWhole } of this.#unread.splice(0)) {
      const codes = await decodeBitmap(picture, { hdpi: this.#dpi, vdpi: this.#dpi, margin: MARGIN, format: 'QRCode' });
      const [code] = codes;
      if (!code || codes.length > 1) throw new Error(`a sheet of ${picture.width} x ${picture.height} dots has ${codes.length} codes`);
      this.#sheets.push({ serial: code.text, isWhole });
    }
    return this.#sheets;
  }
}
