import { describe, expect, it } from 'vitest';
import { counterSchema, type Counter } from '#contract/api-v3/counter.ts';
import { Counters } from '#controller/counters/counters.ts';
import { openControllerDatabase } from '#storage/database/controller-database.ts';

describe('Counters', () => {
  it('returns a counter as it was put', async () => {
    const { counters } = newCounters();
    const serial = counter({
      value: 41,
      minValue: 1,
      maxValue: 999,
      repeat: 2,
      step: 3,
      width: 6,
      padding: ' ',
      format: 'alpha',
      description: 'Serial number',
    });
    expect([await counters.put('Serial', serial), await counters.put('Serial', serial)]).toEqual(['created', 'replaced']);
    expect(await counters.get('Serial')).toEqual(serial);
  });

  it('previews its sequence from its current value', async () => {
    const { counters, print } = newCounters();
    await counters.put('Serial', counter({ value: 1, repeat: 3, maxValue: 2 }));
    await print('Serial');
    const { first, next, wrap } = await counters.preview('Serial', 5);
    expect([[first, ...next].map(({ value }) => value), wrap?.print]).toEqual([[1, 1, 2, 2, 2], 6]);
  });

  it.each([
    [{ format: 'roman' }, '/format'],
    [{ format: '{A;B}', minValue: 1, value: 1, maxValue: 3 }, '/maxValue'],
  ])('refuses the format of %j', async (settings, pointer) => {
    const { counters } = newCounters();
    await expect(counters.put('Serial', counter(settings))).rejects.toMatchObject({
      slug: 'invalid-input',
      context: { errors: [{ pointer }] },
    });
  });

  it('lists counters by name', async () => {
    const { counters } = newCounters();
    await counters.put('Serial', counter({ value: 41 }));
    await counters.put('Box', counter({ value: 2 }));
    expect(await counters.list()).toEqual([
      { name: 'Box', value: 2 },
      { name: 'Serial', value: 41 },
    ]);
  });

  it('shows its value, width and padding without moving', async () => {
    const { counters } = newCounters();
    await counters.put('Serial', counter({ value: 41, width: 6 }));
    const reading = new Map([['Serial', { value: 41, width: 6, padding: '0', format: '' }]]);
    expect([await counters.readings(['Serial']), await counters.readings(['Serial'])]).toEqual([reading, reading]);
  });

  it.each([
    ['by its step', { value: 5, step: 3 }, [5, 8, 11]],
    ['down', { value: 1, step: -1, minValue: 0, maxValue: 9 }, [1, 0, 9, 8]],
    ['from the maximum to the minimum', { value: 998, minValue: 1, maxValue: 999 }, [998, 999, 1, 2]],
    ['to the minimum when a step passes the maximum', { value: 8, step: 5, minValue: 2, maxValue: 10 }, [8, 2, 7, 2]],
    ['after its repeats', { value: 1, repeat: 3 }, [1, 1, 1, 2, 2, 2, 3]],
    ['not at all between equal bounds', { value: 4, minValue: 4, maxValue: 4 }, [4, 4]],
    ['at the end of what a number holds', { value: Number.MAX_SAFE_INTEGER }, [Number.MAX_SAFE_INTEGER, 0, 1]],
  ])('moves %s', async (_, settings, expected) => {
    const { counters, print } = newCounters();
    await counters.put('Serial', counter(settings));
    const shown: number[] = [];
    for (const _ of expected) shown.push(await print('Serial'));
    expect(shown).toEqual(expected);
  });

  it('counts a print once on a counter that a label names twice', async () => {
    const { counters, db } = newCounters();
    await counters.put('Serial', counter({ value: 1 }));
    await db.transaction().execute((trx) => counters.advance(['Serial', 'Serial'], trx));
    expect((await counters.get('Serial')).value).toBe(2);
  });

  it.each([
    ['goes on with its repeats', { value: 1, repeat: 2, description: 'Cases' }, [1, 2, 2]],
    ['has the last of fewer repeats to come', { value: 1, repeat: 1 }, [1, 2, 3]],
    ['has the rest of more repeats to come', { value: 1, repeat: 3 }, [1, 1, 2]],
    ['restarts its repeats at another value', { value: 5, repeat: 2 }, [5, 5, 6]],
  ])('I2 %s when it is put', async (_, settings, expected) => {
    const { counters, print } = newCounters();
    await counters.put('Serial', counter({ value: 1, repeat: 2 }));
    await print('Serial');
    await counters.put('Serial', counter(settings));
    expect([await print('Serial'), await print('Serial'), await print('Serial')]).toEqual(expected);
  });

  it('does not move when the transaction of the print fails', async () => {
    const { counters, db } = newCounters();
    await counters.put('Serial', counter({ value: 1 }));
    const failed = db.transaction().execute(async (trx) => {
      await counters.advance(['Serial'], trx);
      throw new Error('no print');
    });
    await expect(failed).rejects.toThrow('no print');
    expect((await counters.get('Serial')).value).toBe(1);
  });

  it('I2 never gives concurrent prints the same value', async () => {
    const { counters, print } = newCounters();
    await counters.put('Serial', counter({}));
    const shown = await Promise.all(Array.from({ length: 40 }, () => print('Serial')));
    expect(shown).toEqual(Array.from({ length: 40 }, (_, index) => index));
  });

  it.each([
    ['get', (counters: Counters) => counters.get('None')],
    ['remove', (counters: Counters) => counters.remove('None')],
  ])('%s names the counter that is missing', async (_, ask) => {
    await expect(ask(newCounters().counters)).rejects.toMatchObject({
      slug: 'not-found',
      context: { detail: 'There is no counter "None".', instance: '/api/v3/counters/None' },
    });
  });

  it('reads no counter that is not there', async () => {
    expect(await newCounters().counters.readings(['None'])).toEqual(new Map());
  });

  it('advance names the counter that is missing', async () => {
    const { counters, db } = newCounters();
    const advancing = db.transaction().execute((trx) => counters.advance(['None'], trx));
    await expect(advancing).rejects.toMatchObject({ slug: 'not-found', message: 'There is no counter "None".' });
  });

  it('gives many prints in one run the same values as one by one', async () => {
    const { counters, db, print } = newCounters();
    const settings = counter({ value: 8, minValue: 1, maxValue: 9, repeat: 2 });
    for (const name of ['at once', 'one by one']) await counters.put(name, settings);
    const one: number[] = [];
    for (let time = 0; time < 5; time++) one.push(await print('one by one'));
    const all = await db.transaction().execute(async (trx) => {
      const run = await counters.begin(['at once', 'None'], trx);
      const values = Array.from({ length: 5 }, () => run.take(['at once', 'None']).get('at once')?.value);
      await counters.finish(run, trx);
      return values;
    });
    expect({ all, next: await print('at once') }).toEqual({ all: one, next: await print('one by one') });
  });

  it('removes a counter', async () => {
    const { counters } = newCounters();
    await counters.put('Serial', counter({}));
    await counters.remove('Serial');
    expect(await counters.list()).toEqual([]);
  });
});

function counter(settings: Partial<Counter>): Counter {
  return counterSchema.parse(settings);
}

function newCounters() {
  const db = openControllerDatabase(':memory:');
  const counters = new Counters({ db });
  /** One print: reads and advances in one transaction. */
  const print = (name: string) =>
    db.transaction().execute(async (trx) => {
      const reading = (await counters.readings([name], trx)).get(name);
      await counters.advance([name], trx);
      return reading?.value ?? NaN;
    });
  return { db, counters, print };
}
