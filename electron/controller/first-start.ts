import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { z } from 'zod';
import { counterSchema } from '#contract/api-v3/counter.ts';
import { labelSchema } from '#contract/api-v3/label.ts';
import { shiftCodeSchema } from '#contract/api-v3/shift-code.ts';
import { variableSchema } from '#contract/api-v3/variable.ts';
import { parseInput } from '#contract/parse-input.ts';
import type { Counters } from './counters/counters.ts';
import type { Labels } from './labels/labels.ts';
import type { ShiftCodes } from './shift-codes/shift-codes.ts';
import type { Tables } from './tables/tables.ts';
import type { Variables } from './variables/variables.ts';

/** The author that the versions of the sample labels carry. */
const SAMPLES_AUTHOR = 'Strobe samples';

/** The modules that a first start fills. */
export interface FirstStartDeps {
  labels: Labels;
  tables: Tables;
  variables: Variables;
  counters: Counters;
  shiftCodes: ShiftCodes;
}

/**
 * Imports the samples of a folder: `labels.json`, `variables.json`, `counters.json` and `shift-codes.json` by name, and each CSV file of
 * `tables/` under the name of the file. Idempotent, so a first start that was killed is simply repeated.
 */
export async function importSamples(deps: FirstStartDeps, samplesFolder: string): Promise<void> {
  for (const [name, variable] of await samples(join(samplesFolder, 'variables.json'), variableSchema))
    await deps.variables.put(name, variable);
  for (const [name, counter] of await samples(join(samplesFolder, 'counters.json'), counterSchema)) await deps.counters.put(name, counter);
  for (const [name, shiftCode] of await samples(join(samplesFolder, 'shift-codes.json'), shiftCodeSchema))
    await deps.shiftCodes.put(name, shiftCode);
  const tablesFolder = join(samplesFolder, 'tables');
  for (const file of await readdir(tablesFolder)) {
    await deps.tables.putCsv(basename(file, '.csv'), createReadStream(join(tablesFolder, file)));
  }
  for (const [name, label] of await samples(join(samplesFolder, 'labels.json'), labelSchema))
    await deps.labels.put(name, label, { author: SAMPLES_AUTHOR });
}

async function samples<Schema extends z.ZodType>(file: string, schema: Schema): Promise<[string, z.output<Schema>][]> {
  const byName = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
  return Object.entries(byName).map(([name, sample]) => [name, parseInput(schema, sample, `/${name}`)]);
}
