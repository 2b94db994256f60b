import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useClockStore } from '#renderer/stores/clock.ts';
import { useFleetStore } from '#renderer/stores/fleet/fleet.ts';
import { useLinkStore } from '#renderer/stores/link-state.ts';
import { aConnection, aPrinter, aStatus } from '#support/fleet.ts';
import { openPageRig, type PageRig } from '#support/page-rig.ts';

const NOW = Date.parse('2026-11-21T14:03:12Z');
let rig: PageRig;

beforeEach(async () => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date', 'performance'] });
  rig = await openPageRig({}, [aConnection()]);
});

afterEach(() => {
  rig.end();
  vi.useRealTimers();
});

function openFleet() {
  useLinkStore().follow({ kind: 'open' });
  const fleet = useFleetStore();
  fleet.apply({ type: 'snapshot', printers: [aPrinter({ name: 'Line 10' }), aPrinter({ name: 'Line 2' })], now: NOW });
  return fleet;
}

const names = (fleet: ReturnType<typeof openFleet>) => fleet.printers.map(({ value }) => value.name);

describe('the fleet', () => {
  it('is undefined before the first snapshot', () => {
    expect(useFleetStore().isLoaded).toBe(false);
  });

  it('sorts printers in natural order', () => {
    expect(names(openFleet())).toEqual(['Line 2', 'Line 10']);
  });

  it('replaces one printer without touching the order', () => {
    const fleet = openFleet();
    const before = fleet.printers;
    fleet.apply({ type: 'changed', printer: aPrinter({ name: 'Line 2', status: aStatus({ state: 'HEATING' }) }) });
    expect(fleet.printers).toBe(before);
    expect(fleet.findPrinter('c1', 'Line 2')?.status?.state).toBe('HEATING');
  });

  it('adds an unknown printer, and removes a removed one', () => {
    const fleet = openFleet();
    fleet.apply({ type: 'changed', printer: aPrinter({ name: 'Line 3' }) });
    fleet.apply({ type: 'removed', connection: 'c1', name: 'Line 10' });
    expect(names(fleet)).toEqual(['Line 2', 'Line 3']);
  });

  it('drops printers that a new snapshot does not contain', () => {
    const fleet = openFleet();
    fleet.apply({ type: 'snapshot', printers: [aPrinter({ name: 'Line 7' })], now: NOW });
    expect(names(fleet)).toEqual(['Line 7']);
    expect(fleet.findPrinter('c1', 'Line 2')).toBeUndefined();
  });

  it('H15 measures the age from the last answer of the controller', () => {
    const fleet = openFleet();
    fleet.apply({ type: 'answered', connection: 'c1', at: NOW + 1_500 });
    expect(fleet.freshness(fleet.findPrinter('c1', 'Line 2')!)).toEqual({ contact: NOW + 1_500, isStale: false });
  });

  it('does not use the answer of another printer when it missed polls', () => {
    const fleet = openFleet();
    fleet.apply({ type: 'changed', printer: aPrinter({ name: 'Line 2', missedPolls: 3, stale: true, lastContact: NOW - 4_000 }) });
    fleet.apply({ type: 'answered', connection: 'c1', at: NOW });
    expect(fleet.freshness(fleet.findPrinter('c1', 'Line 2')!)).toEqual({ contact: NOW - 4_000, isStale: true });
  });

  it('H15 marks everything as stale when there are no reports', () => {
    const fleet = openFleet();
    vi.advanceTimersByTime(9_000);
    useClockStore().tick();
    expect(fleet.freshness(fleet.findPrinter('c1', 'Line 2')!).isStale).toBe(true);
  });

  it.each([
    ['forward', NOW + 3_600_000],
    ['back', NOW - 3_600_000],
  ])('C6 keeps its ages when the clock of the screen is set %s', (_, screen) => {
    const fleet = openFleet();
    vi.advanceTimersByTime(2_000);
    vi.setSystemTime(screen);
    useClockStore().tick();
    const { contact, isStale } = fleet.freshness(fleet.findPrinter('c1', 'Line 2')!);
    expect([useClockStore().now - contact!, isStale]).toEqual([2_000, false]);
  });

  it('C6 keeps its ages when the clock of the station is set', () => {
    const fleet = openFleet();
    vi.advanceTimersByTime(2_000);
    fleet.apply({ type: 'snapshot', printers: [aPrinter({ lastContact: NOW - 3_602_000 })], now: NOW - 3_600_000 });
    const { contact, isStale } = fleet.freshness(fleet.findPrinter('c1', 'Line 1')!);
    expect([useClockStore().now - contact!, isStale]).toEqual([2_000, false]);
  });

  it('A15 ages received data after a sleep in which its timers stood still', () => {
    const fleet = openFleet();
    const woken = NOW + 8 * 3_600_000;
    fleet.apply({ type: 'answered', connection: 'c1', at: woken });
    vi.advanceTimersByTime(9_000);
    useClockStore().tick();
    expect(fleet.freshness(fleet.findPrinter('c1', 'Line 2')!)).toEqual({ contact: woken, isStale: true });
  });

  it('marks everything as stale at once when the station is unreachable', () => {
    const fleet = openFleet();
    useLinkStore().follow({ kind: 'lost', since: NOW });
    expect(fleet.freshness(fleet.findPrinter('c1', 'Line 2')!).isStale).toBe(true);
  });

  it('uses the clock of the station, not that of the screen', () => {
    const fleet = openFleet();
    const stationNow = NOW + 3_600_000;
    fleet.apply({ type: 'snapshot', printers: [aPrinter({ lastContact: stationNow - 500 })], now: stationNow });
    expect(fleet.freshness(fleet.findPrinter('c1', 'Line 1')!).isStale).toBe(false);
  });
});
