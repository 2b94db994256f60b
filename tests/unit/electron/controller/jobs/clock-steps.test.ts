import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parsePrintValues } from '#rendering/dynamic-text/print-values.ts';
import { Plant, textLabel } from './plant.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
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

  const selectPlain = async () => {
    await plant.controller.labels.put('Plain', textLabel('{COUNTER;Serial}'));
    await plant.select({ labelName: 'Plain' });
  };
  const refused = { slug: 'clock-doubtful', message: expect.stringMatching(/^Nothing with a date is printed until the clock/) as string };
  const status = () => plant.controller.printing.status('Line 1');
  const readiness = async () => {
    const { reasons, warnings } = await plant.controller.readiness();
    return [...reasons, ...warnings].map(({ code }) => code);
  };

  it.each([
    ['back by two hours', -2 * HOUR],
    ['back by a day', -DAY],
    ['forward by an hour', HOUR],
  ])('C1 prints no date when it is set %s, spends nothing, and prints on once a person has confirmed it', async (_words, by) => {
    const { printing, clock } = plant.controller;
    await plant.trigger();
    await plant.finishPrints();
    turn(by);
    await expect(plant.trigger()).rejects.toMatchObject(refused);
    const { errors, ragStatus } = await printing.status('Line 1');
    const codes = await readiness();
    await clock.confirm();
    const again = plant.clock.wall + 100;
    await plant.trigger();
    await plant.finishPrints();
    expect([errors, ragStatus, codes, await plant.serials(), (await moments()).at(-1), await readiness()]).toEqual([
      [expect.stringMatching(/^Nothing with a date is printed/)],
      'RED',
      ['clock-doubtful'],
      ['1 printed', '2 printed'],
      again,
      [],
    ]);
  });

  it('C1 prints on by itself once the clock is right again', async () => {
    turn(-2 * HOUR);
    await expect(plant.trigger()).rejects.toMatchObject(refused);
    turn(2 * HOUR);
    await plant.trigger();
    expect((await status()).errors).toEqual([]);
  });

  it('C6 prints on over a correction from the network of five minutes', async () => {
    turn(-5 * MINUTE);
    await plant.trigger();
    expect([(await status()).errors, await readiness()]).toEqual([[], []]);
  });

  it('C1 prints labels without a date on, and readiness warns', async () => {
    await selectPlain();
    await plant.select({ labelName: 'Dated' }, 'Line 2');
    turn(-2 * HOUR);
    await plant.select({ labelName: 'Plain' });
    await plant.trigger();
    await expect(plant.trigger('Line 2')).rejects.toMatchObject(refused);
    expect([(await status()).errors, await readiness()]).toEqual([[], ['clock-stepped']]);
  });

  it.each([
    ['a date', '{YEAR}'],
    ['a date within a condition', '{IF;{COUNTER;Serial};=;7;{TIME;{MONTH};+1days};none}'],
    ['a shift', '{SHIFTCODE;Shift}'],
  ])('C1 refuses a selection of a label with %s, frozen or not', async (_words, text) => {
    turn(-2 * HOUR);
    await plant.controller.shiftCodes.put('Shift', { shifts: [{ offset: 360, code: 'E' }], description: '' });
    await plant.controller.labels.put('Other', textLabel(text));
    await expect(plant.select({ labelName: 'Other' })).rejects.toMatchObject(refused);
    await expect(plant.select({ labelName: 'Other', copies: 1, freeze: true })).rejects.toMatchObject(refused);
  });

  it('C1 prints what was frozen before, with the dates of then', async () => {
    await plant.select({ labelName: 'Dated', copies: 2, freeze: true });
    const frozen = plant.clock.wall;
    turn(-2 * HOUR);
    await plant.trigger();
    await plant.finishPrints();
    expect([await moments(), (await status()).errors]).toEqual([[frozen], []]);
  });

  it('C1 uses no print that was prepared ahead', async () => {
    await plant.trigger();
    await plant.finishPrints();
    const send = vi.spyOn(plant.controller.printers.get('Line 1').engine, 'send');
    turn(-2 * HOUR);
    await expect(plant.trigger()).rejects.toMatchObject(refused);
    expect(send).not.toHaveBeenCalled();
  });

  it('C1 is told to those who follow the events', () => {
    turn(-2 * HOUR);
    plant.controller.clock.look();
    const { events } = plant.controller;
    expect(events.find(events.next - 1)?.fact).toEqual({ type: 'clock:changed', state: 'stepped' });
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
    await selectPlain();
    await plant.trigger();
    plant.clock.advance(10);
    turn(HOUR);
    const soon = await printing.trigger('Line 1');
    turn(-2 * HOUR);
    plant.clock.advance(20);
    expect([soon, await printing.trigger('Line 1')]).toEqual([{ result: 'bounced' }, { result: 'printing' }]);
  });

  it('C6 paces its conveyor and its marks by the time that passed', async () => {
    await selectPlain();
    plant.controller.printers.setConveyor('Line 1', { running: true, productsPerMinute: 60 });
    turn(-HOUR);
    plant.clock.advance(1_000);
    plant.controller.printers.setConveyor('Line 1', { running: false, productsPerMinute: 60 });
    await expect.poll(() => plant.serials()).toEqual(['1 sent']);
    await plant.finishPrints();
    expect(await plant.serials()).toEqual(['1 printed']);
  });
});
