import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PrintingRig, textLabel } from './printing-rig.ts';

const LINE = 'Line 1';

describe('the queue of a printer', () => {
  let rig: PrintingRig;

  beforeEach(async () => {
    rig = await PrintingRig.build();
    await rig.controller.labels.put('Plain', textLabel('plain'));
  });
  afterEach(() => rig.close());

  /** Queues jobs with these descriptions. Returns their ids. */
  async function queued(...descriptions: string[]): Promise<string[]> {
    const ids: string[] = [];
    for (const description of descriptions) {
      const selection = await rig.select({ labelName: 'Plain', description, copies: 2, queue: true, freeze: false });
      ids.push(selection?.id ?? '');
    }
    return ids;
  }

  /** Position, description and state of every listed job. */
  async function shown(): Promise<string[]> {
    const jobs = await rig.controller.queue.list(LINE);
    return jobs.map(({ position, description, state }) => `${position} ${description} ${state}`);
  }

  it('is empty before anything is selected', async () => {
    await expect(rig.controller.queue.list(LINE)).resolves.toEqual([]);
  });

  it('lists all details of a job', async () => {
    await rig.controller.tables.put('Products', { columns: ['SKU'], rows: [['K1']] });
    const row = { tableName: 'Products', keyColumn: 'SKU', key: 'K1' };
    const selection = await rig.select({ labelName: 'Plain', description: 'Early', copies: 3, ...row });
    await expect(rig.controller.queue.list(LINE)).resolves.toEqual([
      {
        id: selection?.id,
        position: 0,
        state: 'current',
        description: 'Early',
        label: 'Plain',
        table: 'Products',
        keyColumn: 'SKU',
        key: 'K1',
        copies: 3,
        progress: { rows: 0, copies: 0, owed: 0 },
        started: 0,
        printed: 0,
        voided: 0,
        checkpoint: false,
        frozen: false,
        repeatPrint: false,
      },
    ]);
  });

  it('lists a job that ends during the read', async () => {
    const [a = ''] = await queued('A', 'B');
    await rig.db.updateTable('jobs').set({ checkpoint: 1 }).where('id', '=', a).execute();
    // The connection runs the update after the first query of the list.
    const listed = shown();
    await rig.db.updateTable('jobs').set({ state: 'done' }).where('id', '=', a).execute();
    expect([await listed, await shown()]).toEqual([
      ['0 A current', '1 B waiting'],
      ['-1 A done', '0 B current'],
    ]);
  });

  it('lists the jobs of its own printer only', async () => {
    await rig.select({ labelName: 'Plain', description: 'other' }, 'Line 2');
    await queued('A');
    expect(await shown()).toEqual(['0 A current']);
  });

  it('does not list a done job without a checkpoint', async () => {
    await queued('A', 'B');
    await rig.trigger();
    await rig.trigger();
    expect(await shown()).toEqual(['0 B current']);
  });

  it('can be reordered', async () => {
    const [a = '', b = '', c = ''] = await queued('A', 'B', 'C');
    await rig.controller.queue.reorder(LINE, [c, a, b]);
    expect(await shown()).toEqual(['0 C current', '1 A waiting', '2 B waiting']);
  });

  it('prints in the new order', async () => {
    const [a = '', b = ''] = await queued('A', 'B');
    await rig.controller.queue.reorder(LINE, [b, a]);
    await rig.trigger();
    expect((await rig.prints()).map(({ job }) => job)).toEqual([b]);
  });

  it('does not move a current job that has started', async () => {
    const [a = '', b = '', c = ''] = await queued('A', 'B', 'C');
    await rig.trigger();
    await expect(rig.controller.queue.reorder(LINE, [b, a, c])).rejects.toMatchObject({ slug: 'queue-changed' });
    await rig.controller.queue.reorder(LINE, [a, c, b]);
    expect(await shown()).toEqual(['0 A current', '1 C waiting', '2 B waiting']);
  });

  it.each([
    ['leaves one out', ([a = '']: string[]) => [a], 'The order leaves out the job id-3.'],
    ['names another', ([a = '', b = '']: string[]) => [b, a, 'id-9'], 'The job id-9 is not in the queue.'],
  ])('refuses an order that %s, and stays as it was', async (_fault, order, message) => {
    const ids = await queued('A', 'B');
    await expect(rig.controller.queue.reorder(LINE, order(ids))).rejects.toMatchObject({ slug: 'queue-changed', message });
    expect(await shown()).toEqual(['0 A current', '1 B waiting']);
  });

  it('can remove a waiting job', async () => {
    const [, b = ''] = await queued('A', 'B', 'C');
    await rig.controller.queue.remove(LINE, b);
    expect(await shown()).toEqual(['0 A current', '1 C waiting']);
  });

  it('makes the next job current where the current one is removed', async () => {
    const [a = ''] = await queued('A', 'B');
    await rig.trigger();
    await rig.controller.queue.remove(LINE, a);
    expect(await shown()).toEqual(['0 B current']);
  });

  it('lets a print finish when its job is removed', async () => {
    const [a = ''] = await queued('A');
    await rig.trigger();
    await rig.controller.queue.remove(LINE, a);
    await rig.finishPrints();
    expect((await rig.prints()).map(({ state }) => state)).toEqual(['printed']);
  });

  it('does not requeue a removed job when its last print fails', async () => {
    const [a = ''] = await queued('A', 'B');
    await rig.trigger();
    await rig.trigger();
    await rig.controller.queue.remove(LINE, a);
    rmSync(join(rig.folder, 'marks'), { recursive: true });
    await rig.finishPrints();
    expect({ prints: (await rig.prints()).map(({ state }) => state), jobs: await shown() }).toEqual({
      prints: ['printed', 'void'],
      jobs: ['0 B current'],
    });
  });

  it.each(['id-9', ''])('refuses to remove a missing job: "%s"', async (id) => {
    await queued('A');
    await expect(rig.controller.queue.remove(LINE, id)).rejects.toMatchObject({ slug: 'not-found' });
  });

  it('refuses to remove a job of another printer', async () => {
    const [a = ''] = await queued('A');
    await expect(rig.controller.queue.remove('Line 2', a)).rejects.toMatchObject({ slug: 'not-found' });
  });

  describe('with checkpoints', () => {
    let ids: string[];

    beforeEach(async () => {
      await rig.putCounter('serial');
      await rig.controller.labels.put('Serial', textLabel('{COUNTER;serial}'));
      ids = [];
      for (const [description, checkpoint] of [
        ['A', false],
        ['B', true],
        ['C', false],
        ['D', true],
      ] as const) {
        const selection = await rig.select({ labelName: 'Serial', description, copies: 2, queue: true, freeze: false, checkpoint });
        ids.push(selection?.id ?? '');
      }
    });

    const seek = (job: number) => rig.controller.queue.seek(LINE, ids[job] ?? '');
    const trigger = async (times: number) => {
      for (let copy = 0; copy < times; copy++) await rig.trigger();
    };

    it('lists jobs that are done since the oldest one', async () => {
      await trigger(5);
      expect(await shown()).toEqual(['-1 B done', '0 C current', '1 D waiting']);
    });

    it('lists at most the last 200 done jobs', async () => {
      await trigger(5);
      const done = await rig.db.selectFrom('jobs').selectAll().where('id', '=', ids[1]!).executeTakeFirstOrThrow();
      const others = Array.from({ length: 250 }, (_, index) => ({ ...done, id: `done-${index}`, position: done.position - 250 + index }));
      for (const other of others) await rig.db.insertInto('jobs').values(other).execute();
      const jobs = await rig.controller.queue.list(LINE);
      expect([jobs.length, jobs[0]?.id, jobs[0]?.position, jobs.slice(-3).map(({ id }) => id)]).toEqual([
        202,
        'done-52',
        -200,
        ids.slice(1),
      ]);
    });

    it('returns to one: it and the jobs after it start again', async () => {
      await trigger(7);
      await seek(1);
      const jobs = await rig.controller.queue.list(LINE);
      expect([await shown(), jobs.map(({ started, progress }) => [started, progress])]).toEqual([
        ['0 B current', '1 C waiting', '2 D waiting'],
        [2, 2, 1].map((started) => [started, { rows: 0, copies: 0, owed: 0 }]),
      ]);
    });

    it('never prints a serial again that was printed before it returned', async () => {
      await trigger(5);
      await seek(1);
      await trigger(2);
      await rig.finishPrints();
      expect(await rig.serials()).toEqual([1, 2, 3, 4, 5, 6, 7].map((serial) => `${serial} printed`));
    });

    it('goes forward to one: the jobs queued before it are done', async () => {
      await trigger(1);
      await seek(3);
      expect(await shown()).toEqual(['-2 B done', '-1 C done', '0 D current']);
    });

    it('owes no copy of a print from before it returned', async () => {
      await trigger(4);
      rmSync(join(rig.folder, 'marks'), { recursive: true });
      await seek(1);
      await rig.finishPrints();
      const jobs = await rig.controller.queue.list(LINE);
      expect(jobs.map(({ started, voided, progress }) => ({ started, voided, owed: progress.owed }))).toEqual([
        { started: 2, voided: 1, owed: 0 },
        { started: 0, voided: 0, owed: 0 },
        { started: 0, voided: 0, owed: 0 },
      ]);
    });

    it('refuses a job that is not a checkpoint', async () => {
      await expect(seek(2)).rejects.toMatchObject({ slug: 'checkpoint-missing' });
      expect((await shown())[0]).toBe('0 A current');
    });

    it('refuses one of a queue that was replaced', async () => {
      await rig.select({ labelName: 'Plain', description: 'new' });
      await expect(seek(1)).rejects.toMatchObject({ slug: 'not-found' });
      expect(await shown()).toEqual(['0 new current']);
    });
  });

  it.each([
    ['list', (rig: PrintingRig) => rig.controller.queue.list('Nowhere')],
    ['reorder', (rig: PrintingRig) => rig.controller.queue.reorder('Nowhere', [])],
    ['remove', (rig: PrintingRig) => rig.controller.queue.remove('Nowhere', 'id-1')],
    ['seek', (rig: PrintingRig) => rig.controller.queue.seek('Nowhere', 'id-1')],
  ])('E19 is not there for an unknown printer: %s', async (_operation, call) => {
    await expect(call(rig)).rejects.toMatchObject({ slug: 'not-found', message: expect.stringContaining('"Nowhere"') as string });
  });
});
