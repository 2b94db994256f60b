import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LibraryItemPlace } from '#contract/api-v3/library-item.ts';
import type { Holdings, Publication } from '#contract/plant/library.ts';
import { migratePlant } from '#plant/database/migrate-plant.ts';
import type { PlantConnections } from '#plant/database/plant-connections.ts';
import { Plant } from '#plant/plant.ts';
import { KETCHUP_LABEL } from '#support/ketchup-label.ts';

const LABEL: LibraryItemPlace = { kind: 'label', name: 'Food case' };
const BATCH: LibraryItemPlace = { kind: 'variable', name: 'Batch' };
const NEVER = new AbortController().signal;
const ALL = { sites: [], lines: [], tags: [] };

/** What holds of the library on every database: `open` connects to an empty one, which the tests close. */
export function libraryConformance(open: () => Promise<PlantConnections>): void {
  describe('the library', () => {
    let connections: PlantConnections;
    /** Two instances of the plant. */
    let plant: Plant;
    let other: Plant;

    beforeAll(async () => {
      connections = await open();
      await migratePlant(connections, { isAllowed: true });
      const instance = () => new Plant({ connections, now: () => Date.now(), log: { info: () => undefined, error: () => undefined } });
      [plant, other] = [instance(), instance()];
    });

    beforeEach(async () => {
      await connections.transaction((session) =>
        session.execute(
          'TRUNCATE library_items, library_versions, library_contents, library_holdings, controllers CASCADE; DELETE FROM settings',
        ),
      );
      await connections.transaction((session) => session.execute('UPDATE library_revision SET revision = revision + 1'));
    });

    afterAll(async () => {
      await Promise.all([plant.stop(), other.stop()]);
      await connections.close();
    });

    const save = (place: LibraryItemPlace, content: unknown, by = 'author') =>
      plant.library.save(place, { bytes: Buffer.from(JSON.stringify(content)), comment: '', by });
    const publish = (place: LibraryItemPlace, changes: Partial<Publication> = {}) =>
      plant.library.publish(place, { version: 1, target: ALL, isChangeable: false, replacesOwn: false, ...changes }, 'publisher');
    const wanted = (controller: string, instance = plant) => instance.wantedItems.find(controller, { wait: 0 }, { signal: NEVER });
    const report = (id: string, line: string, tags: string[] = []) =>
      plant.controllers.report(id, {
        ...{ name: `Filler ${id}`, site: 'North', line, tags, version: '1', waitingPrints: 0, printers: [] },
        clock: { now: new Date().toISOString(), isTrusted: true },
      });

    it('stores versions that never change, and none twice', async () => {
      expect(await save(LABEL, KETCHUP_LABEL)).toBe(1);
      expect(await save(LABEL, KETCHUP_LABEL)).toBe(1);
      expect(await save(LABEL, { ...KETCHUP_LABEL, width: 81 })).toBe(2);
      expect(await save(LABEL, KETCHUP_LABEL)).toBe(3);
      const { versions, newest } = await plant.library.get(LABEL);
      expect([newest.version, versions.map(({ version }) => version)]).toEqual([3, [3, 2, 1]]);
      expect(JSON.parse((await plant.library.content({ ...LABEL, version: 2 })).toString())).toMatchObject({ width: 81 });
    });

    it('refuses what is no label, table or font, and names the fault', async () => {
      await expect(save(LABEL, { width: 80 })).rejects.toMatchObject({ slug: 'invalid-input' });
      await expect(save({ kind: 'table', name: 'T' }, { columns: ['a', 'a'], rows: [] })).rejects.toMatchObject({ slug: 'invalid-input' });
      await expect(save({ kind: 'font', name: 'Arial/Regular' }, {})).rejects.toMatchObject({ slug: 'invalid-input' });
      await expect(save({ kind: 'settings', name: 'Mine' }, {})).rejects.toMatchObject({ slug: 'invalid-input' });
      expect(await plant.library.list()).toEqual([]);
    });

    it('publishes a label only after another key has approved it, where that is required', async () => {
      await save(LABEL, KETCHUP_LABEL);
      await plant.library.putSettings({ isApprovalRequired: true });
      await expect(publish(LABEL)).rejects.toMatchObject({ slug: 'label-not-approved' });
      const first = { ...LABEL, version: 1 };
      await expect(plant.library.approve(first, { by: 'author', comment: '' })).rejects.toMatchObject({ slug: 'same-person' });
      await plant.library.approve(first, { by: 'reviewer', comment: 'Seen.' });
      await expect(plant.library.approve(first, { by: 'reviewer', comment: '' })).rejects.toMatchObject({ slug: 'approval-refused' });
      await publish(LABEL);
      expect((await wanted('c1'))?.items).toMatchObject([{ ...LABEL, version: 1, savedBy: 'author', approvedBy: 'reviewer' }]);
      await save(BATCH, { value: 'L1' });
      await publish(BATCH);
      expect((await wanted('c1'))?.items.map(({ kind }) => kind)).toEqual(['variable', 'label']);
    });

    it('gives each line what is for it', async () => {
      await report('c1', 'Line A');
      await report('c2', 'Line B', ['glass']);
      await save(BATCH, { value: 'L1' });
      await save(LABEL, KETCHUP_LABEL);
      await publish(BATCH, { target: { ...ALL, lines: ['Line A'] } });
      await publish(LABEL, { target: { ...ALL, sites: ['North'], tags: ['glass'] } });
      expect((await wanted('c1'))?.items).toMatchObject([BATCH]);
      expect((await wanted('c2'))?.items).toMatchObject([LABEL]);
      expect((await wanted('unknown'))?.items).toEqual([]);
    });

    it('tells a waiting line of a publication through another instance, and of nothing that is not for it', async () => {
      await report('c1', 'Line A');
      await report('c2', 'Line B');
      const before = (await wanted('c1', other))?.revision ?? '';
      const waits = new AbortController();
      const told = other.wantedItems.find('c1', { revision: before, wait: 30 }, { signal: waits.signal });
      const unmoved = other.wantedItems.find('c2', { revision: before, wait: 30 }, { signal: waits.signal });
      await save(BATCH, { value: 'L1' });
      await publish(BATCH, { target: { ...ALL, lines: ['Line A'] } });
      expect((await told)?.items).toMatchObject([BATCH]);
      waits.abort();
      expect(await unmoved).toBeUndefined();
      await plant.library.withdraw(BATCH);
      expect((await wanted('c1', other))?.revision).toBe(before);
    });

    it('counts how many lines have the published version, and lists each', async () => {
      for (const [id, line] of [
        ['c1', 'Line 2'],
        ['c2', 'Line 10'],
        ['c3', 'Line 3'],
        ['c4', 'Line 4'],
      ] as const)
        await report(id, line);
      await save(LABEL, KETCHUP_LABEL);
      await save(LABEL, { ...KETCHUP_LABEL, width: 81 });
      await publish(LABEL, { version: 2 });
      const holds = (controller: string, holding: Omit<Holdings['items'][number], 'kind' | 'name'>) =>
        plant.storeHoldings(controller, { items: [{ ...LABEL, ...holding }] });
      await holds('c1', { state: 'taken', version: 2 });
      await holds('c2', { state: 'taken', version: 1 });
      for (let times = 0; times < 2; times += 1) await holds('c3', { state: 'waiting', version: 1, reason: 'A job uses it.' });
      const { rollOut, lines } = await plant.library.get(LABEL);
      expect(rollOut).toEqual({ wanted: 4, taken: 1, waiting: 1, refused: 0, changed: 0, unheard: 2 });
      expect((await plant.library.list())[0]?.rollOut).toEqual(rollOut);
      expect(lines.map(({ line, state, version, reason }) => [line, state, version, reason])).toEqual([
        ['Line 2', 'taken', 2, undefined],
        ['Line 3', 'waiting', 1, 'A job uses it.'],
        ['Line 4', 'unheard', undefined, undefined],
        ['Line 10', 'unheard', 1, undefined],
      ]);
    });

    it('draws a version of a label, and says why it cannot', async () => {
      await save(LABEL, KETCHUP_LABEL);
      expect(
        Buffer.from(await plant.libraryPicture({ ...LABEL, version: 1 }))
          .subarray(1, 4)
          .toString(),
      ).toBe('PNG');
      await save({ kind: 'table', name: 'Products' }, { columns: ['Name', 'GTIN'], rows: [['Ketchup', '123']] });
      await expect(plant.libraryPicture({ ...LABEL, version: 1 })).rejects.toMatchObject({ slug: 'cannot-render' });
      await save(BATCH, { value: 'L1' });
      await expect(plant.libraryPicture({ ...BATCH, version: 1 })).rejects.toMatchObject({ slug: 'not-found' });
    });

    it('names the line that has sent a version', async () => {
      await report('c1', 'Line A');
      const bytes = Buffer.from(JSON.stringify({ value: 'L2' }));
      await plant.saveFromLine('c1', BATCH, { bytes, comment: '', by: 'Anna' });
      expect((await plant.library.get(BATCH)).newest.savedBy).toBe('Anna (Filler c1)');
    });
  });
}
