import { flushPromises, type VueWrapper } from '@vue/test-utils';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ProblemError } from '#contract/problem.ts';
import type { StationAuditEntry } from '#contract/station/audit.ts';
import { NO_FILTER } from '#renderer/panels/audit-log/audit-filter.ts';
import { useAuditReader } from '#renderer/panels/audit-log/use-audit-log.ts';
import AuditLogPanel from '#renderer/panels/audit-log/AuditLogPanel.vue';
import { CONNECTION, openPageRig, type PageRig } from '#support/page-rig.ts';

const HASH = 'ab'.repeat(32);

let rig: PageRig;
const list = vi.fn();
const listController = vi.fn();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  list.mockReset();
  listController.mockReset();
});

afterEach(() => {
  rig.end();
  vi.useRealTimers();
});

function record(number: number, more: Partial<StationAuditEntry> = {}): StationAuditEntry {
  const at = '2026-11-21T06:00:00.000Z';
  return {
    number,
    hash: HASH,
    at,
    operation: 'labels.put',
    person: 'Ada',
    screen: 'desktop',
    subject: `Label ${number}`,
    outcome: 'done',
    ...more,
  };
}

async function open(source: string, connection = CONNECTION): Promise<VueWrapper> {
  rig = await openPageRig({ audit: { list, listController } }, [connection]);
  const panel = rig.mount(AuditLogPanel, { modelValue: { ...NO_FILTER, source } });
  await flushPromises();
  return panel;
}

it('shows the records of the station, and everything that one of them says', async () => {
  const input = { sha256: HASH, value: { reason: 'wrong batch' } };
  const entries = [record(2, { outcome: 'failed', failure: 'not permitted', input }), record(1, { signedAt: '2026-11-21T07:00:00.000Z' })];
  list.mockResolvedValue({ entries, next: null });
  const panel = await open('station');
  const rows = panel.findAll('tbody tr').map((row) => row.text());
  expect(rows).toEqual([expect.stringContaining('This hour'), expect.stringContaining('Signed')]);
  expect(rows[0]).toContain('Refused or failed');
  await panel.findAll('tbody tr')[0]?.trigger('click');
  await flushPromises();
  const dialog = document.querySelector('[role="dialog"]')?.textContent;
  for (const text of ['not permitted', 'wrong batch', HASH, 'station · 2', 'its hour is not over']) expect(dialog).toContain(text);
});

it('reads on while a search found nothing, and continues where it ended', async () => {
  list.mockResolvedValueOnce({ entries: [], next: 900 }).mockResolvedValueOnce({ entries: [record(800)], next: null });
  const panel = await open('station');
  expect(panel.findAll('tbody tr')).toHaveLength(1);
  expect(list.mock.calls.map(([input]: unknown[]) => (input as { before?: number }).before)).toEqual([undefined, 900]);
});

it('asks for a report of many records in requests of at most 500', async () => {
  list.mockResolvedValue({ entries: [], next: null });
  await open('station');
  list.mockReset();
  list.mockResolvedValueOnce({ entries: [record(800)], next: 700 }).mockResolvedValueOnce({ entries: [], next: null });
  const read = rig.run(useAuditReader);
  const { rows, next } = await read({ ...NO_FILTER, source: 'station' }, { limit: 5_000 });
  expect([rows.length, next, list.mock.calls.map(([input]: unknown[]) => (input as { limit: number }).limit)]).toEqual([
    1,
    null,
    [500, 500],
  ]);
});

it('offers to search on when the newest records do not match', async () => {
  list.mockResolvedValue({ entries: [], next: 900 });
  const panel = await open('station');
  expect(panel.text()).toContain('Nothing found so far');
  list.mockResolvedValue({ entries: [record(5)], next: null });
  await panel
    .findAll('button')
    .find((button) => button.text() === 'Search older records')
    ?.trigger('click');
  await flushPromises();
  expect(panel.findAll('tbody tr')).toHaveLength(1);
});

it('says that there is nothing, and why a log cannot be read', async () => {
  list.mockResolvedValue({ entries: [], next: null });
  expect((await open('station')).text()).toContain('No records yet');
  rig.end();
  list.mockRejectedValue(new ProblemError('person-required', { detail: 'Sign in first.' }));
  const refused = await open('station');
  expect(refused.get('[role="alert"]').text()).toContain('Sign in first.');
});

it('says that a controller is not reachable', async () => {
  listController.mockRejectedValue(new ProblemError('controller-unreachable'));
  const panel = await open('c1', { ...CONNECTION, state: 'lost' });
  expect(panel.text()).toContain(CONNECTION.name);
});
