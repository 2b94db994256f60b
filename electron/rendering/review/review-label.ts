import type { Label } from '#contract/api-v3/label.ts';
import type { Finding, Review } from '#contract/api-v3/simulation.ts';
import type { Drawing } from '../drawing.ts';
import type { PrintValues } from '../dynamic-text/print-values.ts';
import { LabelFault } from '../label-fault.ts';
import { labelGeometry, labelPlacement, sizeAround, sizeFault } from '../label-geometry.ts';
import type { LabelGeometry, PrintTarget } from '../label-geometry.ts';
import { carriedIdentifiers } from '../gs1-carried.ts';
import { isShown, locateObjects } from '../label-objects.ts';
import type { LocatedObject } from '../label-objects.ts';
import { prepareBackground } from '../objects/background.ts';
import { ObjectTexts, resolveWith } from '../objects/object-texts.ts';
import type { Resolve } from '../objects/object-texts.ts';
import { prepareObject } from '../objects/prepare-object.ts';
import { isLinearBarcode, isMatrixBarcode } from '../objects/symbol-objects.ts';
import { LabelPictures } from '../pictures/label-pictures.ts';
import type { FontLibrary } from '../text/fonts.ts';
import { codeFindings, findCode, xDimension } from './code-findings.ts';
import { faultArea } from './fault-area.ts';
import { boxOf, dotsBeyond, markedArea, onPicture, toMicrometres } from './picture-space.ts';
import type { PictureSpace } from './picture-space.ts';

/** What a label is looked at with. */
export interface ReviewContext {
  values: PrintValues;
  target: PrintTarget;
  fonts: FontLibrary;
  /** Millimetres that the printer prints downwards; undefined when that is not known. */
  printableHeight: number | undefined;
}

/** Codes whose surroundings are looked at; more on one label are looked at for their own sake only. */
const MOST_CODES = 32;

type Attempt = LocatedObject & ({ drawing: Drawing } | { fault: LabelFault });

/**
 * Looks at one print of a label: what cannot be drawn, what prints but not as it should, and how large the modules of its codes really
 * are. Throws nothing for what is wrong with the label: it is in the answer.
 */
export function reviewLabel(label: Label, { values, target, fonts, printableHeight }: ReviewContext): Review {
  const geometry = labelGeometry(label, target);
  const attempts = attemptObjects(label, geometry, { values, fonts });
  const drawings = attempts.flatMap((attempt) => ('drawing' in attempt ? [attempt.drawing] : []));
  const space = pictureSpace(geometry, drawings);
  const drawn = attempts.filter((attempt) => 'drawing' in attempt);
  const tooLarge = sizeFault(space.width, space.height);
  const codes = drawn.flatMap(({ pointer, object, drawing }) => {
    const code = isLinearBarcode(object) || isMatrixBarcode(object) ? findCode(object, drawing) : undefined;
    return code ? [{ pointer, code }] : [];
  });
  const warnings: Finding[] = codes.flatMap(({ pointer, code }, index) => {
    const isLookedAround = tooLarge === undefined && index < MOST_CODES;
    const others = isLookedAround ? drawings.filter((drawing) => drawing !== code.drawing) : [];
    const box = boxOf(onPicture(code.drawing.extent, code.drawing, space), space);
    return codeFindings(code, others, space).map((detail) => ({ pointer, detail, box }));
  });
  for (const { pointer, object, drawing } of drawn) {
    const isCode = isLinearBarcode(object) || isMatrixBarcode(object);
    warnings.push(...overflowFindings(pointer, drawing, space), ...(isCode ? [] : beyondFindings(pointer, drawing, space)));
  }
  const tooHigh = heightFinding(space, printableHeight);
  const { width, height } = boxOf({ left: 0, top: 0, width: space.width, height: space.height }, space);
  return {
    size: { width, height },
    warnings: tooHigh ? [tooHigh, ...warnings] : warnings,
    faults: [
      ...(tooLarge === undefined ? [] : [{ pointer: '/width', detail: tooLarge, box: { x: 0, y: 0, width, height } }]),
      ...backgroundFaults(label, resolveWith(values)).map((fault) => ({ ...fault, box: { x: 0, y: 0, width, height } })),
      ...attempts.flatMap((attempt) => ('fault' in attempt ? [faultFinding(attempt, geometry, space)] : [])),
    ],
    xDimensions: codes.map(({ pointer, code }) => ({ pointer, xDimension: toMicrometres(xDimension(code, space)) })),
  };
}

function attemptObjects(
  label: Label,
  { resolution }: LabelGeometry,
  { values, fonts }: Pick<ReviewContext, 'values' | 'fonts'>,
): Attempt[] {
  const resolve = resolveWith(values);
  const surroundings = { resolution, fonts, pictures: new LabelPictures(), ink: 'mono', carried: carriedIdentifiers(label) } as const;
  return locateObjects(label).flatMap((located): Attempt[] => {
    try {
      if (!isShownNow(located, resolve)) return [];
      return [{ ...located, drawing: prepareObject(located.object, surroundings).draw(resolve) }];
    } catch (error) {
      if (error instanceof LabelFault) return [{ ...located, fault: error }];
      throw error;
    }
  });
}

function backgroundFaults({ bgColor }: Label, resolve: Resolve): Omit<Finding, 'box'>[] {
  if (bgColor === undefined) return [];
  try {
    prepareBackground(bgColor, 'mono').draw(resolve);
    return [];
  } catch (error) {
    if (error instanceof LabelFault) return [{ pointer: error.path, detail: error.message }];
    throw error;
  }
}

function isShownNow({ conditions }: LocatedObject, resolve: Resolve): boolean {
  return conditions.every(({ visible }) => isShown(resolve(new ObjectTexts().prepare(visible, '/visible'))));
}

function pictureSpace({ target, pose, size }: LabelGeometry, drawings: readonly Drawing[]): PictureSpace {
  const { width, height } = sizeAround(size, drawings);
  const isUpright = pose.rotation === 'NONE' || pose.rotation === 'CW180';
  const sides = isUpright ? { width, height } : { width: height, height: width };
  return { label: labelPlacement(pose, width, height), ...sides, hdpi: target.hdpi, vdpi: target.vdpi };
}

function faultFinding(
  { pointer, object, fault }: Extract<Attempt, { fault: LabelFault }>,
  geometry: LabelGeometry,
  space: PictureSpace,
): Finding {
  const area = faultArea(object, geometry.resolution);
  return { pointer: pointer + fault.path, detail: fault.message, box: boxOf(onPicture(area.extent, area, space), space) };
}

function beyondFindings(pointer: string, drawing: Drawing, space: PictureSpace): Finding[] {
  const area = markedArea(drawing);
  if (!area) return [];
  const placed = onPicture(area, drawing, space);
  const beyond = dotsBeyond(placed, space);
  if (beyond <= 1) return [];
  const detail = `It reaches ${millimetres(beyond, space)} beyond the label and is cut off there`;
  return [{ pointer, detail, box: boxOf(placed, space) }];
}

function overflowFindings(pointer: string, drawing: Drawing, space: PictureSpace): Finding[] {
  const { x, y } = drawing.overflow ?? { x: 0, y: 0 };
  const sides = [...(x > 0 ? [`${millimetres(x, space)} too wide`] : []), ...(y > 0 ? [`${millimetres(y, space)} too high`] : [])];
  if (sides.length === 0) return [];
  const detail = `The text is ${sides.join(' and ')} for its box`;
  return [{ pointer, detail, box: boxOf(onPicture(drawing.extent, drawing, space), space) }];
}

function millimetres(dots: number, space: PictureSpace): string {
  return `${Number(boxOf({ left: 0, top: 0, width: dots, height: 0 }, space).width.toFixed(1))} mm`;
}

function heightFinding(space: PictureSpace, printable: number | undefined): Finding | undefined {
  const { width, height } = boxOf({ left: 0, top: 0, width: space.width, height: space.height }, space);
  const dot = height / space.height;
  if (printable === undefined || height <= printable + dot) return undefined;
  const round = (length: number): number => Number(length.toFixed(1));
  const detail = `The label is ${round(height)} mm high, but the printer prints ${round(printable)} mm at most`;
  return { pointer: '/height', detail, box: { x: 0, y: printable, width, height: height - printable } };
}
