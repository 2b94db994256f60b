import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ControllerRowRun, RowRange, RowRunContent } from '#contract/plant/row-run.ts';
import { migratePlant } from '#plant/database/migrate-plant.ts';
import type { PlantConnections } from '#plant/database/plant-connections.ts';
import { Plant } from '#plant/plant.ts';

const CONTENT: RowRunContent = { table: 'Boxes', hash: 'a'.repeat(64), rows: { first: 0, end: 1_000 }, copies: 1 };
const NAME = 'Order 7';

/** What holds of shared rows on every database: `open` connects to an empty one, which the tests close. */
export function rowLeases(open: () => Promise<PlantConnections>): void {
  describe('rows that are shared over the plant', () => {
    let connections: PlantConnections;
    let plant: Plant;
    let requests = 0;

    beforeAll(async () => {
      connections = await open();
      await migratePlant(connections, { isAllowed: true });
      plant = new Plant({ connections, now: () => Date.now(), log: { info: () => undefined, error: () => undefined } });
    });

    beforeEach(async () => {
      await connections.transaction((session) => session.execute('TRUNCATE row_runs, row_ranges, row_lease_requests, row_releases'));
    });

    afterAll(async () => {
      await plant.stop();
      await connections.close();
    });

    const lease = (controller: string, { request = `request-${(requests += 1)}`, size = 10, content = CONTENT } = {}) =>
      plant.leaseRows({ controller, name: NAME }, { request, size, content });
    const report = (controller: string, request: string, changes: { printed?: RowRange[]; returned?: RowRange[] }) =>
      plant.reportRows({ controller, name: NAME }, { request, printed: [], returned: [], ...changes });
    const countsOf = ({ free, held, printed }: ControllerRowRun) => [free, held, printed];

    it('are given in blocks, each row to one controller', async () => {
      await Promise.all(Array.from({ length: 40 }, (_, index) => lease(`c${index % 4}`)));
      const blocks: RowRange[] = [];
      for (const controller of ['c0', 'c1', 'c2', 'c3']) blocks.push(...(await plant.controllerRows({ controller, name: NAME })).blocks);
      const rows = blocks.flatMap(({ first, end }) => Array.from({ length: end - first }, (_, index) => first + index));
      expect([rows.length, new Set(rows).size, Math.min(...rows), Math.max(...rows)]).toEqual([400, 400, 0, 399]);
    });

    it('are the same for a repeated request, and not for that of another controller', async () => {
      const first = await lease('c1', { request: 'request-a' });
      expect(await lease('c1', { request: 'request-a' })).toEqual(first);
      expect((await lease('c2', { request: 'request-a' })).blocks).toEqual([{ request: 'request-a', first: 10, end: 20 }]);
    });

    it('are given in smaller blocks near the end, until none is left, and a request that got none can be repeated', async () => {
      const sizes: number[] = [];
      for (let count = 0; count < 60; count += 1) {
        const request = `request-end-${count}`;
        const { blocks } = await lease('c1', { request, size: 500 });
        sizes.push(blocks.filter((block) => block.request === request).reduce((sum, { first, end }) => sum + end - first, 0));
      }
      expect(sizes[0]).toBe(125);
      expect(sizes.filter((size) => size > 0).every((size, index, all) => size <= (all[index - 1] ?? size))).toBe(true);
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(1_000);
      expect(sizes.at(-1)).toBe(0);
      await report('c1', 'request-end-0', { returned: [{ first: 3, end: 5 }] });
      const repeated = await lease('c1', { request: 'request-end-59' });
      expect(repeated.blocks.filter(({ request }) => request === 'request-end-59')).toEqual([
        { request: 'request-end-59', first: 3, end: 5 },
      ]);
    });

    it('come back and are given again, once, however often that is said', async () => {
      await lease('c1', { request: 'request-b' });
      const said = { printed: [{ first: 0, end: 4 }], returned: [{ first: 6, end: 10 }] };
      expect(countsOf(await report('c1', 'request-b', said))).toEqual([994, 2, 4]);
      expect((await lease('c2', { request: 'request-c' })).blocks).toEqual([{ request: 'request-c', first: 6, end: 16 }]);
      const repeated = await report('c1', 'request-b', said);
      expect(countsOf(repeated)).toEqual([984, 12, 4]);
      expect(repeated.blocks).toEqual([{ request: 'request-b', first: 4, end: 6 }]);
    });

    it('of another controller or request are left as they are', async () => {
      await lease('c1', { request: 'request-d' });
      await lease('c1', { request: 'request-e' });
      await report('c2', 'request-d', { returned: [{ first: 0, end: 20 }] });
      expect(countsOf(await report('c1', 'request-d', { returned: [{ first: 0, end: 20 }] }))).toEqual([990, 10, 0]);
    });

    it('stay with a controller until a person releases them, with the reason', async () => {
      await lease('c1', { request: 'request-f' });
      await report('c1', 'request-f', { printed: [{ first: 0, end: 4 }] });
      await expect(plant.releaseRows(NAME, { controller: 'c9', reason: 'Burnt down.', key: 'manager' })).rejects.toMatchObject({
        slug: 'not-found',
      });
      expect(await plant.releaseRows(NAME, { controller: 'c1', reason: 'Burnt down.', key: 'manager' })).toBe(6);
      expect(await plant.rowRuns.releases(NAME)).toMatchObject([{ controller: 'c1', rows: 6, reason: 'Burnt down.', key: 'manager' }]);
      expect((await lease('c2', { request: 'request-g' })).blocks).toEqual([{ request: 'request-g', first: 4, end: 14 }]);
      // The controller says so late what became of its rows.
      const late = await report('c1', 'request-f', { printed: [{ first: 4, end: 10 }] });
      expect([late.blocks, countsOf(late)]).toEqual([[], [986, 10, 4]]);
      expect((await lease('c1', { request: 'request-f' })).blocks).toEqual([]);
      await expect(plant.releaseRows(NAME, { controller: 'c1', reason: 'Again.', key: 'manager' })).rejects.toMatchObject({
        slug: 'not-found',
      });
    });

    it('of a run are the same on all controllers', async () => {
      await lease('c1');
      const others: [object, string][] = [
        [{ table: 'Cases' }, 'the table there is "Boxes", and here "Cases"'],
        [{ rows: { first: 0, end: 999 } }, 'the range of rows there is 0 to 999, and here 0 to 998'],
        [{ copies: 2 }, 'the number of copies there is 1, and here 2'],
        [{ copiesColumn: 'n' }, 'the number of copies there is 1, and here 1, column "n"'],
        [{ hash: 'b'.repeat(64) }, 'the content of the table (SHA-256) there is aaaaaaaaaaaa, and here bbbbbbbbbbbb'],
      ];
      for (const [changes, reason] of others) {
        const refused = { slug: 'row-run-differs', message: expect.stringContaining(reason) };
        await expect(lease('c2', { content: { ...CONTENT, ...changes } })).rejects.toMatchObject(refused);
      }
      await expect(plant.controllerRows({ controller: 'c1', name: 'None' })).rejects.toMatchObject({ slug: 'not-found' });
    });

    it('are listed by run, with the controllers that have them', async () => {
      await lease('c1', { request: 'request-h' });
      await lease('c2');
      await report('c1', 'request-h', { printed: [{ first: 0, end: 1 }] });
      expect(await plant.rowRuns.list()).toMatchObject([
        {
          ...{ name: NAME, ...CONTENT, free: 980, held: 19, printed: 1 },
          holders: [
            { controller: 'c1', rows: 9 },
            { controller: 'c2', rows: 10 },
          ],
        },
      ]);
    });
  });
}
