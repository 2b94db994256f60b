import { computed, type Ref } from 'vue';
import { useI18n } from 'vue-i18n';
import type { Label } from '#contract/api-v3/label.ts';
import {
  extendedLabel,
  moveToSlice,
  sliceAreas,
  sliceBorders,
  slicesOfObjects,
  slicesUnder,
  type HeadSlice,
  type LabelOnPrint,
} from '../../domain/label-geometry/print-heads.ts';
import type { Displacement } from '../../domain/label-geometry/align-objects.ts';
import type { Box } from '../../domain/label-document/design-object.ts';
import { outermost } from '../../domain/label-document/object-tree.ts';
import { isolated } from '../../locales/isolated.ts';
import { boxOfPart, type useLabelBitmap } from './canvas/use-label-bitmap.ts';

interface PrintHeadsSubject {
  label: Readonly<Ref<Label>>;
  labelBox: () => Box;
  /** None for a printer with a single slice. */
  slices: Readonly<Ref<readonly HeadSlice[]>>;
  sheet: Pick<ReturnType<typeof useLabelBitmap>, 'parts' | 'resolution'>;
  selection: Readonly<Ref<readonly string[]>>;
  boxOf: (pointer: string) => Box | undefined;
  move: (moves: ReadonlyMap<string, Displacement>) => void;
}

/** Which print heads of the chosen printer print which objects, and the choice of them. */
export function usePrintHeads(subject: PrintHeadsSubject) {
  const { slices, sheet } = subject;
  const { t, locale } = useI18n();
  const label = computed<LabelOnPrint>(() => {
    const { rotation = 'NONE', vOffset = 0 } = subject.label.value;
    const { width, height } = subject.labelBox();
    return { width, height, rotation, vOffset };
  });
  const names = computed(() => slices.value.map(({ name }, index) => name || t('printer.properties.slice', { n: index + 1 })));
  const nameOf = (index: number): string => names.value[index] ?? '';
  /** `PH1 and PH2`; '' for none. From right to left, each name keeps its own order. */
  const listed = (indexes: readonly number[]): string => {
    const list = new Intl.ListFormat(locale.value, { type: 'conjunction' });
    const direction = document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr';
    return list.format(indexes.map((index) => isolated(nameOf(index), direction)));
  };

  const printed = computed(() => ({ label: label.value, tolerance: 1 / Math.min(sheet.resolution.value.x, sheet.resolution.value.y) }));
  const placed = computed(() =>
    slices.value.length === 0 ? [] : sheet.parts.value.map((part) => ({ ...part, box: boxOfPart(part, sheet.resolution.value) })),
  );
  const found = computed(() => slicesOfObjects(placed.value, slices.value, printed.value));
  const ofObjects = computed<ReadonlyMap<string, string>>((before) => {
    const now = new Map([...found.value].map(([pointer, indexes]) => [pointer, listed(indexes)]));
    return before && isSameMap(before, now) ? before : now;
  });
  /** One for each border that an object crosses. */
  const findings = computed(() =>
    placed.value.flatMap(({ pointer, box, isShown, fault }) => {
      const under = isShown && !fault ? (found.value.get(pointer) ?? []) : [];
      return under.slice(1).map((index) => {
        const detail = t('designer.heads.crosses', { upper: nameOf(index - 1), lower: nameOf(index) });
        return { pointer, detail, box };
      });
    }),
  );
  const onCanvas = computed(() => ({
    areas: sliceAreas(slices.value, label.value).flatMap((area, index) => (area ? [{ name: nameOf(index), area }] : [])),
    borders: sliceBorders(slices.value, label.value),
  }));
  return { ofObjects, findings, onCanvas, choice: useChoice(subject, { found, label, printed, nameOf, listed }) };
}

export type PrintHeads = ReturnType<typeof usePrintHeads>;

interface ChoiceParts {
  found: Readonly<Ref<ReadonlyMap<string, readonly number[]>>>;
  label: Readonly<Ref<LabelOnPrint>>;
  printed: Readonly<Ref<{ label: LabelOnPrint; tolerance: number }>>;
  nameOf: (index: number) => string;
  listed: (indexes: readonly number[]) => string;
}

/** The heads that print the selection, and the choice of others. */
function useChoice({ slices, selection, ...subject }: PrintHeadsSubject, { found, label, printed, nameOf, listed }: ChoiceParts) {
  const { t } = useI18n();
  const reach = computed(() => {
    const { width, height } = subject.label.value;
    return extendedLabel(label.value, slices.value, { isOpen: { x: width === 0, y: height === 0 } });
  });
  const under = computed(() => {
    const all = new Set(selection.value.flatMap((pointer) => found.value.get(pointer) ?? []));
    return [...all].sort((one, other) => one - other);
  });
  const options = computed(() =>
    sliceAreas(slices.value, reach.value).map((area, index) => {
      const name = nameOf(index);
      return { value: String(index), label: area ? name : t('designer.heads.unreached', { head: name }), isDisabled: !area };
    }),
  );
  const sliceOf = (box: Box): HeadSlice | undefined => slices.value[slicesUnder(box, slices.value, printed.value)[0] ?? -1];

  /** Moves each selected object into a slice. */
  function choose(index: number): void {
    const to = slices.value[index];
    if (!to) return;
    const moves = outermost(selection.value).flatMap((pointer) => {
      const box = subject.boxOf(pointer);
      return box ? [[pointer, moveToSlice(box, to, { label: reach.value, from: sliceOf(box) })] as const] : [];
    });
    subject.move(new Map(moves));
  }

  return { under, options, choose, text: computed(() => listed(under.value)) };
}

export type HeadChoice = ReturnType<typeof useChoice>;

function isSameMap(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return one.size === other.size && [...one].every(([key, value]) => other.get(key) === value);
}
