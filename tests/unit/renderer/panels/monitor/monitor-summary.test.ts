import { afterEach, describe, expect, it } from 'vitest';
import type { Alarm } from '#contract/station/alarms.ts';
import type { ConnectionState } from '#contract/station/connections.ts';
import MonitorSummary from '#renderer/panels/monitor/MonitorSummary.vue';
import { useAlarmsStore } from '#renderer/stores/alarms.ts';
import { useFleetStore } from '#renderer/stores/fleet/fleet.ts';
import { useLinkStore } from '#renderer/stores/link-state.ts';
import { aConnection, anAlarm, aPrinter, aStatus } from '#support/fleet.ts';
import { openPageRig, type PageRig } from '#support/page-rig.ts';

const NOW = Date.parse('2026-11-21T14:03:12Z');
let rig: PageRig | undefined;
afterEach(() => rig?.end());

/** The summary for controllers in these states, the first of which has this number of normal printers. */
async function summaryOf(states: readonly ConnectionState[], printers: number, alarms: Alarm[] = []): Promise<string> {
  const connections = states.map((state, index) => aConnection({ id: `c${index + 1}`, name: `Hall ${index + 1}`, state }));
  rig = await openPageRig({}, connections);
  useLinkStore().follow({ kind: 'open' });
  const known = Array.from({ length: printers }, (_, index) => aPrinter({ connection: 'c1', name: `Line ${index + 1}`, lastContact: NOW }));
  useFleetStore().apply({ type: 'snapshot', printers: known, now: NOW });
  useAlarmsStore().apply({ type: 'snapshot', alarms });
  return rig.mount(MonitorSummary).text();
}

describe('the summary of the monitor', () => {
  it('says that nothing needs attention when every controller answers', async () => {
    expect(await summaryOf(['online'], 2)).toBe('2 printersNothing needs attention');
  });

  it('does not say so while there is an unacknowledged alarm, even a returned one', async () => {
    expect(await summaryOf(['online'], 2, [anAlarm({ isActive: false, cleared: NOW })])).toBe('2 printers');
  });

  it('says that it is connecting while no controller has answered, and counts no printers', async () => {
    expect(await summaryOf(['connecting'], 0)).toBe('Connecting to Hall 1');
  });

  it('says so next to the printers of the controllers that have answered', async () => {
    expect(await summaryOf(['online', 'connecting', 'connecting'], 1)).toBe('1 printerConnecting to 2 controllers');
  });

  it('counts unreachable and invalid controllers, and does not say that nothing needs attention', async () => {
    expect(await summaryOf(['online', 'lost', 'refused'], 1)).toBe('1 printerControllers not connected: 2');
  });

  it('counts critical printers and those with a warning apart', async () => {
    rig = await openPageRig({}, [aConnection()]);
    useLinkStore().follow({ kind: 'open' });
    const printers = (['RED', 'AMBER', 'GREEN'] as const).map((ragStatus) =>
      aPrinter({ name: ragStatus, lastContact: NOW, status: aStatus({ ragStatus }) }),
    );
    useFleetStore().apply({ type: 'snapshot', printers, now: NOW });
    const summary = rig.mount(MonitorSummary);
    expect([summary.text(), ...summary.findAll('.badge').map((badge) => badge.classes('critical'))]).toEqual([
      '3 printers1 critical1 with a warning',
      true,
      false,
    ]);
  });
});
