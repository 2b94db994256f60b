import { useI18n } from 'vue-i18n';
import type { CurrentJob } from '#contract/api-v3/printer.ts';

/** Returns the text for the version of the label that a job prints, and for the newest one if that is another. */
export function useVersionText() {
  const { t } = useI18n();
  return ({ revision, newerRevision: newer }: CurrentJob): string =>
    newer === undefined ? t('printer.revision', { revision }) : t('printer.newerRevision', { revision, newer });
}
