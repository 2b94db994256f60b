import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clockSchema } from '#contract/api-v3/clock.ts';
import { Clock } from '#controller/clock/clock.ts';
import { Settings } from '#controller/settings/settings.ts';
import { openControllerDatabase } from '#storage/controller-database.ts';
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

  /** The controller ends, is off for a while, and starts again. */
  async function restart(off: number): Promise<void> {
    await clock.stop();
    const { wall } = hand;
    hand = new HandClock(hand.now);
    hand.set(wall + off);
    clock = await started();
  }

  it('B4 starts, looks and ends while what it sees cannot be kept, and keeps what it sees next', async () => {
    const put = vi.spyOn(settings, 'put').mockRejectedValue(new Error('full'));
    await restart(HOUR);
    await clock.stop();
    put.mockRestore();
    expect({ logged, state: clock.look() }).toEqual({ logged: Array(3).fill('what the clock shows could not be kept'), state: 'ok' });
    await clock.stop();
    expect(await settings.get('clock')).toContain(String(START + HOUR));
  });

  it('is believed while it goes with the time that passes', () => {
    hand.advance(2 * HOUR);
    expect(clock.look()).toBe('ok');
  });

  it('C1 follows an hour back and flags it, until it is right again', () => {
    hand.set(START - HOUR);
    const back = clock.look();
    hand.advance(3 * HOUR);
    const later = clock.look();
    hand.set(START + 3 * HOUR);
    expect([back, later, clock.look()]).toEqual(['stepped', 'stepped', 'ok']);
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

  it('C2 refuses to print ten years later, and says both times and what to do', async () => {
    hand.set(TEN_YEARS);
    expect(clock.look()).toBe('doubtful');
    expect((await clock.refusal()).toProblem()).toEqual({
      type: 'urn:strobe:problem:clock-doubtful',
      title: 'The clock of the controller is doubtful',
      status: 409,
      instance: '/api/v3/clock',
      detail:
        'Nothing is printed until the clock of the controller is set right or confirmed: it shows 2036-11-21 07:00, ' +
        'but 2026-11-21 07:00 was expected (Europe/Berlin). It is confirmed with POST /api/v3/clock/confirm.',
    });
  });

  it('C2 prints again once it is confirmed, and once more is no harm', async () => {
    hand.set(TEN_YEARS);
    await clock.confirm();
    await clock.confirm();
    hand.advance(HOUR);
    expect([clock.look(), await clock.doubt()]).toEqual(['ok', undefined]);
  });

  it('C2 prints again by itself once it is right', () => {
    hand.set(TEN_YEARS);
    clock.look();
    hand.set(START);
    expect(clock.look()).toBe('ok');
  });

  it('C2 stays doubtful over a restart', async () => {
    hand.set(START + 30 * DAY);
    await restart(HOUR);
    expect(clock.look()).toBe('doubtful');
  });

  it('C2 stays confirmed over a restart', async () => {
    hand.set(TEN_YEARS);
    await clock.confirm();
    await restart(HOUR);
    expect(clock.look()).toBe('ok');
  });

  it('C2 is doubtful when it starts ten years after it was seen', async () => {
    await restart(TEN_YEARS - START);
    expect(clock.look()).toBe('doubtful');
  });

  it('C2 knows within a minute what it saw before a crash', async () => {
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

  it('C1 has a steady moment that no step moves', async () => {
    const moments = [clock.steady()];
    hand.set(TEN_YEARS);
    await clock.confirm();
    hand.advance(1_000);
    moments.push(clock.steady());
    hand.set(START - DAY);
    moments.push(clock.steady());
    expect(moments).toEqual([START, START + 1_000, START + 1_000]);
  });

  it('C4 states its zone and what that is ahead of UTC', async () => {
    await settings.putTimeZone('Asia/Kathmandu');
    expect(await clock.reading()).toMatchObject({ timeZone: 'Asia/Kathmandu', utcOffset: 345, state: 'ok' });
  });

  it("C5 shows a printer's clock with what it is off", async () => {
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

  it("C5 records once what a printer's clock is off", () => {
    printerOffset = -90_000;
    hand.advance(10 * MINUTE);
    expect(logged).toEqual([
      "Line 1: its clock shows 2026-11-21T05:59:30.000Z, 90 s behind the controller's; dates come from the controller's",
    ]);
  });
});
