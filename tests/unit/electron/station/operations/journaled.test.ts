import { describe, expect, it } from 'vitest';
import { ProblemError, PROBLEMS, problemType } from '#contract/problem.ts';
import type { StationHandlers } from '#contract/station/index.ts';
import type { Happening, Journal } from '#station/journal/journal.ts';
import { journaled } from '#station/operations/journaled.ts';

function open(handlers: unknown) {
  const noted: Happening[] = [];
  const journal = { note: (happening: Happening) => noted.push(happening) } as unknown as Journal;
  return { noted, handlers: journaled(handlers as StationHandlers, journal, 'Ada') };
}

const on = { connection: 'c1', printer: 'Line 1' };
const once = { idempotencyKey: '0b6e6ed4-5a4e-4f0a-9d3f-000000000000' };

describe('an order from the page', () => {
  it('stands in the journal with what it names and who gave it', async () => {
    const { noted, handlers } = open({ printing: { select: async () => ({ id: 'j', position: 0 }) } });
    const job = { labelName: 'Food case', tableName: 'Products', keyColumn: 'SKU', key: '4001', queue: false, copies: 12 };
    await handlers.printing.select({ ...on, ...once, job });
    expect(noted).toEqual([
      {
        ...{ event: 'command-done', subject: 'printing.select', connection: 'c1', printer: 'Line 1' },
        ...{ detail: 'Food case · Products · 4001 · 12', reason: '', person: 'Ada' },
      },
    ]);
  });

  it('that fails stands there with the reason, and fails all the same', async () => {
    const problem = new ProblemError('printer-failed', { detail: 'Line 1 did not stop.' });
    const { noted, handlers } = open({ printing: { abort: () => Promise.reject(problem) } });
    await expect(handlers.printing.abort({ ...on, ...once })).rejects.toBe(problem);
    expect(noted).toMatchObject([{ event: 'command-failed', subject: 'printing.abort', reason: 'Line 1 did not stop.' }]);
  });

  it('for a cell tells where it stands, and what was there and is', async () => {
    const { noted, handlers } = open({ tables: { editCells: async () => ({}) } });
    const cells = [{ row: 11, column: 'Name', was: 'Milk', value: 'Oat' }];
    await handlers.tables.editCells({ connection: 'c1', name: 'Products', edits: { cells } });
    expect(noted).toMatchObject([{ subject: 'tables.editCells', detail: 'Products · Name 12: Milk → Oat' }]);
  });

  it('for another name tells both', async () => {
    const { noted, handlers } = open({ labels: { rename: async () => ({}) } });
    await handlers.labels.rename({ connection: 'c1', name: 'Case', newName: 'Crate' });
    expect(noted).toMatchObject([{ subject: 'labels.rename', detail: 'Case → Crate' }]);
  });

  it('with a reason keeps it', async () => {
    const { noted, handlers } = open({ prints: { resolve: async () => ({}) } });
    await handlers.prints.resolve({ connection: 'c1', print: 7, outcome: 'void', reason: 'blank', ...once });
    expect(noted).toMatchObject([{ detail: '7 · void', reason: 'blank' }]);
  });

  it('for several printers stands there for each, as it ended there', async () => {
    const { title, status } = PROBLEMS['printer-failed'];
    const problem = { type: problemType('printer-failed'), title, status };
    const answer = {
      printers: [
        { printer: 'Line 1', selection: { id: 'j', position: 0 }, problem: null },
        { printer: 'Line 2', selection: null, problem },
      ],
    };
    const { noted, handlers } = open({ plans: { apply: async () => answer } });
    const job = { labelName: 'Food case', queue: false };
    await handlers.plans.apply({ connection: 'c1', printers: ['Line 1', 'Line 2'], job, plan: 'p', ...once });
    expect(noted.map(({ event, printer, reason }) => [event, printer, reason])).toEqual([
      ['command-done', 'Line 1', ''],
      ['command-failed', 'Line 2', title],
    ]);
  });

  it('is told once where reads and what is said to alarms are told nowhere', async () => {
    const { noted, handlers } = open({
      info: { get: async () => ({}) },
      alarms: { unshelve: async () => ({}) },
      connections: { remove: async () => ({}) },
    });
    await handlers.info.get({});
    await handlers.alarms.unshelve({ id: 'a' });
    await handlers.connections.remove({ id: 'c7' });
    expect(noted).toMatchObject([{ subject: 'connections.remove', connection: 'c7', printer: null }]);
  });
});
