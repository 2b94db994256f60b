import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parsePrintValues } from '#rendering/dynamic-text/print-values.ts';
import { Plant, textLabel } from './plant.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const TEN_YEARS = 3_653 * DAY;

describe('a line whose clock is set', () => {
  let plant: Plant;

  beforeEach(async () => {
    plant = await Plant.build();
    await plant.putCounter('Serial');
    await plant.controller.labels.put('Dated', textLabel('{TIME;{YEAR}{MONTH}{DAYOFMONTH};+3months} {COUNTER;Serial}'));
    await plant.select({ labelName: 'Dated' });
  });
  afterEach(() => plant.close());

  const turn = (difference: number): void => plant.clock.set(plant.clock.wall + difference);
  const moments = async () =>
    (await plant.db.selectFrom('prints').select('print_values').orderBy('id').execute()).map(
      (row) => parsePrintValues(row.print_values).moment.epochMs,
    );

  it.each([
    ['an hour', HOUR],
    ['a day', DAY],
  ])(
    'C1 prints on when it is set back by %s: each print has the date of its moment, a serial of its own and its place in the order',
    async (_words, back) => {
      const start = plant.clock.wall;
      await plant.trigger();
      await plant.finishPrints();
      turn(-back);
      const again = plant.clock.wall;
      await plant.trigger();
      await plant.finishPrints();
      expect([await moments(), await plant.serials(), (await plant.prints()).map(({ id }) => id)]).toEqual([
        [start + 100, again + 100],
        ['1 printed', '2 printed'],
        [1, 2],
      ]);
    },
  );

  it('C1 is flagged by its health while it prints on', async () => {
    turn(-HOUR);
    const { errors } = await plant.controller.printing.status('Line 1');
    expect([(await plant.controller.health()).clock, (await plant.controller.clock.reading()).state, errors]).toEqual([
      'stepped',
      'stepped',
      [],
    ]);
  });

  it('C1 keeps an answer for a repeat, whatever the clock says meanwhile', async () => {
    const { clock } = plant.controller;
    const before = clock.steady();
    turn(TEN_YEARS);
    expect(clock.steady()).toBe(before);
  });

  it('C2 prints nothing ten years later, and nothing is spent', async () => {
    turn(TEN_YEARS);
    await expect(plant.trigger()).rejects.toMatchObject({ slug: 'clock-doubtful' });
    await expect(plant.select({ labelName: 'Dated' })).rejects.toMatchObject({ slug: 'clock-doubtful' });
    expect([await plant.serials(), (await plant.controller.counters.get('Serial')).value]).toEqual([[], 1]);
  });

  it('C2 says so in its status and its health, and deselects and aborts all the same', async () => {
    turn(TEN_YEARS);
    await plant.select({});
    await plant.controller.printing.abort('Line 1');
    const { errors, job } = await plant.controller.printing.status('Line 1');
    expect([errors, job, (await plant.controller.health()).clock]).toEqual([[await plant.controller.clock.doubt()], null, 'doubtful']);
  });

  it('C2 prints by its clock once a person has confirmed it', async () => {
    turn(TEN_YEARS);
    await plant.controller.clock.confirm();
    await plant.trigger();
    expect(await moments()).toEqual([plant.clock.wall]);
  });

  it('C6 knows a bounce by the time that passed, not by the clock', async () => {
    const { printing } = plant.controller;
    await plant.trigger();
    plant.clock.advance(10);
    turn(HOUR);
    const soon = await printing.trigger('Line 1');
    turn(-2 * HOUR);
    plant.clock.advance(20);
    expect([soon, await printing.trigger('Line 1')]).toEqual([{ result: 'bounced' }, { result: 'printing' }]);
  });

  it('C6 paces its conveyor and its marks by the time that passed', async () => {
    plant.controller.printers.setConveyor('Line 1', { running: true, productsPerMinute: 60 });
    turn(-HOUR);
    plant.clock.advance(1_000);
    plant.controller.printers.setConveyor('Line 1', { running: false, productsPerMinute: 60 });
    await expect.poll(() => plant.serials()).toEqual(['1 sent']);
    await plant.finishPrints();
    expect(await plant.serials()).toEqual(['1 printed']);
  });
});
