import { useI18n } from 'vue-i18n';
import type { LabelSummary } from '#contract/api-v3/label.ts';
import { useFormats } from '../../composables/use-formats.ts';

/** The size of a label as text; '' if the controller does not report it. */
export function useLabelSize(): (summary: Partial<LabelSummary>) => string {
  const { t } = useI18n();
  const { decimal } = useFormats();
  return ({ width, height }) => {
    if (width === undefined || height === undefined) return '';
    return width === 0 || height === 0 ? t('labels.sizeAuto') : t('labels.size', { width: decimal(width), height: decimal(height) });
  };
}
