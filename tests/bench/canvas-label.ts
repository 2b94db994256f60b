import { createRequire } from 'node:module';
import { createCanvas, GlobalFonts, loadImage, type SKRSContext2D } from '@napi-rs/canvas';
import bwip, { type RenderOptions } from 'bwip-js/node';

/** Values that differ between prints. */
export interface CanvasValues {
  /** As printed on the label. */
  date: string;
  /** As encoded in GS1. */
  expiry: string;
  serial: string;
}

const GTIN = '09521234510000';
const FAMILY = 'Bench Arimo';
/** Distance from the top of a line to its baseline, in ems. */
const ASCENT = 0.905;
const INK_LIMIT = 128;

function registerFonts(): void {
  const { resolve } = createRequire(import.meta.url);
  GlobalFonts.registerFromPath(resolve('@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf'), FAMILY);
  GlobalFonts.registerFromPath(resolve('@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf'), `${FAMILY} Bold`);
}

/**
 * The label of P1 as a program with a canvas and a barcode library renders it: barcodes as PNG, scaled to whole dots per module without
 * smoothing, the label as a PNG that is decoded and thresholded. Returns packed bits, 1 = ink.
 */
export function prepareCanvasLabel(dpi: number): (values: CanvasValues) => Promise<Uint8Array> {
  registerFonts();
  const dots = (length: number): number => Math.round((length * dpi) / 25.4);
  const [width, height] = [dots(100), dots(50)];
  return async (values) => {
    const canvas = createCanvas(width, height);
    const context = canvas.getContext('2d');
    context.fillStyle = 'white';
    context.fillRect(0, 0, width, height);
    context.fillStyle = 'black';
    drawTexts(context, dots, values);
    await drawCodes(context, dots, values);
    const picture = await loadImage(canvas.toBuffer('image/png'));
    const page = createCanvas(width, height).getContext('2d');
    page.drawImage(picture, 0, 0);
    return threshold(page.getImageData(0, 0, width, height).data, width, height);
  };
}

function drawTexts(context: SKRSContext2D, dots: (length: number) => number, { date, serial }: CanvasValues): void {
  context.lineWidth = dots(0.4);
  context.strokeRect(dots(0.5) + dots(0.4) / 2, dots(0.5) + dots(0.4) / 2, dots(99) - dots(0.4), dots(49) - dots(0.4));
  context.font = `${dots(5)}px "${FAMILY} Bold"`;
  context.fillText('Sardines in tomato sauce', dots(3), dots(2) + ASCENT * dots(5));
  context.font = `${dots(4)}px "${FAMILY}"`;
  context.fillText('Net weight 135 g, drained 95 g', dots(3), dots(8.5) + ASCENT * dots(4));
  context.fillText('Best before', dots(3), dots(14) + ASCENT * dots(4));
  context.fillText('Serial', dots(3), dots(19.5) + ASCENT * dots(4));
  context.fillText(date, dots(28), dots(14) + ASCENT * dots(4));
  context.fillText(serial, dots(28), dots(19.5) + ASCENT * dots(4));
}

async function drawCodes(context: SKRSContext2D, dots: (length: number) => number, { expiry, serial }: CanvasValues): Promise<void> {
  context.imageSmoothingEnabled = false;
  const bars = await loadImage(await bwip.toBuffer({ bcid: 'gs1-128', text: `(01)${GTIN}(21)${serial}`, scale: 1, height: 1 }));
  const barsWidth = bars.width * dots(0.25);
  context.drawImage(bars, dots(3) + 10 * dots(0.25), dots(28), barsWidth, dots(14));
  context.font = `${dots(3)}px "${FAMILY}"`;
  context.textAlign = 'center';
  context.fillText(`(01)${GTIN}(21)${serial}`, dots(3) + 10 * dots(0.25) + barsWidth / 2, dots(42) + ASCENT * dots(3));
  context.textAlign = 'left';
  const matrix = await loadImage(await bwip.toBuffer({ bcid: 'gs1datamatrix', text: `(01)${GTIN}(17)${expiry}(21)${serial}`, scale: 1 }));
  drawMatrix(context, matrix, { x: dots(66) + dots(0.5), y: dots(3) + dots(0.5), module: dots(0.5) });
  const link: RenderOptions & { eclevel: string } = {
    bcid: 'qrcode',
    text: `https://example.com/01/${GTIN}/21/${serial}`,
    eclevel: 'L',
    scale: 1,
  };
  const qr = await loadImage(await bwip.toBuffer(link));
  drawMatrix(context, qr, { x: dots(80) + 4 * dots(0.5), y: dots(26) + 4 * dots(0.5), module: dots(0.5) });
}

type Picture = Awaited<ReturnType<typeof loadImage>>;

/** At its smallest scale the library draws a module of a matrix code with two dots. */
function drawMatrix(context: SKRSContext2D, picture: Picture, { x, y, module }: { x: number; y: number; module: number }): void {
  context.drawImage(picture, x, y, (picture.width / 2) * module, (picture.height / 2) * module);
}

function threshold(pixels: Uint8ClampedArray, width: number, height: number): Uint8Array {
  const stride = (width + 7) >>> 3;
  const rows = new Uint8Array(stride * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * stride + (x >>> 3);
      if ((pixels[(y * width + x) * 4] ?? 0) < INK_LIMIT) rows[at] = (rows[at] ?? 0) | (0x80 >>> (x & 7));
    }
  }
  return rows;
}
