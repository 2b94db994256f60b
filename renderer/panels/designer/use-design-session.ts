import { computed, ref, shallowRef, type Ref } from 'vue';
import { useI18n } from 'vue-i18n';
import type { FieldError } from '#contract/problem.ts';
import type { Finding } from '#contract/api-v3/simulation.ts';
import { carriedIdentifiers } from '#rendering/gs1-carried.ts';
import { objectPointer } from '#rendering/label-objects.ts';
import { useSettled } from '../../composables/use-settled.ts';
import { useFleetStore } from '../../stores/fleet.ts';
import type { Box } from './document/design-object.ts';
import { DrawableReader, type Drawable } from './document/drawable.ts';
import { allObjects } from './document/object-tree.ts';
import type { TextContext } from './text-context.ts';
import { useDesignCommands } from './use-design-commands.ts';
import { useDesignWork, type SnapChoice } from './use-design-work.ts';
import type { Designer } from './use-designer.ts';
import { useLabelFonts } from './use-label-fonts.ts';
import { usePreviewValues } from './use-preview-values.ts';
import { boxOfPart, useSheet, type SheetTarget } from './use-sheet.ts';

/** What a label is drawn at while no printer is chosen. */
const USUAL_DPI = 300;
const BESIDE = 2;
/** Milliseconds. Nobody sees that this comes a moment later. */
const LOOK_EVERY = 200;

interface SessionSubject {
  connection: string;
  designer: Designer;
  snap: Ref<SnapChoice>;
  /** Pixels per millimetre. */
  scale: () => number;
}

/** Everything that belongs to one label while it is designed, put together. */
export function useDesignSession({ connection, designer, snap, scale }: SessionSubject) {
  const { t } = useI18n();
  const reader = new DrawableReader();
  const drawable = computed(() => reader.read(designer.document.value));
  const label = computed(() => drawable.value.label);
  /** What a label asks for is looked up in all of it: not with every step of a gesture, nor with every letter. */
  const looked = useSettled(() => label.value, LOOK_EVERY);
  const preview = usePreviewValues(connection, looked);
  const fonts = useLabelFonts(connection, preview.needs);
  const { printer, printers, target } = usePrinterChoice(connection);
  const sheet = useSheet({ label, values: preview.values, fonts: fonts.library, target: computed(() => target.value.sheet) });
  const labelBox = (): Box => ({
    x: 0,
    y: 0,
    width: label.value.width || sheet.size.value.width / sheet.resolution.value.x,
    height: label.value.height || sheet.size.value.height / sheet.resolution.value.y,
  });
  const work = useDesignWork(designer, sheet, { snap, scale, labelBox });
  const commands = useDesignCommands(designer, work, labelBox);

  const findings = useFindings(drawable, sheet);
  const context = computed<TextContext>(() => ({
    values: preview.values.value,
    columns: [...(preview.values.value.row?.keys() ?? [])],
  }));

  const scene = computed(() => ({
    selected: work.selectedBoxes.value,
    pull: work.pull.value,
    faults: sheet.parts.value.filter(({ fault }) => fault).map((part) => boxOfPart(part, sheet.resolution.value)),
    warnings: findings.warnings.value.map(({ box }) => box),
    guides: work.guides.value,
    grid: snap.value.grid,
    slices: target.value.slices,
    printableHeight: target.value.sheet.printableHeight,
  }));
  const notice = computed(() => {
    if (designer.isBroken.value) return t('designer.broken');
    const [{ problem } = { problem: undefined }] = fonts.missing.value;
    const names = fonts.missing.value.map(({ font: { family, style } }) => `${family} ${style}`).join(', ');
    if (problem?.slug === 'controller-unreachable') return t('designer.fontsAway', { fonts: names });
    if (problem) return problem.message;
    return sheet.fault.value;
  });
  return {
    ...{ designer, sheet, work, commands, preview, context, printer, printers, scene, notice },
    ...findings,
    ...placesOf(designer, { sheet, snap, labelBox }),
    fonts: fonts.names,
    objects: computed(() => allObjects(designer.settled.value)),
    label,
    carried: computed(() => carriedIdentifiers(label.value) ?? null),
    target: computed(() => target.value.sheet),
  };
}

export type DesignSession = ReturnType<typeof useDesignSession>;

/** What is wrong with the label, or to be said about it. */
function useFindings(drawable: Readonly<Ref<Drawable>>, sheet: ReturnType<typeof useSheet>) {
  const partFaults = computed(() =>
    sheet.parts.value.flatMap(({ pointer, fault }) => (fault ? [{ pointer: pointer + fault.path, detail: fault.message }] : [])),
  );
  const faults = computed<readonly FieldError[]>(() => [...drawable.value.faults, ...partFaults.value]);
  const faulty = computed<ReadonlySet<string>>((before) =>
    sameOr(before, new Set(faults.value.map(({ pointer }) => objectPointer(pointer)))),
  );
  const warnings = computed<readonly Finding[]>(() => sheet.review.value?.warnings ?? []);
  return { faults, faulty, warnings };
}

interface Places {
  sheet: ReturnType<typeof useSheet>;
  snap: Ref<SnapChoice>;
  labelBox: () => Box;
}

function placesOf(designer: Designer, { sheet, snap, labelBox }: Places) {
  return {
    /** Below the last object, so that a new one does not hide under another. Millimetres. */
    freePlace: (): { x: number; y: number } => {
      const last = sheet.parts.value.at(-1);
      const box = last && boxOfPart(last, sheet.resolution.value);
      const { width, height } = labelBox();
      if (!box || box.y + box.height + BESIDE > height * 0.8) return { x: Math.round(width * 0.1), y: Math.round(height * 0.1) };
      return { x: Math.max(0, Math.round(box.x)), y: Math.round(box.y + box.height + BESIDE) };
    },
    /** One press of an arrow: a line of the grid, or a dot. Millimetres. */
    keyStep: (): { x: number; y: number } => {
      const { grid } = snap.value;
      const { x, y } = sheet.resolution.value;
      return grid > 0 ? { x: grid, y: grid } : { x: 1 / x, y: 1 / y };
    },
    /** Selects the object that a pointer leads into. */
    goTo: (pointer: string): void => {
      const object = objectPointer(pointer);
      designer.select(object === '' ? [] : [object]);
    },
  };
}

/** The set of before where nothing in it changed: a list of hundreds is not drawn anew for it. */
function sameOr(before: ReadonlySet<string> | undefined, now: ReadonlySet<string>): ReadonlySet<string> {
  return before?.size === now.size && [...now].every((each) => before.has(each)) ? before : now;
}

/** Resolution, height and slices of the printer that somebody chose. */
function usePrinterChoice(connection: string) {
  const fleet = useFleetStore();
  const printer = ref('');
  const here = computed(() => fleet.printers.map(({ value }) => value).filter((one) => one.connection === connection));
  const printers = computed(() => here.value.map(({ name }) => ({ value: name, label: name })));
  const last = shallowRef<{ sheet: SheetTarget; slices: number[] }>();
  const target = computed(() => {
    const { properties } = here.value.find(({ name }) => name === printer.value) ?? {};
    const dpi = properties?.dpi ?? USUAL_DPI;
    const { height, sliceHeight = 0, slices = [] } = properties ?? {};
    const next = {
      sheet: { hdpi: dpi, vdpi: dpi, printableHeight: height },
      slices: slices.slice(1).map((_, index) => (index + 1) * sliceHeight),
    };
    // A printer tells of itself with every poll: what is the same must not draw the label anew.
    if (JSON.stringify(last.value) !== JSON.stringify(next)) last.value = next;
    return last.value ?? next;
  });
  return { printer, printers, target };
}
