import { createBitmap, type Bitmap } from '#rendering/raster/bitmap.ts';
import { decodeGraphic, type Graphic } from './graphic-decoder.ts';

/** What is to be printed: one label of a format. */
export interface PrintableLabel {
  picture: Bitmap;
  quantity: number;
  /** T tear off, P peel, C cut, A applicator. */
  mode: string;
  /** Whether the printer prints a label again that an error interrupted. */
  printsAgain: boolean;
}

/** Settings that stay from one label to the next. */
interface Settings {
  width: number;
  length: number;
  mode: string;
  printsAgain: boolean;
  home: Point;
}

interface Point {
  x: number;
  y: number;
}

const MAX_DOTS = 32_000;

/** Reads the commands between `^XA` and `^XZ`. Knows those that pictures need and ignores the others, as printers do. */
export class LabelFormat {
  readonly #settings: Settings = { width: 832, length: 1_218, mode: 'T', printsAgain: true, home: { x: 0, y: 0 } };
  #fields: { at: Point; graphic: Graphic }[] = [];
  #origin: Point = { x: 0, y: 0 };
  #quantity = 1;
  #isOpen = false;

  get isOpen(): boolean {
    return this.#isOpen;
  }

  get length(): number {
    return this.#settings.length;
  }

  /** Follows a command; returns the label once it is complete. Throws for a picture that cannot be decoded. */
  follow(name: string, parameters: string): PrintableLabel | undefined {
    if (name === '^XA') this.#begin();
    if (name === '^XZ' && this.#isOpen) return this.#complete();
    if (name === '^GF') this.#fields.push({ at: this.#origin, graphic: decodeGraphic(parameters) });
    else this.#set(name, parameters.trim());
    return undefined;
  }

  /** Forgets a label that is not complete. */
  forget(): void {
    this.#isOpen = false;
    this.#fields = [];
  }

  #begin(): void {
    this.#isOpen = true;
    this.#fields = [];
    this.#quantity = 1;
    this.#origin = this.#settings.home;
  }

  #set(name: string, parameters: string): void {
    const settings = this.#settings;
    if (name === '^PW') settings.width = dots(parameters);
    if (name === '^LL') settings.length = dots(parameters);
    if (name === '^LH') settings.home = point(parameters);
    if (name === '^MM') settings.mode = parameters.charAt(0);
    if (name === '^JZ') settings.printsAgain = parameters.startsWith('Y');
    if (name === '^PQ') this.#quantity = dots(parameters.split(',')[0] ?? '');
    if (name === '^FO') this.#origin = sum(settings.home, point(parameters));
  }

  #complete(): PrintableLabel {
    const { width, length, mode, printsAgain } = this.#settings;
    const picture = createBitmap(width, length);
    for (const { at, graphic } of this.#fields) draw(picture, graphic, at);
    this.forget();
    return { picture, quantity: this.#quantity, mode, printsAgain };
  }
}

function draw({ width, height, stride, words }: Bitmap, { bytes, bytesPerRow }: Graphic, at: Point): void {
  bytes.forEach((byte, index) => {
    const y = at.y + Math.floor(index / bytesPerRow);
    if (byte === 0 || y >= height) return;
    for (let bit = 0; bit < 8; bit++) {
      const x = at.x + 8 * (index % bytesPerRow) + bit;
      const word = y * stride + (x >>> 5);
      if (x < width && byte & (0x80 >> bit)) words[word] = ((words[word] ?? 0) | (0x8000_0000 >>> (x & 31))) >>> 0;
    }
  });
}

function dots(text: string): number {
  const number = Number.parseInt(text, 10);
  return Number.isNaN(number) ? 0 : Math.min(MAX_DOTS, Math.max(0, number));
}

function point(text: string): Point {
  const [x = '', y = ''] = text.split(',');
  return { x: dots(x), y: dots(y) };
}

function sum(a: Point, b: Point): Point {
  return { x: a.x + b.x, y: a.y + b.y };
}
