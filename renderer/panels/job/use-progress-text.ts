import { useI18n } from 'vue-i18n';
import type { CurrentJob } from '#contract/api-v3/printer.ts';
import { doneCopies } from '../../domain/printers/done-copies.ts';
import { useFormats } from '../../composables/use-formats.ts';

/** "412 of 1000", with shared rows also those of other printers, or "412 printed" without a limit. */
export function useProgressText(): (job: CurrentJob) => string {
  const { t } = useI18n();
  const { count } = useFormats();
  return (job) =>
    job.copies === undefined
      ? t('printer.printedUnlimited', { printed: count(job.printed) })
      : t('printer.printedOf', { printed: count(doneCopies(job)), copies: count(job.copies) });
}
