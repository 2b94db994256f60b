import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Counter } from '#contract/api-v3/counter.ts';
import { ProblemError } from '#contract/problem.ts';
import { useImport, type ImportState } from '#renderer/panels/import-export/use-import.ts';
import { openPageRig, type PageRig } from '#support/page-rig.ts';

const SERIAL: Counter = { value: 41, minValue: 1, maxValue: 999, repeat: 1, step: 1, width: 6, padding: '0', format: '', description: '' };
let present: Counter;
/** Runs before a put arrives: printing advances the counter. */
let beforePut: () => unknown;
let rig: PageRig;
let state: ImportState;

beforeEach(async () => {
  present = { ...SERIAL };
  beforePut = () => undefined;
  rig = await openPageRig({
    counters: {
      list: async () => [{ name: 'Serial', value: present.value }],
      get: async () => present,
      put: async ({ counter, expected }) => {
        beforePut();
        if (JSON.stringify(expected) !== JSON.stringify(present)) throw new ProblemError('changed-meanwhile');
        present = counter as Counter;
        return { created: false };
      },
    },
  });
  state = rig.run(() => useImport('counters', () => 'c1'));
});

afterEach(() => rig.end());

/** Chooses a file with the counter and checks it. */
async function choose(counter: Counter): Promise<void> {
  await state.checking.run(new File([JSON.stringify({ Serial: counter })], 'counters.json'));
  state.tick(['Serial'], true);
}

/** Sends the checked entries and answers the confirmation. */
async function sendWith(reason: string | undefined): Promise<void> {
  const sent = state.sending.run();
  await expect.poll(() => state.question.value).toMatchObject({ name: 'Serial', kind: 'back', from: { value: 57 }, to: { value: 50 } });
  state.question.value?.answer(reason);
  await sent;
}

describe('importing an existing counter', () => {
  it('H19 asks before it is set back from its current value, and leaves it if declined', async () => {
    await choose({ ...SERIAL, value: 50 });
    present = { ...SERIAL, value: 57 };
    await sendWith(undefined);
    expect(present.value).toBe(57);
    expect(state.outcome.value).toEqual({ sent: [], failed: [], skipped: ['Serial'] });
  });

  it('H19 sets it back once confirmed, also when printing has moved it meanwhile', async () => {
    await choose({ ...SERIAL, value: 50 });
    present = { ...SERIAL, value: 57 };
    let moves = 0;
    beforePut = () => (moves += 1) === 1 && (present = { ...present, value: 58 });
    await sendWith('the roll was changed');
    expect(present.value).toBe(50);
    expect(state.outcome.value?.sent).toEqual(['Serial']);
  });

  it('sets it forward without a confirmation', async () => {
    await choose({ ...SERIAL, value: 100, description: 'Cases' });
    await state.sending.run();
    expect(present).toEqual({ ...SERIAL, value: 100, description: 'Cases' });
  });

  it('does not replace a concurrent change', async () => {
    await choose({ ...SERIAL, value: 100 });
    present = { ...SERIAL, width: 8 };
    await state.sending.run();
    expect(present.width).toBe(8);
    expect(state.outcome.value?.failed).toMatchObject([{ name: 'Serial' }]);
  });
});
