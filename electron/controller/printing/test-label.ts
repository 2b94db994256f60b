import type { Label, LabelObject } from '#contract/api-v3/label.ts';
import { escapeText } from '#rendering/dynamic-text/dynamic-text.ts';

/** What a test print shows. Lengths in mm, resolutions in dots per inch. */
export interface TestLabelContent {
  printer: string;
  /** Date and time, as they are printed. */
  time: string;
  width: number;
  height: number;
  hdpi: number;
  vdpi: number;
}

/** The print height from which on texts and ticks have their full size. */
const FULL_SIZE_HEIGHT = 35;
const SMALLEST = 0.35;
/** Print areas with less height inside the rulers show only these. */
const SMALLEST_CONTENT = 3;
const FONT = { family: 'Arimo', style: 'Regular' };
/** The average width of a character, in font heights. */
const CHARACTER_WIDTH = 0.62;
/** Characters that the font has: Latin, Greek and Cyrillic. The QR code has the name as it is. */
const PRINTABLE = /[^\u0020-\u024f\u0370-\u03ff\u0400-\u04ff]/gu;
/** Modules of a QR code for such a text, with its quiet zone. */
const QR_MODULES = 45;
const LONGEST_QR_TEXT = 120;
/** Largest side of the code and smallest height of texts, in mm. */
const LARGEST_CODE = 30;
const SMALLEST_TEXT = 0.9;
const MM_PER_INCH = 25.4;

/**
 * The label of a test print: a border at the edges of the print area, a ruler in millimetres along the top and the left edge, an arrow that points
 * to the top, name, time, size and resolution as text, and name and time as a QR code. It uses no variable, counter or table.
 */
export function testLabel(content: TestLabelContent): Label {
  const { width, height, hdpi, vdpi } = content;
  const scale = Math.max(SMALLEST, Math.min(1, Math.min(width, height) / FULL_SIZE_HEIGHT));
  const layout = layOut(content, scale);
  const objs: LabelObject[] = [
    { type: 'Rect', x: 0, y: 0, width, height, lineWidth: 0.4 * scale },
    { type: 'PolyLine', points: ruler(width, scale), lineWidth: 0.2 * scale },
    { type: 'PolyLine', points: turned(ruler(height, scale)), lineWidth: 0.2 * scale },
    ...(layout.height > SMALLEST_CONTENT ? [...arrow(layout, scale), ...texts(content, layout, scale)] : []),
    ...(layout.module > 0 ? [qrCode(content, layout)] : []),
  ];
  return { format: 3, width, height, hdpi, vdpi, objs };
}

interface Layout {
  /** Corner of the space for arrow and texts inside the rulers, and its size. */
  left: number;
  top: number;
  width: number;
  height: number;
  /** Corner of the QR code, and the side of a module; 0 without space for a code. */
  codeLeft: number;
  codeTop: number;
  module: number;
}

/** The QR code is to the right of the texts, or below them in an area that is higher than wide. */
function layOut({ width, height, hdpi }: TestLabelContent, scale: number): Layout {
  const inset = 6 * scale;
  const inner = { left: inset, top: inset, width: width - 2 * inset, height: height - 1.5 * inset };
  const isTall = inner.height > 1.5 * inner.width;
  const side = isTall ? Math.min(inner.width, LARGEST_CODE) : Math.min(inner.height, inner.width / 3, LARGEST_CODE);
  const dot = MM_PER_INCH / hdpi;
  const module = Math.max(0, Math.floor(side / QR_MODULES / dot) * dot);
  const codeSide = module * QR_MODULES;
  if (isTall) return { ...inner, height: inner.height - codeSide, codeLeft: inset, codeTop: height - inset / 2 - codeSide, module };
  return { ...inner, width: inner.width - codeSide, codeLeft: width - inset / 2 - codeSide, codeTop: inset, module };
}

/** Ticks at every millimetre from the corner on, longer at 5 and 10 mm, in one line. */
function ruler(length: number, scale: number): number[] {
  const points: number[] = [];
  for (let at = 0; at <= length; at += 1) {
    const tick = (at % 10 === 0 ? 3.5 : at % 5 === 0 ? 2.2 : 1.2) * scale;
    points.push(at, 0, at, tick, at, 0);
  }
  return points;
}

function turned(points: readonly number[]): number[] {
  return points.map((_, index) => points[index % 2 === 0 ? index + 1 : index - 1] ?? 0);
}

function arrow({ left, top, height }: Layout, scale: number): LabelObject[] {
  const x = left + 2 * scale;
  const [tip, end] = [top, top + height];
  const head = 1.6 * scale;
  return [
    { type: 'PolyLine', points: [x, end, x, tip], lineWidth: 0.6 * scale },
    { type: 'PolyLine', points: [x - head, tip + 2 * head, x, tip, x + head, tip + 2 * head], lineWidth: 0.6 * scale },
  ];
}

function texts({ printer, time, width, height, hdpi, vdpi }: TestLabelContent, layout: Layout, scale: number): LabelObject[] {
  const left = layout.left + 5 * scale;
  const space = layout.left + layout.width - left;
  const lines = [printer, time, `${round(width)} x ${round(height)} mm`, `${round(hdpi)} x ${round(vdpi)} dpi`];
  const pitch = Math.min(6 * scale, layout.height / lines.length);
  const longest = Math.max(...lines.map(({ length }) => length));
  const size = Math.min(pitch * 0.62, Math.max(SMALLEST_TEXT, space / (longest * CHARACTER_WIDTH)));
  const most = Math.max(1, Math.floor(space / (size * CHARACTER_WIDTH)));
  return lines.map((line, index): LabelObject => {
    const shown = [...line.replace(PRINTABLE, '?')].slice(0, most).join('');
    return { type: 'Text', x: left, y: layout.top + index * pitch, text: escapeText(shown), font: { ...FONT, height: size } };
  });
}

function qrCode({ printer, time }: TestLabelContent, { codeLeft, codeTop, module }: Layout): LabelObject {
  const text = escapeText([...`${printer} ${time}`].slice(0, LONGEST_QR_TEXT).join(''));
  return { type: 'QRCode', x: codeLeft, y: codeTop, moduleSize: module, eccLevel: 'L', quietZone: true, text };
}

function round(length: number): number {
  return Math.round(length * 10) / 10;
}
