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

/** Who the samples are from, as the versions of their labels say. */
const SAMPLES_AUTHOR = 'Strobe samples';

/** The rooms that a first start furnishes. */
export interface FirstStartRooms {
  labels: Labels;
  tables: Tables;
  variables: Variables;
  counters: Counters;
  shiftCodes: ShiftCodes;
}

/**
 * Puts the samples of the folder into the rooms: `labels.json`, `variables.json`, `counters.json` and `shift-codes.json` by name, and every CSV file
 * of `tables/` under its file's name. Doing it twice leaves the same, so a killed first start is simply repeated.
 */
export async function fillFirstStart(rooms: FirstStartRooms, samplesFolder: string): Promise<void> {
  for (const [name, variable] of await samples(join(samplesFolder, 'variables.json'), variableSchema))
    await rooms.variables.put(name, variable);
  for (const [name, counter] of await samples(join(samplesFolder, 'counters.json'), counterSchema)) await rooms.counters.put(name, counter);
  for (const [name, shiftCode] of await samples(join(samplesFolder, 'shift-codes.json'), shiftCodeSchema))
    await rooms.shiftCodes.put(name, shiftCode);
  const tablesFolder = join(samplesFolder, 'tables');
  for (const file of await readdir(tablesFolder)) {
    await rooms.tables.putCsv(basename(file, '.csv'), createReadStream(join(tablesFolder, file)));
  }
  for (const [name, label] of await samples(join(samplesFolder, 'labels.json'), labelSchema))
    await rooms.labels.put(name, label, { author: SAMPLES_AUTHOR });
}

async function samples<Schema extends z.ZodType>(file: string, schema: Schema): Promise<[string, z.output<Schema>][]> {
  const byName = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
  return Object.entries(byName).map(([name, sample]) => [name, parseInput(schema, sample, `/${name}`)]);
}
