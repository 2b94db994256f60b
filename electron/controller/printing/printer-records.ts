import { sql } from 'kysely';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerTransaction } from '#storage/database/controller-schema.ts';
import type { NewName } from '../platform/rename-row.ts';
import { APPROVAL_RULE } from '../settings/settings.ts';

/** Every table with the name of a printer in a column `printer`. */
export const TABLES_BY_PRINTER = [
  'print_counters',
  'jobs',
  'prints',
  'history_minutes',
  'history_quarters',
  'missed_triggers',
  'ledger_archive',
  'readers',
  'reader_results',
  'not_verified_minutes',
  'not_verified_quarters',
  'sparkplug_cursors',
  'sparkplug_unknown',
  'order_printers',
  'recorded_events',
  'recorded_conditions',
  'recorded_prints',
  'recorded_unknown',
  'line_periods',
] as const;

/** The settings that are stored for each printer, by the beginning of their keys. */
const SETTINGS = ['bounceTime', 'whenDataIsMissing', 'firstPrintCheckRequired', 'preflightRequired', 'acceptedCount', 'messages'] as const;

/**
 * Moves everything that is stored about a printer to its new name: settings, counts, jobs, prints, history, its reader, the rule for approved labels and the rights of API keys that are
 * limited to it. The audit log and stored responses keep the name of their requests, and a pre-flight proves nothing under the new name.
 * Throws `name-taken` if a removed printer with the new name has left prints, counts or a reader, which must not become those of this printer.
 */
export async function renamePrinterRecords({ name, to }: NewName, trx: ControllerTransaction): Promise<void> {
  for (const table of TABLES_BY_PRINTER) {
    const { rows } = await sql`SELECT 1 FROM ${sql.table(table)} WHERE printer = ${to} LIMIT 1`.execute(trx);
    if (rows.length > 0) throw hasRecords(to);
  }
  for (const table of TABLES_BY_PRINTER) await sql`UPDATE ${sql.table(table)} SET printer = ${to} WHERE printer = ${name}`.execute(trx);
  await forgetPrinterSettings(to, trx);
  for (const key of SETTINGS)
    await trx
      .updateTable('settings')
      .set({ key: `${key}/${to}` })
      .where('key', '=', `${key}/${name}`)
      .execute();
  await sql`
    UPDATE api_keys SET printers = (SELECT json_group_array(CASE value WHEN ${name} THEN ${to} ELSE value END) FROM json_each(printers))
    WHERE EXISTS (SELECT 1 FROM json_each(printers) WHERE value = ${name})`.execute(trx);
  await sql`
    UPDATE settings SET value = json_set(value, '$.printers',
      (SELECT json_group_array(CASE value WHEN ${name} THEN ${to} ELSE value END) FROM json_each(settings.value, '$.printers')))
    WHERE key = ${APPROVAL_RULE} AND json_valid(value)`.execute(trx);
}

/** A later printer of the same name has other settings. */
export async function forgetPrinterSettings(name: string, trx: ControllerTransaction): Promise<void> {
  const keys = SETTINGS.map((key) => `${key}/${name}`);
  await trx.deleteFrom('settings').where('key', 'in', keys).execute();
}

function hasRecords(name: string): ProblemError {
  const detail = `Prints or a reader of a removed printer "${name}" are stored. Choose another name, so that they are not mixed.`;
  return new ProblemError('name-taken', { detail, instance: `/api/v3/printers/${encodeURIComponent(name)}` });
}
