import { computed, type ComputedRef } from 'vue';
import { useI18n } from 'vue-i18n';
import { usePrinter } from '../../stores/fleet/use-printer.ts';
import { jobName } from './job-name.ts';
import { useProgressText } from './use-progress-text.ts';

/** The question before a printer's job is aborted, which names the job and its progress if the controller reports them. */
export function useAbortTitle(on: () => { connection: string; printer: string }): ComputedRef<string> {
  const { t } = useI18n();
  const progress = useProgressText();
  const { job } = usePrinter(on);
  return computed(() =>
    job.value
      ? t('printer.abort.title', { job: jobName(job.value), progress: progress(job.value), printer: on().printer })
      : t('printer.abort.titlePlain', { printer: on().printer }),
  );
}
