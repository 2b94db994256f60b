import { CompiledQuery } from 'kysely';
import { z } from 'zod';
import { counterSchema } from '#contract/api-v3/counter.ts';
import { engineCountSchema } from '#contract/api-v3/engine-count.ts';
import type { UnusableItem } from '#contract/api-v3/health.ts';
import { approvalRuleSchema } from '#contract/api-v3/label-approval.ts';
import { labelSchema } from '#contract/api-v3/label.ts';
import { preflightFindingSchema, preflightSchema } from '#contract/api-v3/preflight.ts';
import { printerSettingsSchema } from '#contract/api-v3/printer-settings.ts';
import { promptSchema } from '#contract/api-v3/prompt.ts';
import { SCOPES } from '#contract/api-v3/scope.ts';
import { dateSettingsSchema, retentionSchema } from '#contract/api-v3/settings.ts';
import { shiftSchema } from '#contract/api-v3/shift-code.ts';
import type { ControllerDatabase } from '#storage/database/controller-schema.ts';
import { printValuesSchema } from '#rendering/dynamic-text/print-values-schema.ts';
import { faultOf, tryStored } from './stored-json.ts';

/** How one kind of stored content is checked. */
export interface ContentCheck {
  kind: UnusableItem['kind'];
  /** The names of all stored items. */
  names: (db: ControllerDatabase) => Promise<string[]>;
  /** Why the item of this name cannot be used; undefined when it can, and when it no longer exists. */
  findFault: (db: ControllerDatabase, name: string) => Promise<string | undefined>;
}

type Row = Record<string, string | number | null>;

interface Source {
  kind: UnusableItem['kind'];
  /** Selects the column `name` and the columns to check. */
  sql: string;
  fault: (row: Row) => string | undefined;
}

const { shape } = dateSettingsSchema;
const printerShape = printerSettingsSchema.shape;

/** Settings by the prefix of their key, with their checks; all others are texts, or are validated when they are read. */
const SETTINGS: readonly [string, (text: string) => string | undefined][] = [
  ['timeZone', (text) => faultOf(shape.timeZone, text)],
  ['monthEnd', (text) => faultOf(shape.monthEnd, text)],
  ['productionDayStart', (text) => faultOf(shape.productionDayStart, Number(text))],
  ['retention', json(retentionSchema)],
  ['approvalRule', json(approvalRuleSchema)],
  ['acceptedCount/', json(engineCountSchema.shape.accepted)],
  ['bounceTime/', (text) => faultOf(printerShape.bounceTime, Number(text))],
  ['whenDataIsMissing/', (text) => faultOf(printerShape.whenDataIsMissing, text)],
  ['firstPrintCheckRequired/', json(printerShape.firstPrintCheckRequired)],
  ['preflightRequired/', json(printerShape.preflightRequired)],
];

const SOURCES: readonly Source[] = [
  { kind: 'label', sql: 'SELECT name, document FROM labels', fault: column('document', json(labelSchema)) },
  { kind: 'table', sql: 'SELECT name, columns FROM tables', fault: column('columns', json(z.array(z.string()).min(1))) },
  { kind: 'variable', sql: 'SELECT name, prompt FROM variables WHERE prompt IS NOT NULL', fault: column('prompt', json(promptSchema)) },
  {
    kind: 'counter',
    sql: 'SELECT name, value, min_value, max_value, repeat, step, width, padding, format, description FROM counters',
    fault: ({ name: _name, min_value: minValue, max_value: maxValue, ...rest }) => faultOf(counterSchema, { ...rest, minValue, maxValue }),
  },
  { kind: 'shift code', sql: 'SELECT name, shifts FROM shift_codes', fault: column('shifts', json(z.array(shiftSchema))) },
  {
    kind: 'job',
    sql: "SELECT id AS name, label_data FROM jobs WHERE state = 'queued' AND label_data IS NOT NULL",
    fault: column('label_data', json(labelSchema)),
  },
  {
    kind: 'frozen row',
    sql: `SELECT job || '/' || frozen_rows.position AS name, print_values, document FROM frozen_rows
          JOIN label_documents ON hash = document_hash JOIN jobs ON jobs.id = job WHERE state = 'queued'`,
    fault: (row) => column('print_values', json(printValuesSchema))(row) ?? column('document', json(labelSchema))(row),
  },
  { kind: 'setting', sql: 'SELECT key AS name, value FROM settings', fault: settingFault },
  {
    kind: 'pre-flight',
    sql: 'SELECT id AS name, outcome, labels, findings FROM preflights',
    fault: (row) =>
      column('outcome', json(preflightSchema.omit({ isCurrent: true })))(row) ??
      column('labels', json(z.array(z.object({ name: z.string(), hash: z.string() }))))(row) ??
      column('findings', json(z.array(preflightFindingSchema)))(row),
  },
  {
    kind: 'label comparison',
    sql: 'SELECT name, print_values FROM label_comparisons',
    fault: column('print_values', json(printValuesSchema)),
  },
  {
    kind: 'key',
    sql: 'SELECT name, scopes, printers FROM api_keys WHERE revoked IS NULL',
    fault: (row) => column('scopes', json(z.array(z.enum(SCOPES))))(row) ?? column('printers', json(z.array(z.string()).nullable()))(row),
  },
];

/** Checks of all stored content that is parsed. Fonts and printers are loaded by their own modules, which report what they cannot use. */
export const CONTENT_CHECKS: readonly ContentCheck[] = SOURCES.map(({ kind, sql, fault }) => ({
  kind,
  names: async (db) => (await query(db, `SELECT name FROM (${sql})`)).map(({ name }) => String(name)),
  findFault: async (db, name) => {
    const [row] = await query(db, `SELECT * FROM (${sql}) WHERE name = ?1`, name);
    return row && fault(row);
  },
}));

async function query(db: ControllerDatabase, sql: string, ...parameters: string[]): Promise<Row[]> {
  return (await db.executeQuery<Row>(CompiledQuery.raw(sql, parameters))).rows;
}

function json(schema: z.ZodType): (text: string) => string | undefined {
  return (text) => {
    const read = tryStored(schema, text);
    return 'fault' in read ? read.fault : undefined;
  };
}

function column(name: string, fault: (text: string) => string | undefined): Source['fault'] {
  return (row) => fault(String(row[name] ?? 'null'));
}

function settingFault({ name, value }: Row): string | undefined {
  const known = SETTINGS.find(([key]) => (key.endsWith('/') ? String(name).startsWith(key) : name === key));
  return known?.[1](String(value));
}
