import type { GeometryForm } from '../../domain/printers/printer-form.ts';

/** Width and greatest height of the picture in pixels, and the space around the print area for its measures. */
export const PICTURE = { width: 400, height: 260 };
const LEFT = 48;
const BELOW = 44;
const ABOVE = 34;
const RIGHT = 12;
/** A longer print delay is drawn with this share of the picture, no more. */
const DELAY_SHARE = 0.6;
const TICK = 5;
/** Greatest size of the name of a slice; in lower slices it is smaller, and left out below the least size. */
const NAME_SIZE = 16;
const LEAST_NAME_SIZE = 7;
const MM_PER_INCH = 25.4;

interface GeometryDrawing {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Size of the letter. */
  letter: number;
  /** How the letter is turned and mirrored, as an SVG transform. */
  turn: string;
  /** Paths of the measures. */
  across: string;
  down: string;
  /** The product detector: products pass it before they reach the print area. */
  delay: { line: string; measure: string; x: number } | undefined;
  /** Dots of the print area. */
  columns: number;
  rows: number;
  /** Height of the whole picture. */
  total: number;
}

const DEGREES = { NONE: 0, CW90: 90, CW180: 180, CCW90: -90 } as const;

/** Undefined while a measure is missing. */
export function drawGeometry(geometry: GeometryForm): GeometryDrawing | undefined {
  const { physicalWidth, height: heightMm, dpi, vdpi, printDelay = 0, productDetector, rotation, mirrored } = geometry;
  if (physicalWidth === undefined || heightMm === undefined || dpi === undefined || vdpi === undefined) return undefined;
  const space = { width: PICTURE.width - LEFT - RIGHT, height: PICTURE.height - ABOVE - BELOW };
  const hasDetector = printDelay > 0 && productDetector !== 'none';
  const delayShare = hasDetector ? Math.min(printDelay / (printDelay + physicalWidth), DELAY_SHARE) : 0;
  const scale = Math.min((space.width * (1 - delayShare)) / physicalWidth, space.height / heightMm);
  const [width, height] = [physicalWidth * scale, heightMm * scale];
  const delayWidth = hasDetector ? Math.min(printDelay * scale, space.width - width) : 0;
  const x = LEFT + (space.width - width - delayWidth) / 2;
  const y = ABOVE;
  const end = x + width;
  return {
    ...{ x, y, width, height },
    letter: Math.min(width, height) * 0.7,
    turn: `rotate(${DEGREES[rotation]})${mirrored ? ' scale(-1 1)' : ''}`,
    across: between([x, y + height + 12], [end, y + height + 12]),
    down: between([x - 12, y], [x - 12, y + height]),
    delay: hasDetector ? delayOf([end, y], delayWidth, height) : undefined,
    columns: Math.round((physicalWidth / MM_PER_INCH) * dpi),
    rows: Math.round((heightMm / MM_PER_INCH) * vdpi),
    total: y + height + BELOW,
  };
}

interface SliceDrawing {
  y: number;
  height: number;
  name: string;
  /** Size of the name; 0 in a slice that is too low for it. */
  nameSize: number;
}

/** Slices of equal height within the drawn print area, named by their heads. */
export function drawSlices(area: Pick<GeometryDrawing, 'y' | 'height'>, names: readonly string[]): SliceDrawing[] {
  const height = area.height / names.length;
  const size = Math.min(NAME_SIZE, height * 0.7);
  const nameSize = size < LEAST_NAME_SIZE ? 0 : size;
  return names.map((name, index) => ({ y: area.y + index * height, height, name, nameSize }));
}

type Point = readonly [number, number];

function delayOf([x, y]: Point, width: number, height: number) {
  const detector = x + width;
  return { line: `M${detector} ${y - 10}V${y + height}`, measure: between([x, y - 8], [detector, y - 8]), x: x + width / 2 };
}

/** A line with a tick at each end. */
function between([x1, y1]: Point, [x2, y2]: Point): string {
  const [dx, dy] = x1 === x2 ? [TICK, 0] : [0, TICK];
  const tick = (x: number, y: number) => `M${x - dx} ${y - dy}L${x + dx} ${y + dy}`;
  return `${tick(x1, y1)}M${x1} ${y1}L${x2} ${y2}${tick(x2, y2)}`;
}
