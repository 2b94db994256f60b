import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { migratePlant } from '#plant/database/migrate-plant.ts';
import type { PlantConnections } from '#plant/database/plant-connections.ts';
import { Plant } from '#plant/plant.ts';

/** What holds of serial numbers on every database: `open` connects to an empty one, which the tests close. */
export function serialLeases(open: () => Promise<PlantConnections>): void {
  describe('serial numbers', () => {
    let connections: PlantConnections;
    let plant: Plant;
    let requests = 0;

    beforeAll(async () => {
      connections = await open();
      await migratePlant(connections, { isAllowed: true });
      plant = new Plant({ connections, now: () => Date.now(), log: { info: () => undefined, error: () => undefined } });
    });

    beforeEach(async () => {
      await connections.transaction((session) => session.execute('TRUNCATE plant_counters, serial_leases'));
      await plant.counters.put('Case', { next: 1, last: 1_000, description: '' });
    });

    afterAll(async () => {
      await plant.stop();
      await connections.close();
    });

    const lease = (controller: string, changes: object = {}) =>
      plant.lease({ controller, name: 'Case' }, { request: `request-${(requests += 1)}`, size: 10, ...changes });

    it('are given in blocks, each once', async () => {
      const blocks = await Promise.all(Array.from({ length: 40 }, (_, index) => lease(`c${index % 4}`)));
      const numbers = blocks.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, index) => first + index));
      expect([numbers.length, new Set(numbers).size, Math.min(...numbers), Math.max(...numbers)]).toEqual([400, 400, 1, 400]);
    });

    it('are the same for a repeated request, and not for that of another controller', async () => {
      const first = await lease('c1', { request: 'request-a' });
      expect(await lease('c1', { request: 'request-a' })).toEqual(first);
      expect(await lease('c2', { request: 'request-a' })).not.toEqual(first);
    });

    it('end: the last block is shorter, and then there is none', async () => {
      expect(await lease('c1', { size: 995 })).toEqual({ first: 1, last: 995 });
      expect(await lease('c1', { size: 995 })).toEqual({ first: 996, last: 1_000 });
      await expect(lease('c1')).rejects.toMatchObject({ slug: 'serials-used-up' });
      await plant.counters.put('Case', { next: 1_001, last: 2_000, description: '' });
      expect(await lease('c1')).toEqual({ first: 1_001, last: 1_010 });
    });

    it('are never those that a controller got before the database was restored from a backup', async () => {
      expect(await lease('c1', { highest: 500 })).toEqual({ first: 501, last: 510 });
      expect(await lease('c2')).toEqual({ first: 511, last: 520 });
    });

    it('cannot be set back', async () => {
      await lease('c1');
      await expect(plant.counters.put('Case', { next: 5, last: 1_000, description: '' })).rejects.toMatchObject({ slug: 'invalid-input' });
      expect(await plant.counters.list()).toEqual([{ name: 'Case', next: 11, last: 1_000, description: '' }]);
    });

    it('are reported when they will never be used, once', async () => {
      const { last } = await lease('c1', { request: 'request-b' });
      const unused = { request: 'request-b', first: 8, last };
      for (let times = 0; times < 2; times += 1) await plant.reportUnused({ controller: 'c1', name: 'Case' }, unused);
      expect(await plant.counters.leases('Case')).toMatchObject([{ controller: 'c1', first: 1, last: 10, unused: 3 }]);
      await expect(plant.reportUnused({ controller: 'c2', name: 'Case' }, unused)).rejects.toMatchObject({ slug: 'not-found' });
    });

    it('of an unknown counter are refused', async () => {
      await expect(plant.lease({ controller: 'c1', name: 'None' }, { request: 'request-c', size: 1 })).rejects.toMatchObject({
        slug: 'not-found',
      });
    });
  });
}
