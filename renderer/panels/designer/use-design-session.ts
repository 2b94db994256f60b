import { computed, ref, shallowRef, type Ref } from 'vue';
import { useI18n } from 'vue-i18n';
import type { Label } from '#contract/api-v3/label.ts';
import type { FieldError } from '#contract/problem.ts';
import type { Finding } from '#contract/api-v3/simulation.ts';
import { carriedIdentifiers } from '#rendering/label/carried-identifiers.ts';
import { objectPointer } from '#rendering/document/locate-objects.ts';
import { useThrottled } from '../../composables/use-throttled.ts';
import { useFleetStore } from '../../stores/fleet/fleet.ts';
import type { Box } from '../../domain/label-document/design-object.ts';
import { DrawableReader, type Drawable } from '../../domain/label-document/drawable.ts';
import { headSlices, type HeadSlice } from '../../domain/label-geometry/print-heads.ts';
import { allObjects } from '../../domain/label-document/object-tree.ts';
import type { TextContext } from '../../domain/dynamic-text/text-context.ts';
import { useDesignCommands } from './use-design-commands.ts';
import { useCanvasEditing, type SnapChoice } from './use-canvas-editing.ts';
import type { Designer } from './use-designer.ts';
import { useLabelFonts } from '../font/use-label-fonts.ts';
import { useHeightWarning } from './use-height-warning.ts';
import { usePrintHeads } from './use-print-heads.ts';
import { usePreviewValues } from './use-preview-values.ts';
import { boxOfPart, useLabelBitmap, type BitmapTarget } from './canvas/use-label-bitmap.ts';

/** The resolution while no printer is chosen. */
const USUAL_DPI = 300;
const BESIDE = 2;
/** Milliseconds; too short for the delay to be visible. */
const LOOK_EVERY = 200;

interface SessionSubject {
  connection: string;
  designer: Designer;
  snap: Ref<SnapChoice>;
  /** Pixels per millimetre. */
  scale: () => number;
}

/** The state and commands of one label in the designer. */
export function useDesignSession({ connection, designer, snap, scale }: SessionSubject) {
  const { t } = useI18n();
  const reader = new DrawableReader();
  const drawable = computed(() => reader.read(designer.document.value));
  const label = computed(() => drawable.value.label);
  /** The needs of a label are computed from the whole label: not for each step of a gesture or each letter. */
  const settledLabel = useThrottled(() => label.value, LOOK_EVERY);
  const preview = usePreviewValues(connection, settledLabel);
  const fonts = useLabelFonts(connection, preview.needs);
  const { printer, printers, target } = usePrinterChoice(connection);
  const sheet = useLabelBitmap({ label, values: preview.values, fonts: fonts.library, target: computed(() => target.value.sheet) });
  const labelBox = (): Box => ({
    x: 0,
    y: 0,
    width: label.value.width || sheet.size.value.width / sheet.resolution.value.x,
    height: label.value.height || sheet.size.value.height / sheet.resolution.value.y,
  });
  const work = useCanvasEditing(designer, sheet, { snap, scale, labelBox });
  const commands = useDesignCommands(designer, work, labelBox);

  const heads = usePrintHeads({
    ...{ label, labelBox, sheet, selection: designer.selection, boxOf: work.boxOf, move: commands.move },
    slices: computed(() => target.value.slices),
  });
  const tooHigh = useHeightWarning({ connection, printer, labelBox });
  const findings = useFindings(drawable, sheet, () => [...heads.findings.value, ...tooHigh.value]);
  const context = computed<TextContext>(() => ({
    values: preview.values.value,
    columns: [...(preview.values.value.row?.keys() ?? [])],
  }));

  const scene = computed(() => ({
    selected: work.selectedBoxes.value,
    resizeMode: work.resizeMode.value,
    faults: sheet.parts.value.filter(({ fault }) => fault).map((part) => boxOfPart(part, sheet.resolution.value)),
    warnings: findings.warnings.value.map(({ box }) => box),
    guides: work.guides.value,
    grid: snap.value.grid,
    slices: heads.onCanvas.value,
    printableHeight: target.value.sheet.printableHeight,
  }));
  const notice = computed(() => {
    if (designer.isBroken.value) return t('designer.broken');
    const [{ problem } = { problem: undefined }] = fonts.missing.value;
    const names = fonts.missing.value.map(({ font: { family, style } }) => `${family} ${style}`).join(', ');
    if (problem?.slug === 'controller-unreachable') return t('designer.fontsUnreachable', { fonts: names });
    if (problem) return problem.message;
    return sheet.fault.value;
  });
  return {
    ...{ designer, sheet, work, commands, preview, context, printer, printers, scene, notice },
    heads,
    /** Whether the chosen printer has heads to choose from. */
    hasHeads: computed(() => target.value.slices.length > 0),
    ...findings,
    ...placesOf(designer, { sheet, snap, labelBox }),
    fonts: fonts.names,
    ...factsOf(designer, label),
    target: computed(() => target.value.sheet),
  };
}

export type DesignSession = ReturnType<typeof useDesignSession>;

type Warning = Pick<Finding, 'pointer' | 'detail' | 'box'>;

/** The faults of the label and the findings on it. */
function useFindings(drawable: Readonly<Ref<Drawable>>, sheet: ReturnType<typeof useLabelBitmap>, ofPrinters: () => readonly Warning[]) {
  const partFaults = computed(() =>
    sheet.parts.value.flatMap(({ pointer, fault }) => (fault ? [{ pointer: pointer + fault.path, detail: fault.message }] : [])),
  );
  const faults = computed<readonly FieldError[]>(() => [...drawable.value.faults, ...partFaults.value]);
  const faulty = computed<ReadonlySet<string>>((before) =>
    sameOr(before, new Set(faults.value.map(({ pointer }) => objectPointer(pointer)))),
  );
  const warnings = computed<readonly Warning[]>(() => [...(sheet.review.value?.warnings ?? []), ...ofPrinters()]);
  return { faults, faulty, warnings };
}

function factsOf(designer: Designer, label: Readonly<Ref<Label>>) {
  return {
    label,
    objects: computed(() => allObjects(designer.settled.value)),
    /** The application identifiers of the label's codes; null if they are known only in print. */
    carried: computed(() => carriedIdentifiers(label.value) ?? null),
  };
}

interface Places {
  sheet: ReturnType<typeof useLabelBitmap>;
  snap: Ref<SnapChoice>;
  labelBox: () => Box;
}

function placesOf(designer: Designer, { sheet, snap, labelBox }: Places) {
  return {
    /** Below the last object, so that a new one is not hidden. Millimetres. */
    freePlace: (): { x: number; y: number } => {
      const last = sheet.parts.value.at(-1);
      const box = last && boxOfPart(last, sheet.resolution.value);
      const { width, height } = labelBox();
      if (!box || box.y + box.height + BESIDE > height * 0.8) return { x: Math.round(width * 0.1), y: Math.round(height * 0.1) };
      return { x: Math.max(0, Math.round(box.x)), y: Math.round(box.y + box.height + BESIDE) };
    },
    /** The distance of one arrow key press: a grid line or a dot. Millimetres. */
    keyStep: (): { x: number; y: number } => {
      const { grid } = snap.value;
      const { x, y } = sheet.resolution.value;
      return grid > 0 ? { x: grid, y: grid } : { x: 1 / x, y: 1 / y };
    },
    /** Selects the object that contains a pointer. */
    goTo: (pointer: string): void => {
      const object = objectPointer(pointer);
      designer.select(object === '' ? [] : [object]);
    },
  };
}

/** Returns the previous set if nothing changed, so that a long list is not rendered again. */
function sameOr(before: ReadonlySet<string> | undefined, now: ReadonlySet<string>): ReadonlySet<string> {
  return before?.size === now.size && [...now].every((each) => before.has(each)) ? before : now;
}

/** Resolution, height and slices of the chosen printer. */
function usePrinterChoice(connection: string) {
  const fleet = useFleetStore();
  const printer = ref('');
  const here = computed(() => fleet.printers.map(({ value }) => value).filter((one) => one.connection === connection));
  const printers = computed(() => here.value.map(({ name }) => ({ value: name, label: name })));
  const last = shallowRef<{ sheet: BitmapTarget; slices: HeadSlice[] }>();
  const target = computed(() => {
    const { properties } = here.value.find(({ name }) => name === printer.value) ?? {};
    const dpi = properties?.dpi ?? USUAL_DPI;
    const next = { sheet: { hdpi: dpi, vdpi: dpi, printableHeight: properties?.height }, slices: headSlices(properties) };
    // A printer is reported with every poll; an equal report must not redraw the label.
    if (JSON.stringify(last.value) !== JSON.stringify(next)) last.value = next;
    return last.value ?? next;
  });
  return { printer, printers, target };
}
