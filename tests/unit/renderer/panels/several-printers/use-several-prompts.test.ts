import { afterEach, describe, expect, it } from 'vitest';
import type { LabelPrompt } from '#contract/api-v3/variable.ts';
import { ProblemError } from '#contract/problem.ts';
import { useSeveralPrompts } from '#renderer/panels/several-printers/use-several-prompts.ts';
import { useFleetStore } from '#renderer/stores/fleet/fleet.ts';
import { aConnection, aJob, aPrinter, aStatus } from '#support/fleet.ts';
import { openPageRig, type PageRig } from '#support/page-rig.ts';

const A = { connection: 'c1', printer: 'A' };
const B = { connection: 'c1', printer: 'B' };
const IDLE = { connection: 'c1', printer: 'Idle' };
const FAR = { connection: 'c2', printer: 'Far' };
const ALL = [A, B, IDLE, FAR];

let rig: PageRig;
/** The value of the batch on each controller. */
let stored: Map<string, string>;
let written: string[];
let refusing: string | undefined;

afterEach(() => rig.end());

async function open() {
  stored = new Map([
    ['c1', 'B7'],
    ['c2', 'B9'],
  ]);
  written = [];
  refusing = undefined;
  const batch = (connection: string): LabelPrompt => ({
    ...{ name: 'Batch', value: stored.get(connection) ?? '', description: 'Batch number', pinned: false },
    prompt: { type: 'number', min: 1, max: 99 },
  });
  rig = await openPageRig(
    {
      variables: {
        prompts: async ({ connection, label }) => (label === 'Milk' ? [batch(connection)] : []),
        get: async ({ connection }) => ({ value: stored.get(connection) ?? '', userEdit: true }) as never,
        put: async ({ connection, variable }) => {
          if (refusing === connection) throw new ProblemError('controller-unreachable');
          written.push(`${connection} ${variable.value}`);
          stored.set(connection, variable.value ?? '');
          return { created: false };
        },
      },
    },
    [aConnection(), aConnection({ id: 'c2', embedded: false })],
  );
  const status = aStatus({ job: aJob({ label: 'Milk' }) });
  const printers = [A, B, FAR].map(({ connection, printer: name }) => aPrinter({ connection, name, status }));
  useFleetStore().apply({ type: 'snapshot', printers: [...printers, aPrinter({ name: 'Idle' })], now: Date.now() });
  const values = rig.run(() => useSeveralPrompts(ALL));
  await values.read(ALL);
  return values;
}

describe('values for several printers', () => {
  it('are one field per name, with what the printers have now, and one change per printer that gets another value', async () => {
    const values = await open();
    expect(values.fields.value.map(({ labelPrompt, values: present }) => [labelPrompt.name, present])).toEqual([['Batch', ['B7', 'B9']]]);
    values.entered.set('Batch', 'B9');
    expect(ALL.map((on) => values.changesOf(on).map(({ value }) => value))).toEqual([['B9'], ['B9'], [], []]);
  });

  it('are written once per controller, with one result per printer', async () => {
    const values = await open();
    values.entered.set('Batch', '12');
    await values.save([A, B, FAR]);
    expect(written.toSorted()).toEqual(['c1 12', 'c2 12']);
    expect([A, B, IDLE, FAR].map((on) => values.saves.find(on)?.state)).toEqual(['done', 'done', undefined, 'done']);
  });

  it('that a controller refuses are refused for its printers only, and are written when they are tried again', async () => {
    const values = await open();
    values.entered.set('Batch', '12');
    refusing = 'c2';
    await values.save([A, B, FAR]);
    expect([A, B, FAR].map((on) => values.saves.find(on)?.state)).toEqual(['done', 'done', 'failed']);
    refusing = undefined;
    await values.tryAgain([FAR]);
    expect([values.saves.find(FAR)?.state, written]).toEqual(['done', ['c1 12', 'c2 12']]);
  });

  it('have a fault if they break the limits of a label', async () => {
    const values = await open();
    const seen = [values.faultOf('Batch')];
    for (const value of ['100', '99']) {
      values.entered.set('Batch', value);
      seen.push(values.faultOf('Batch'));
    }
    expect(seen).toEqual([undefined, expect.stringContaining('99'), undefined]);
  });
});
