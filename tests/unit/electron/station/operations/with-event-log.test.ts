import { describe, expect, it } from 'vitest';
import { ProblemError, PROBLEMS, problemType } from '#contract/problem.ts';
import type { StationHandlers } from '#contract/station/index.ts';
import type { NewEvent, EventLog } from '#station/event-log/event-log.ts';
import { serveConfirmed } from '#station/people/callers.ts';
import { withEventLog } from '#station/operations/with-event-log.ts';

function open(handlers: unknown) {
  const entries: NewEvent[] = [];
  const eventLog = { add: (entry: NewEvent) => entries.push(entry) } as unknown as EventLog;
  return { entries, handlers: withEventLog(handlers as StationHandlers, eventLog, () => 'Ada') };
}

const on = { connection: 'c1', printer: 'Line 1' };
const once = { idempotencyKey: '0b6e6ed4-5a4e-4f0a-9d3f-000000000000' };

describe('a command from the page', () => {
  it('is logged with what it names and with its person', async () => {
    const { entries, handlers } = open({ printing: { select: async () => ({ id: 'j', position: 0 }) } });
    const job = { labelName: 'Food case', tableName: 'Products', keyColumn: 'SKU', key: '4001', queue: false, copies: 12 };
    await handlers.printing.select({ ...on, ...once, job });
    expect(entries).toEqual([
      {
        ...{ event: 'command-done', subject: 'printing.select', connection: 'c1', printer: 'Line 1' },
        ...{ detail: 'Food case · Products · 4001 · 12', reason: '', person: 'Ada' },
      },
    ]);
  });

  it('that fails is logged with the reason, and rejects', async () => {
    const problem = new ProblemError('printer-failed', { detail: 'Line 1 did not stop.' });
    const { entries, handlers } = open({ printing: { abort: () => Promise.reject(problem) } });
    await expect(handlers.printing.abort({ ...on, ...once })).rejects.toBe(problem);
    expect(entries).toMatchObject([{ event: 'command-failed', subject: 'printing.abort', reason: 'Line 1 did not stop.' }]);
  });

  it('that a second person has confirmed is logged with both', async () => {
    const { entries, handlers } = open({ labels: { remove: async () => ({}) } });
    const eve = { id: 'eve', name: 'Eve', role: 'engineer', lines: null, isEnabled: true, secretHash: '', badgeHash: null } as const;
    await serveConfirmed(eve, () => handlers.labels.remove({ connection: 'c1', name: 'Case' }));
    expect(entries).toMatchObject([{ event: 'command-done', subject: 'labels.remove', detail: 'Case', person: 'Ada + Eve' }]);
  });

  it('that a second person is about to confirm is logged with their name, and never with the PIN', async () => {
    const { entries, handlers } = open({ people: { confirm: async () => ({ token: 'a1' }) } });
    const confirmed = { operation: 'labels.remove', input: { connection: 'c1', name: 'Case' } };
    await handlers.people.confirm({ ...confirmed, by: { name: 'Eve' }, secret: '482915' });
    expect(entries).toMatchObject([{ subject: 'people.confirm', detail: 'Eve', person: 'Ada' }]);
    expect(JSON.stringify(entries)).not.toContain('482915');
  });

  it('that waits for a second person is not logged yet', async () => {
    const { entries, handlers } = open({ labels: { remove: () => Promise.reject(new ProblemError('second-person-required')) } });
    await expect(handlers.labels.remove({ connection: 'c1', name: 'Case' })).rejects.toMatchObject({ slug: 'second-person-required' });
    expect(entries).toEqual([]);
  });

  it('for a cell is logged with its column, row, old and new value', async () => {
    const { entries, handlers } = open({ tables: { editCells: async () => ({}) } });
    const cells = [{ row: 11, column: 'Name', was: 'Milk', value: 'Oat' }];
    await handlers.tables.editCells({ connection: 'c1', name: 'Products', edits: { cells } });
    expect(entries).toMatchObject([{ subject: 'tables.editCells', detail: 'Products · Name 12: Milk → Oat' }]);
  });

  it('that renames is logged with both names', async () => {
    const { entries, handlers } = open({ labels: { rename: async () => ({}) } });
    await handlers.labels.rename({ connection: 'c1', name: 'Case', newName: 'Crate' });
    expect(entries).toMatchObject([{ subject: 'labels.rename', detail: 'Case → Crate' }]);
  });

  it('that changes running jobs is logged for each printer, with its jobs', async () => {
    const jobs = [
      { id: 'j1', printer: 'Line 1', title: 'Shift A', isSelected: true },
      { id: 'j2', printer: 'Line 1', title: 'Shift B', isSelected: false },
    ];
    const { entries, handlers } = open({ labels: { put: async () => ({ created: false, jobs }) } });
    const printers = ['Line 1', 'Line 2'];
    await handlers.labels.put({ connection: 'c1', name: 'Case', label: {}, expected: {}, runningJobs: 'update', printers });
    expect(entries).toMatchObject([
      { subject: 'labels.put', printer: 'Line 1', detail: 'Case → Shift A, Shift B' },
      { subject: 'labels.put', printer: 'Line 2', detail: 'Case' },
    ]);
  });

  it('with a reason is logged with it', async () => {
    const { entries, handlers } = open({ prints: { resolve: async () => ({}) } });
    await handlers.prints.resolve({ connection: 'c1', print: 7, outcome: 'void', reason: 'blank', ...once });
    expect(entries).toMatchObject([{ detail: '7 · void', reason: 'blank' }]);
  });

  it('for several printers is logged for each, with the outcome there', async () => {
    const { title, status } = PROBLEMS['printer-failed'];
    const problem = { type: problemType('printer-failed'), title, status };
    const answer = {
      printers: [
        { printer: 'Line 1', selection: { id: 'j', position: 0 }, problem: null },
        { printer: 'Line 2', selection: null, problem },
      ],
    };
    const { entries, handlers } = open({ plans: { apply: async () => answer } });
    const job = { labelName: 'Food case', queue: false };
    await handlers.plans.apply({ connection: 'c1', printers: ['Line 1', 'Line 2'], job, plan: 'p', ...once });
    expect(entries.map(({ event, printer, reason }) => [event, printer, reason])).toEqual([
      ['command-done', 'Line 1', ''],
      ['command-failed', 'Line 2', title],
    ]);
  });

  it('is logged once; queries and commands for alarms are not', async () => {
    const { entries, handlers } = open({
      info: { get: async () => ({}) },
      alarms: { unshelve: async () => ({}) },
      connections: { remove: async () => ({}) },
    });
    await handlers.info.get({});
    await handlers.alarms.unshelve({ id: 'a' });
    await handlers.connections.remove({ id: 'c7' });
    expect(entries).toMatchObject([{ subject: 'connections.remove', connection: 'c7', printer: null }]);
  });
});
