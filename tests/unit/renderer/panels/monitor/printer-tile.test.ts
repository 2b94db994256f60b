import { afterEach, describe, expect, it, vi } from 'vitest';
import { statusError } from '#contract/api-v3/make-status-error.ts';
import type { PrinterStatus } from '#contract/api-v3/printer.ts';
import PrinterTile from '#renderer/panels/monitor/PrinterTile.vue';
import { useAlarmsStore } from '#renderer/stores/alarms.ts';
import { useFleetStore } from '#renderer/stores/fleet/fleet.ts';
import { useLinkStore } from '#renderer/stores/link-state.ts';
import { aConnection, aJob, anAlarm, aPrinter, aStatus } from '#support/fleet.ts';
import { openPageRig, type PageRig } from '#support/page-rig.ts';

let rig: PageRig | undefined;
afterEach(() => {
  rig?.end();
  vi.useRealTimers();
});

async function tileOf(status: Partial<PrinterStatus>, props: Record<string, unknown> = {}) {
  rig = await openPageRig({}, [aConnection()]);
  useLinkStore().follow({ kind: 'open' });
  useFleetStore().apply({ type: 'snapshot', printers: [aPrinter({ status: aStatus(status) })], now: Date.now() });
  return rig.mount(PrinterTile, { connection: 'c1', printer: 'Line 1', density: 'normal', ...props });
}

describe('a tile of the monitor', () => {
  it('says the alarm that the printer does not report itself, with its colour and icon', async () => {
    const tile = await tileOf({ job: aJob() });
    expect(tile.find('.alarm').exists()).toBe(false);
    useAlarmsStore().apply({ type: 'snapshot', alarms: [anAlarm({ kind: 'prints-unknown', priority: 'high', subject: '' })] });
    await tile.vm.$nextTick();
    expect([tile.classes('caution'), tile.get('.alarm .badge.caution').text()]).toEqual([true, 'Print result unknown']);
    expect(tile.find('.alarm svg').exists()).toBe(true);
  });

  it.each([
    ['STARTED', ['A product was not printed: Nothing is selected on "Line 1".']],
    ['ERROR', ['The cover is open.', 'A product was not printed: "Line 1" cannot print now: The cover is open.']],
  ] as const)('says a text that the station understands by its title while the printer is %s', async (state, errors) => {
    const tile = await tileOf({ state, ragStatus: state === 'ERROR' ? 'RED' : 'AMBER', errors: [...errors], job: aJob() });
    const stated = [statusError('product-not-printed-no-job', { printer: 'Line 1' })];
    useAlarmsStore().apply({
      type: 'snapshot',
      alarms: [anAlarm({ kind: 'product-missed', priority: 'high', subject: '', errors: stated })],
    });
    await tile.vm.$nextTick();
    expect(tile.get('.faults').text()).toBe('Product passed unmarked');
  });

  it.each([
    ['printing', { job: aJob() }, ['Operate Line 1']],
    ['ready', {}, ['Load a job: Line 1']],
    ['stopped', { state: 'STOPPED', job: aJob() }, ['Operate Line 1']],
  ] as const)('offers what can be done with a %s printer', async (_state, status, names) => {
    const tile = await tileOf(status as Partial<PrinterStatus>);
    expect(tile.findAll('button').map((button) => button.attributes('aria-label'))).toEqual(names);
  });

  it('has no buttons and links on a wall', async () => {
    expect((await tileOf({}, { isReadOnly: true })).find('button, a').exists()).toBe(false);
  });

  it('opens the actions of its printer', async () => {
    const tile = await tileOf({ job: aJob() });
    await tile.get('button').trigger('click');
    expect(tile.emitted('act')).toHaveLength(1);
  });

  it('shows the rate against the speed of the line, and the time left, before a minute has passed', async () => {
    const begin = Date.parse('2026-11-21T14:03:00Z');
    vi.useFakeTimers({ now: begin, toFake: ['Date', 'performance'] });
    const conveyor = { running: true, productsPerMinute: 120 };
    const tile = await tileOf({ job: aJob({ printed: 400, copies: 1_000 }), conveyor });
    for (let second = 1; second <= 20; second += 1) {
      vi.setSystemTime(begin + second * 1_000);
      const status = aStatus({ job: aJob({ printed: 400 + second, copies: 1_000 }), conveyor });
      const counters = { triggers: second, triggerBounces: 0, printedLabels: second };
      useFleetStore().apply({ type: 'changed', printer: aPrinter({ status, counters, lastContact: begin + second * 1_000 }) });
    }
    await vi.dynamicImportSettled();
    expect([tile.get('.rate .figure').text(), tile.get('.left').text()]).toEqual(['60 of 120/min', '9 min left']);
  });
});
