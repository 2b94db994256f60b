import type { Label } from '#contract/api-v3/label.ts';
import type { Finding, Review } from '#contract/api-v3/simulation.ts';
import type { Drawing } from '../../raster/drawing.ts';
import type { PrintValues } from '../../dynamic-text/print-values.ts';
import { LabelFault } from '../../document/label-fault.ts';
import { labelGeometry, labelPlacement, sizeAround, sizeFault } from '../label-geometry.ts';
import type { LabelGeometry, PrintTarget } from '../label-geometry.ts';
import { carriedIdentifiers } from '../carried-identifiers.ts';
import { prepareBackground } from '../../objects/background.ts';
import { resolveWith } from '../../objects/object-texts.ts';
import type { Resolve } from '../../objects/object-texts.ts';
import { isLinearBarcode, isMatrixBarcode } from '../../objects/symbol-objects.ts';
import { LabelPictures } from '../../pictures/label-pictures.ts';
import type { FontLibrary } from '../../text/font-library.ts';
import { prepareAttempts } from './attempts.ts';
import type { Attempt } from './attempts.ts';
import { codeFindings, findCode, markedDrawing, xDimension } from './code-findings.ts';
import type { DrawnCode } from './code-findings.ts';
import { faultArea } from './fault-area.ts';
import { boxOf, dotsBeyond, markedArea, onPicture, toMicrometres } from './picture-space.ts';
import type { PictureSpace } from './picture-space.ts';

/** The printer and fonts of a review. */
export interface ReviewContext {
  target: PrintTarget;
  fonts: FontLibrary;
  /** Print height of the printer in millimetres; undefined if unknown. */
  printableHeight: number | undefined;
}

/** Maximum number of codes whose surroundings are checked; further codes are checked by themselves. */
const MAX_CODES = 32;

/**
 * Reviews one print of a label: faults, warnings, and the actual module widths of its barcodes. Faults of the label are part of the result
 * and never thrown.
 */
export function reviewLabel(label: Label, values: PrintValues, context: ReviewContext): Review {
  return compileReview(label, context)(values);
}

/** Prepares a label for many reviews; the function works like `reviewLabel`. */
export function compileReview(label: Label, { target, fonts, printableHeight }: ReviewContext): (values: PrintValues) => Review {
  const geometry = labelGeometry(label, target);
  const { resolution } = geometry;
  const renderContext = { resolution, fonts, pictures: new LabelPictures(), ink: 'mono', carried: carriedIdentifiers(label) } as const;
  const attempt = prepareAttempts(label, renderContext);
  return (values) => {
    const resolve = resolveWith(values);
    const attempts = attempt(resolve);
    const drawn = attempts.filter((one) => 'drawing' in one);
    const space = pictureSpace(
      geometry,
      drawn.map(({ drawing }) => drawing),
    );
    const codes = drawn.flatMap(({ pointer, object, drawing }) => {
      const code = isLinearBarcode(object) || isMatrixBarcode(object) ? findCode(object, drawing) : undefined;
      return code ? [{ pointer, code }] : [];
    });
    const { width, height } = boxOf({ left: 0, top: 0, width: space.width, height: space.height }, space);
    return {
      size: { width, height },
      warnings: [...heightFindings(space, printableHeight), ...aroundCodes(codes, drawn, space), ...ofObjects(drawn, space)],
      faults: [
        ...labelFaults(label, resolve, space),
        ...attempts.flatMap((one) => ('fault' in one ? [faultFinding(one, geometry, space)] : [])),
      ],
      xDimensions: codes.map(({ pointer, code }) => ({ pointer, xDimension: toMicrometres(xDimension(code, space)) })),
    };
  };
}

type Drawn = Extract<Attempt, { drawing: Drawing }>;

function aroundCodes(codes: readonly { pointer: string; code: DrawnCode }[], drawn: readonly Drawn[], space: PictureSpace): Finding[] {
  const isDrawable = sizeFault(space.width, space.height) === undefined;
  const marked = isDrawable && codes.length > 0 ? drawn.flatMap(({ drawing }) => markedDrawing(drawing, space)) : [];
  return codes.flatMap(({ pointer, code }, index) => {
    const others = index < MAX_CODES ? marked.filter(({ drawing }) => drawing !== code.drawing) : [];
    const box = boxOf(onPicture(code.drawing.extent, code.drawing, space), space);
    return codeFindings(code, others, space).map(({ kind, detail }) => ({ kind, pointer, detail, box }));
  });
}

function ofObjects(drawn: readonly Drawn[], space: PictureSpace): Finding[] {
  return drawn.flatMap(({ pointer, object, drawing }) => {
    const isCode = isLinearBarcode(object) || isMatrixBarcode(object);
    return [...overflowFindings(pointer, drawing, space), ...(isCode ? [] : beyondFindings(pointer, drawing, space))];
  });
}

/** Faults of the label as a whole. */
function labelFaults(label: Label, resolve: Resolve, space: PictureSpace): Finding[] {
  const box = boxOf({ left: 0, top: 0, width: space.width, height: space.height }, space);
  const tooLarge = sizeFault(space.width, space.height);
  return [...(tooLarge === undefined ? [] : [{ pointer: '/width', detail: tooLarge }]), ...backgroundFaults(label, resolve)].map(
    (fault) => ({ kind: 'fault', ...fault, box }),
  );
}

function backgroundFaults({ bgColor }: Label, resolve: Resolve): Pick<Finding, 'pointer' | 'detail'>[] {
  if (bgColor === undefined) return [];
  try {
    prepareBackground(bgColor, 'mono').draw(resolve);
    return [];
  } catch (error) {
    if (error instanceof LabelFault) return [{ pointer: error.path, detail: error.message }];
    throw error;
  }
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
  return { kind: 'fault', pointer: pointer + fault.path, detail: fault.message, box: boxOf(onPicture(area.extent, area, space), space) };
}

function beyondFindings(pointer: string, drawing: Drawing, space: PictureSpace): Finding[] {
  const area = markedArea(drawing);
  if (!area) return [];
  const placed = onPicture(area, drawing, space);
  const beyond = dotsBeyond(placed, space);
  if (beyond <= 1) return [];
  const detail = `It extends ${millimetres(beyond, space)} beyond the label and is cut off`;
  return [{ kind: 'beyond', pointer, detail, box: boxOf(placed, space) }];
}

function overflowFindings(pointer: string, drawing: Drawing, space: PictureSpace): Finding[] {
  const { x, y } = drawing.overflow ?? { x: 0, y: 0 };
  const sides = [...(x > 0 ? [`${millimetres(x, space)} too wide`] : []), ...(y > 0 ? [`${millimetres(y, space)} too high`] : [])];
  if (sides.length === 0) return [];
  const detail = `The text is ${sides.join(' and ')} for its box`;
  return [{ kind: 'overflow', pointer, detail, box: boxOf(onPicture(drawing.extent, drawing, space), space) }];
}

function millimetres(dots: number, space: PictureSpace): string {
  return `${Number(boxOf({ left: 0, top: 0, width: dots, height: 0 }, space).width.toFixed(1))} mm`;
}

function heightFindings(space: PictureSpace, printable: number | undefined): Finding[] {
  const { width, height } = boxOf({ left: 0, top: 0, width: space.width, height: space.height }, space);
  const dot = height / space.height;
  if (printable === undefined || height <= printable + dot) return [];
  const round = (length: number): number => Number(length.toFixed(1));
  const detail = `The label is ${round(height)} mm high, but the printer prints ${round(printable)} mm at most`;
  return [{ kind: 'height', pointer: '/height', detail, box: { x: 0, y: printable, width, height: height - printable } }];
}
