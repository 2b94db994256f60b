import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clockSchema } from '#contract/api-v3/clock.ts';
import { Clock } from '#controller/clock/clock.ts';
import { Settings } from '#controller/settings/settings.ts';
import { openControllerDatabase } from '#storage/database/controller-database.ts';
import { HandClock } from '../engines/hand-clock.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const START = Date.parse('2026-11-21T06:00:00Z');
const TEN_YEARS = Date.parse('2036-11-21T06:00:00Z');

describe('the clock', () => {
  const db = openControllerDatabase(':memory:');
  const settings = new Settings({ db, newId: () => 'id' });
  let hand: HandClock;
  let clock: Clock;
  let logged: string[];
  let printerOffset: number;

  beforeEach(async () => {
    await db.deleteFrom('settings').execute();
    await settings.putTimeZone('Europe/Berlin');
    hand = new HandClock(START);
    logged = [];
    printerOffset = 0;
    clock = await started();
  });
  afterEach(() => clock.stop());

  async function started({ isSafeMode = false } = {}): Promise<Clock> {
    const write = (text: string) => void logged.push(text);
    const next = new Clock({
      settings,
      isSafeMode,
      timers: hand,
      now: () => hand.wall,
      uptime: () => hand.now,
      log: { info: write, warn: write, error: write },
      printerClocks: () => [['Line 1', hand.wall + printerOffset]],
    });
    await next.start();
    return next;
  }

  /** The controller stops, is off for a while, and starts again. */
  async function restart(off: number): Promise<void> {
    await clock.stop();
    const { wall } = hand;
    hand = new HandClock(hand.now);
    hand.set(wall + off);
    clock = await started();
  }

  it('B4 starts, runs and stops while its samples cannot be stored, and stores the next one', async () => {
    const put = vi.spyOn(settings, 'put').mockRejectedValue(new Error('full'));
    await restart(HOUR);
    await clock.stop();
    put.mockRestore();
    expect({ logged, state: clock.state() }).toEqual({ logged: Array(3).fill('the clock sample could not be stored'), state: 'ok' });
    await clock.stop();
    expect(await settings.get('clock')).toContain(String(START + HOUR));
  });

  it('is trusted while it agrees with the time that passes', () => {
    hand.advance(2 * HOUR);
    expect(clock.state()).toBe('ok');
  });

  it('C1 follows an hour back and flags it, until it is right again', () => {
    hand.set(START - HOUR);
    const back = clock.state();
    hand.advance(3 * HOUR);
    const later = clock.state();
    hand.set(START + 3 * HOUR);
    expect([back, later, clock.state()]).toEqual(['stepped', 'stepped', 'ok']);
  });

  it('C1 logs each step once', () => {
    hand.set(START - HOUR);
    hand.advance(10 * MINUTE);
    hand.set(hand.now);
    hand.advance(10 * MINUTE);
    expect(logged).toEqual([
      'the clock was set: it shows 2026-11-21T05:01:00.000Z, and 2026-11-21T06:01:00.000Z was expected; it is stepped',
      'the clock is right again',
    ]);
  });

  it('C2 refuses to print when it is ten years ahead, and reports both times and what to do', async () => {
    hand.set(TEN_YEARS);
    expect(clock.state()).toBe('doubtful');
    expect((await clock.refusal()).toProblem()).toEqual({
      type: 'urn:strobe:problem:clock-doubtful',
      title: "The controller's clock is not trusted",
      status: 409,
      instance: '/api/v3/clock',
      detail:
        'Nothing is printed until the clock of the controller is set right or confirmed: it shows 2036-11-21 07:00, ' +
        'but 2026-11-21 07:00 was expected (Europe/Berlin). Confirm it with POST /api/v3/clock/confirm.',
    });
  });

  it('C2 prints again once it is confirmed, and can be confirmed twice', async () => {
    hand.set(TEN_YEARS);
    await clock.confirm();
    await clock.confirm();
    hand.advance(HOUR);
    expect([clock.state(), await clock.warning()]).toEqual(['ok', undefined]);
  });

  it('C2 prints again by itself once it is right', () => {
    hand.set(TEN_YEARS);
    clock.state();
    hand.set(START);
    expect(clock.state()).toBe('ok');
  });

  it('C2 stays doubtful over a restart', async () => {
    hand.set(START + 30 * DAY);
    await restart(HOUR);
    expect(clock.state()).toBe('doubtful');
  });

  it('C2 stays confirmed over a restart', async () => {
    hand.set(TEN_YEARS);
    await clock.confirm();
    await restart(HOUR);
    expect(clock.state()).toBe('ok');
  });

  it('C2 is doubtful when it starts ten years after it was seen', async () => {
    await restart(TEN_YEARS - START);
    expect(clock.state()).toBe('doubtful');
  });

  it('C2 knows its last sample before a crash to the minute', async () => {
    hand.advance(10 * MINUTE);
    await expect.poll(() => settings.get('clock')).toBe(JSON.stringify({ wall: START + 10 * MINUTE, expected: START + 10 * MINUTE }));
  });

  it('C2 writes nothing in safe mode', async () => {
    await clock.stop();
    const before = await settings.get('clock');
    hand.advance(HOUR);
    clock = await started({ isSafeMode: true });
    await clock.stop();
    expect(await settings.get('clock')).toBe(before);
  });

  it('C1 has a monotonic time that does not follow changes of the clock', async () => {
    const moments = [clock.steady()];
    hand.set(TEN_YEARS);
    await clock.confirm();
    hand.advance(1_000);
    moments.push(clock.steady());
    hand.set(START - DAY);
    moments.push(clock.steady());
    expect(moments).toEqual([START, START + 1_000, START + 1_000]);
  });

  it('C4 reports its zone and UTC offset', async () => {
    await settings.putTimeZone('Asia/Kathmandu');
    expect(await clock.reading()).toMatchObject({ timeZone: 'Asia/Kathmandu', utcOffset: 345, state: 'ok' });
  });

  it("C5 shows a printer's clock with its deviation", async () => {
    printerOffset = -90_000;
    const reading = await clock.reading();
    expect(clockSchema.strict().parse(reading)).toEqual({
      now: '2026-11-21T06:00:00.000Z',
      expected: '2026-11-21T06:00:00.000Z',
      timeZone: 'Europe/Berlin',
      utcOffset: 60,
      state: 'ok',
      printers: { 'Line 1': { now: '2026-11-21T05:58:30.000Z', offset: -90 } },
    });
  });

  it("C5 logs the deviation of a printer's clock once", () => {
    printerOffset = -90_000;
    hand.advance(10 * MINUTE);
    expect(logged).toEqual([
      "Line 1: its clock shows 2026-11-21T05:59:30.000Z, 90 s behind the controller's; dates come from the controller's",
    ]);
  });
});
