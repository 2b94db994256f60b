import { useI18n } from 'vue-i18n';
import { DynamicTextError } from '#rendering/dynamic-text/dynamic-text.ts';
import { parseOffset } from '#rendering/dynamic-text/offset.ts';
import type { OffsetStep } from '#rendering/dynamic-text/offset.ts';

/** Explains an offset of TIME in the page's language; an offset that contains codes is shown as its source. */
export function useOffsetTexts(): (source: string) => string {
  const { locale } = useI18n();

  function stepText({ amount, unit }: OffsetStep): string {
    const style = { style: 'unit', unit, unitDisplay: 'long', signDisplay: 'always', numberingSystem: 'latn' } as const;
    return new Intl.NumberFormat(locale.value, style).format(amount);
  }

  return (source) => readOffset(source)?.map(stepText).join(', ') ?? source;
}

function readOffset(source: string): OffsetStep[] | undefined {
  try {
    return parseOffset(source, 0);
  } catch (error) {
    if (error instanceof DynamicTextError) return undefined;
    throw error;
  }
}
