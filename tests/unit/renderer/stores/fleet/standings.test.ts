import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nextTick } from 'vue';
import type { PrinterStatus } from '#contract/api-v3/printer.ts';
import { useAlarmsStore } from '#renderer/stores/alarms.ts';
import { useFleetStore } from '#renderer/stores/fleet/fleet.ts';
import { printerKey } from '#renderer/stores/fleet/printer-key.ts';
import { standingOf } from '#renderer/stores/fleet/printer-standing.ts';
import { useStandingsStore } from '#renderer/stores/fleet/standings.ts';
import { useLinkStore } from '#renderer/stores/link-state.ts';
import { aConnection, aJob, anAlarm, aPrinter, aStatus } from '#support/fleet.ts';
import { openPageRig, type PageRig } from '#support/page-rig.ts';

const KEY = printerKey({ connection: 'c1', printer: 'Line 1' });

describe('the standing of a printer', () => {
  it.each([
    ['critical', { state: 'ERROR', errors: ['Out of ink'] }],
    ['critical', { ragStatus: 'RED', job: aJob() }],
    ['caution', { ragStatus: 'AMBER', job: aJob() }],
    ['caution', { state: 'OTHER' }],
    ['printing', { job: aJob() }],
    ['printing', { state: 'HEATING', job: aJob() }],
    ['paused', { state: 'STOPPED', job: aJob() }],
    ['ready', {}],
    ['stopped', { state: 'STANDBY' }],
  ] as const)('is %s with %o', (standing, status) => {
    const printer = aPrinter({ status: aStatus(status as Partial<PrinterStatus>) });
    expect(standingOf(printer, { isStale: false, alarm: undefined })).toBe(standing);
  });

  it('is lost while its data are stale, whatever they say', () => {
    const printer = aPrinter({ status: aStatus({ state: 'ERROR', ragStatus: 'RED' }) });
    expect(standingOf(printer, { isStale: true, alarm: 'critical' })).toBe('lost');
  });

  it('follows an alarm that the printer does not report itself', () => {
    const printer = aPrinter({ status: aStatus({ job: aJob() }) });
    expect(['critical', 'high'].map((alarm) => standingOf(printer, { isStale: false, alarm: alarm as 'high' }))).toEqual([
      'critical',
      'caution',
    ]);
  });

  it('is no fault of a printer that a person has disabled', () => {
    const printer = aPrinter({
      properties: { id: 'p', type: 'Virtual', enabled: false },
      status: aStatus({ state: 'STOPPED', ragStatus: 'AMBER' }),
    });
    expect(standingOf(printer, { isStale: false, alarm: undefined })).toBe('stopped');
  });
});

describe('the standings of the fleet', () => {
  let rig: PageRig;

  beforeEach(async () => {
    rig = await openPageRig({}, [aConnection()]);
    useLinkStore().follow({ kind: 'open' });
    const printers = [aPrinter({ status: aStatus({ job: aJob() }) }), aPrinter({ name: 'Line 2' })];
    useFleetStore().apply({ type: 'snapshot', printers, now: Date.now() });
  });
  afterEach(() => rig.end());

  it('are the same object after a print, so that nothing on the monitor moves', async () => {
    const standings = useStandingsStore();
    const before = standings.byPrinter;
    useFleetStore().apply({ type: 'changed', printer: aPrinter({ status: aStatus({ job: aJob({ printed: 413 }) }) }) });
    await nextTick();
    expect(standings.byPrinter).toBe(before);
    useFleetStore().apply({ type: 'changed', printer: aPrinter({ status: aStatus() }) });
    await nextTick();
    expect([standings.byPrinter === before, standings.byPrinter.get(KEY), standings.counts.ready]).toEqual([false, 'ready', 2]);
  });

  it.each([
    ['an urgent alarm', { kind: 'line-stopped', priority: 'critical' }, 'critical'],
    ['an alarm that can wait', { priority: 'medium' }, 'printing'],
    ['a shelved alarm', { kind: 'line-stopped', priority: 'critical', shelved: { until: 1, by: '', reason: '' } }, 'printing'],
    ['an alarm that has returned', { kind: 'line-stopped', priority: 'critical', isActive: false }, 'printing'],
  ] as const)('are changed by active urgent alarms only: %s', (_name, alarm, standing) => {
    useAlarmsStore().apply({ type: 'snapshot', alarms: [anAlarm(alarm)] });
    expect(useStandingsStore().byPrinter.get(KEY)).toBe(standing);
  });
});
