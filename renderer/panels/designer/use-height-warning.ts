import { computed, type Ref } from 'vue';
import { useI18n } from 'vue-i18n';
import { useFleetStore } from '../../stores/fleet/fleet.ts';
import { isolated } from '../../locales/isolated.ts';
import type { Box } from '../../domain/label-document/design-object.ts';

interface HeightSubject {
  connection: string;
  /** The chosen printer, whose own review says whether the label is too high; empty for any. */
  printer: Ref<string>;
  labelBox: () => Box;
}

/** While no printer is chosen: the printers that cannot print the whole height of the label. */
export function useHeightWarning({ connection, printer, labelBox }: HeightSubject) {
  const { t, locale } = useI18n();
  const list = computed(() => new Intl.ListFormat(locale.value, { type: 'conjunction' }));
  const fleet = useFleetStore();
  const heights = computed(() =>
    fleet.printers.flatMap(({ value }) =>
      value.connection === connection && value.properties?.height !== undefined
        ? [{ name: value.name, height: value.properties.height }]
        : [],
    ),
  );
  return computed(() => {
    const { x, width, height } = labelBox();
    const tooLow = heights.value.filter((one) => one.height < height);
    if (printer.value !== '' || tooLow.length === 0) return [];
    const direction = document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr';
    const printable = Math.max(...tooLow.map((one) => one.height));
    const detail = t('designer.tooHighFor', {
      printers: list.value.format(tooLow.map(({ name }) => isolated(name, direction))),
      height: Number(printable.toFixed(1)),
    });
    return [{ pointer: '/height', detail, box: { x, y: printable, width, height: height - printable } }];
  });
}
