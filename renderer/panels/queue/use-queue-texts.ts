import { useI18n } from 'vue-i18n';
import type { QueuedJob } from '#contract/api-v3/queue.ts';
import { useFormats } from '../../composables/use-formats.ts';

/** The name of a queued job: its description, otherwise its label and its data. */
export function queuedJobName({ description, label, key, table, id }: QueuedJob): string {
  if (description) return description;
  const what = key ?? table;
  if (what === undefined) return label || id;
  return label ? `${label}: ${what}` : what;
}

/** Its rows, copies and progress. */
export function useQueueTexts() {
  const { t } = useI18n();
  const { count } = useFormats();

  function extent({ firstRow, rowCount, copies, copiesColumn }: QueuedJob): string {
    const each = copies === undefined ? undefined : t('queue.copies', { n: count(copies) }, copies);
    const ofColumn = copiesColumn === undefined ? each : t('queue.copiesOf', { column: copiesColumn });
    if (firstRow === undefined || rowCount === undefined) return ofColumn ?? t('queue.unlimited');
    const rows = t('queue.rows', { from: count(firstRow + 1), to: count(firstRow + rowCount) });
    return ofColumn === undefined ? rows : `${rows}, ${ofColumn}`;
  }

  function progress({ printed, voided, progress: { owed } }: QueuedJob): string {
    return [
      t('queue.printed', { n: count(printed) }),
      ...(voided > 0 ? [t('queue.voided', { n: count(voided) })] : []),
      ...(owed > 0 ? [t('queue.owed', { n: count(owed) })] : []),
    ].join(' · ');
  }

  return { extent, progress };
}
