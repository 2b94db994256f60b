import * as z from 'zod/mini';
import type { PrintJob } from '#contract/api-v3/print-job.ts';
import { usePersistentRef } from './use-persistent-ref.ts';

const text = z.optional(z.string());
const presetSchema = z.object({
  labelName: text,
  labelColumn: text,
  keyColumn: text,
  copiesColumn: text,
  printer: text,
  variables: z.optional(z.record(z.string(), z.string())),
});
/** The options of a pre-flight that this screen proposes for a table. */
export type PreflightPreset = z.infer<typeof presetSchema>;

/** The presets of pre-flights, by table, from the last import and the last selection on this screen. */
export function usePreflightPresets(connection: () => string) {
  const presets = usePersistentRef('strobe.preflight-presets', z.record(z.string(), presetSchema), {});
  const keyOf = (table: string): string => JSON.stringify([connection(), table]);

  /** Replaces the options that are given. */
  function remember(table: string, preset: PreflightPreset): void {
    presets.value = { ...presets.value, [keyOf(table)]: { ...presets.value[keyOf(table)], ...preset } };
  }

  /** Remembers the options of a job with table rows. Without a key column in the job, the one of the last import stays. */
  function rememberSelection({ tableName, labelName, labelColumn, keyColumn, copiesColumn, variables }: PrintJob, printer: string): void {
    if (tableName === undefined) return;
    remember(tableName, {
      ...{ labelName, labelColumn, copiesColumn, variables, printer },
      ...(keyColumn === undefined ? {} : { keyColumn }),
    });
  }

  return {
    find: (table: string): PreflightPreset | undefined => presets.value[keyOf(table)],
    remember,
    rememberSelection,
  };
}
