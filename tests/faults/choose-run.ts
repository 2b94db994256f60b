import { parseArgs } from 'node:util';
import { UNITS, type FaultRun } from './fault-run.ts';

/** The run to execute. */
export interface ChosenRun {
  run: FaultRun;
  amount: number;
  /** Number of kills, where it is chosen apart from the amount. */
  kills?: number;
  seed: number;
}

const AMOUNTS = {
  count: { type: 'string' },
  cuts: { type: 'string' },
  sequences: { type: 'string' },
  requests: { type: 'string' },
  seconds: { type: 'string' },
  minutes: { type: 'string' },
  files: { type: 'string' },
  mutations: { type: 'string' },
} as const satisfies Record<FaultRun['unit'], object>;

/** Parses the flags. Throws an Error with one line that lists the choices. */
export function chooseRun(runs: readonly FaultRun[], args: string[], anySeed: number): ChosenRun {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { ...AMOUNTS, kills: { type: 'string' }, seed: { type: 'string' } },
  });
  const [name, ...more] = positionals;
  const run = runs.find((each) => each.name === name);
  if (!run || more.length > 0) {
    throw new Error(`Name one run: ${runs.map((each) => `${each.name} --${each.unit} N`).join(', ')}; each takes --seed S.`);
  }
  for (const unit of UNITS) {
    if (unit !== run.unit && values[unit] !== undefined) throw new Error(`${run.name} takes --${run.unit}, not --${unit}.`);
  }
  if (!run.takesKills && values.kills !== undefined) throw new Error(`${run.name} does not take --kills.`);
  const kills = wholeNumber('kills', values.kills);
  const amount = wholeNumber(run.unit, values[run.unit]) ?? run.standard;
  return { run, amount, ...(kills !== undefined && { kills }), seed: wholeNumber('seed', values.seed) ?? anySeed };
}

function wholeNumber(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text) && Number(text) > 0) return Number(text);
  throw new Error(`--${flag} must be a whole number from 1, not ${JSON.stringify(text)}.`);
}
