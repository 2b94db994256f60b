import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parsePrintValues } from '#rendering/dynamic-text/print-values.ts';
import { PrintingRig, textLabel } from './printing-rig.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const TEN_YEARS = 3_653 * DAY;

describe('a line whose clock is set', () => {
  let rig: PrintingRig;

  beforeEach(async () => {
    rig = await PrintingRig.build();
    await rig.putCounter('Serial');
    await rig.controller.labels.put('Dated', textLabel('{TIME;{YEAR}{MONTH}{DAYOFMONTH};+3months} {COUNTER;Serial}'));
    await rig.select({ labelName: 'Dated' });
  });
  afterEach(() => rig.close());

  const turn = (difference: number): void => rig.clock.set(rig.clock.wall + difference);
  const moments = async () =>
    (await rig.db.selectFrom('prints').select('print_values').orderBy('id').execute()).map(
      (row) => parsePrintValues(row.print_values).moment.epochMs,
    );

  const selectPlain = async () => {
    await rig.controller.labels.put('Plain', textLabel('{COUNTER;Serial}'));
    await rig.select({ labelName: 'Plain' });
  };
  const refused = { slug: 'clock-doubtful', message: expect.stringMatching(/^Nothing with a date is printed until the clock/) as string };
  const status = () => rig.controller.printing.status('Line 1');
  const readiness = async () => {
    const { reasons, warnings } = await rig.controller.readiness();
    return [...reasons, ...warnings].map(({ code }) => code);
  };

  it.each([
    ['back by two hours', -2 * HOUR],
    ['back by a day', -DAY],
    ['forward by an hour', HOUR],
  ])('C1 prints no date when it is set %s, spends nothing, and prints again once a person has confirmed it', async (_words, by) => {
    const { printing, clock } = rig.controller;
    await rig.trigger();
    await rig.finishPrints();
    turn(by);
    await expect(rig.trigger()).rejects.toMatchObject(refused);
    const { errors, ragStatus } = await printing.status('Line 1');
    const codes = await readiness();
    await clock.confirm();
    const again = rig.clock.wall + 100;
    await rig.trigger();
    await rig.finishPrints();
    expect([errors, ragStatus, codes, await rig.serials(), (await moments()).at(-1), await readiness()]).toEqual([
      [expect.stringMatching(/^Nothing with a date is printed/)],
      'RED',
      ['clock-doubtful'],
      ['1 printed', '2 printed'],
      again,
      [],
    ]);
  });

  it('C1 prints again once the clock is right again', async () => {
    turn(-2 * HOUR);
    await expect(rig.trigger()).rejects.toMatchObject(refused);
    turn(2 * HOUR);
    await rig.trigger();
    expect((await status()).errors).toEqual([]);
  });

  it('C6 keeps printing during a network time correction of five minutes', async () => {
    turn(-5 * MINUTE);
    await rig.trigger();
    expect([(await status()).errors, await readiness()]).toEqual([[], []]);
  });

  it('C1 keeps printing labels without a date, and readiness warns', async () => {
    await selectPlain();
    await rig.select({ labelName: 'Dated' }, 'Line 2');
    turn(-2 * HOUR);
    await rig.select({ labelName: 'Plain' });
    await rig.trigger();
    await expect(rig.trigger('Line 2')).rejects.toMatchObject(refused);
    expect([(await status()).errors, await readiness()]).toEqual([[], ['clock-stepped']]);
  });

  it.each([
    ['a date', '{YEAR}'],
    ['a date within a condition', '{IF;{COUNTER;Serial};=;7;{TIME;{MONTH};+1days};none}'],
    ['a shift', '{SHIFTCODE;Shift}'],
  ])('C1 refuses a selection of a label with %s, frozen or not', async (_words, text) => {
    turn(-2 * HOUR);
    await rig.controller.shiftCodes.put('Shift', { shifts: [{ offset: 360, code: 'E' }], description: '' });
    await rig.controller.labels.put('Other', textLabel(text));
    await expect(rig.select({ labelName: 'Other' })).rejects.toMatchObject(refused);
    await expect(rig.select({ labelName: 'Other', copies: 1, freeze: true })).rejects.toMatchObject(refused);
  });

  it('C1 prints jobs that were frozen before, with their stored dates', async () => {
    await rig.select({ labelName: 'Dated', copies: 2, freeze: true });
    const frozen = rig.clock.wall;
    turn(-2 * HOUR);
    await rig.trigger();
    await rig.finishPrints();
    expect([await moments(), (await status()).errors]).toEqual([[frozen], []]);
  });

  it('C1 does not use a picture that was drawn in advance', async () => {
    await rig.trigger();
    await rig.finishPrints();
    const send = vi.spyOn(rig.controller.printers.get('Line 1').engine, 'send');
    turn(-2 * HOUR);
    await expect(rig.trigger()).rejects.toMatchObject(refused);
    expect(send).not.toHaveBeenCalled();
  });

  it('C1 is published as an event', () => {
    turn(-2 * HOUR);
    rig.controller.clock.state();
    const { events } = rig.controller;
    expect(events.find(events.next - 1)?.event).toEqual({ type: 'clock:changed', state: 'stepped' });
  });

  it('C1 keeps an answer for a repeat, whatever the clock says meanwhile', async () => {
    const { clock } = rig.controller;
    const before = clock.steady();
    turn(TEN_YEARS);
    expect(clock.steady()).toBe(before);
  });

  it('C2 prints nothing ten years later, and nothing is spent', async () => {
    turn(TEN_YEARS);
    await expect(rig.trigger()).rejects.toMatchObject({ slug: 'clock-doubtful' });
    await expect(rig.select({ labelName: 'Dated' })).rejects.toMatchObject({ slug: 'clock-doubtful' });
    expect([await rig.serials(), (await rig.controller.counters.get('Serial')).value]).toEqual([[], 1]);
  });

  it('C2 says so in its status and its health, and deselects and aborts all the same', async () => {
    turn(TEN_YEARS);
    await rig.select({});
    await rig.controller.printing.abort('Line 1');
    const { errors, job } = await rig.controller.printing.status('Line 1');
    expect([errors, job, (await rig.controller.health()).clock]).toEqual([
      [(await rig.controller.clock.warning())?.text],
      null,
      'doubtful',
    ]);
  });

  it('C2 prints by its clock once a person has confirmed it', async () => {
    turn(TEN_YEARS);
    await rig.controller.clock.confirm();
    await rig.trigger();
    expect(await moments()).toEqual([rig.clock.wall]);
  });

  it('C6 knows a bounce by the time that passed, not by the clock', async () => {
    const { printing } = rig.controller;
    await selectPlain();
    await rig.trigger();
    rig.clock.advance(10);
    turn(HOUR);
    const soon = await printing.trigger('Line 1');
    turn(-2 * HOUR);
    rig.clock.advance(20);
    expect([soon, await printing.trigger('Line 1')]).toEqual([{ result: 'bounced' }, { result: 'printing' }]);
  });

  it('C6 paces its conveyor and its marks by the time that passed', async () => {
    await selectPlain();
    rig.controller.printers.setConveyor('Line 1', { running: true, productsPerMinute: 60 });
    turn(-HOUR);
    rig.clock.advance(1_000);
    rig.controller.printers.setConveyor('Line 1', { running: false, productsPerMinute: 60 });
    await expect.poll(() => rig.serials()).toEqual(['1 sent']);
    await rig.finishPrints();
    expect(await rig.serials()).toEqual(['1 printed']);
  });
});
