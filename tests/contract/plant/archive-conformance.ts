import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { archiveQuerySchema } from '#contract/plant/archive-search.ts';
import { migratePlant } from '#plant/database/migrate-plant.ts';
import type { PlantConnections } from '#plant/database/plant-connections.ts';
import { Plant } from '#plant/plant.ts';
import { archiveCsv, archiveRow, DOCUMENT, DOCUMENT_HASH, RESERVED, type ArchiveRow } from '#support/archive-csv.ts';

/** What holds on every database: `open` connects to an empty one, which the tests close. */
export function archiveConformance(open: () => Promise<PlantConnections>): void {
  let connections: PlantConnections;
  let plant: Plant;
  let now = Date.UTC(2026, 10, 29);
  const log = { info: () => undefined, error: (_details: object, message: string) => expect.fail(message) };

  beforeAll(async () => {
    connections = await open();
    await migratePlant(connections, { isAllowed: true });
    plant = new Plant({ connections, now: () => now, log });
  });

  beforeEach(async () => {
    now = Date.UTC(2026, 10, 29);
    await connections.transaction((session) =>
      session.execute('TRUNCATE prints, print_serials, job_terms, label_documents, controllers CASCADE'),
    );
  });

  afterAll(async () => {
    await plant.stop();
    await connections.close();
  });

  const send = (rows: readonly ArchiveRow[], controller = 'c1') => plant.ingest(controller, archiveCsv(rows));
  const find = async (query: object) => (await plant.search(archiveQuerySchema.parse(query))).prints;
  const statesOf = async (query: object = {}) => (await find(query)).map(({ id, state }) => [id, state]);

  describe('prints that are sent', () => {
    it('are stored, and the documents that are missing are named until they arrive', async () => {
      expect(await send([archiveRow(1), archiveRow(2)])).toEqual({ stored: 2, missingDocuments: [DOCUMENT_HASH] });
      await plant.storeDocument(DOCUMENT_HASH, Buffer.from(DOCUMENT));
      expect(await send([archiveRow(3)])).toEqual({ stored: 1, missingDocuments: [] });
      expect(await find({})).toMatchObject([{ id: 3 }, { id: 2 }, { id: 1, serials: ['000001'], operator: 'Ana', state: 'printed' }]);
    });

    it('have no effect when they are sent again', async () => {
      await send([archiveRow(1), archiveRow(2)]);
      expect(await send([archiveRow(1), archiveRow(2), archiveRow(3)])).toMatchObject({ stored: 1 });
      expect(await find({})).toHaveLength(3);
    });

    it.each([
      ['in order', ['reserved', 'sent', 'unknown', 'void']],
      ['in another order', ['unknown', 'void', 'reserved', 'sent']],
    ])('keep the furthest state, %s', async (_order, states) => {
      for (const state of states) await send([archiveRow(1, { state, reason: state })]);
      expect(await find({})).toMatchObject([{ id: 1, state: 'void', reason: 'void' }]);
    });

    it('keep a final state against another one, as from a controller that was restored from a backup', async () => {
      await send([archiveRow(1, { state: 'printed' })]);
      await send([archiveRow(1, { state: 'void', reason: 'not sent before the restart' })]);
      expect(await statesOf()).toEqual([[1, 'printed']]);
    });

    it('take the later verdict of a reader', async () => {
      await send([archiveRow(1)]);
      await send([archiveRow(1, { verification: 'verified', verifiedAt: RESERVED + 90 })]);
      await send([archiveRow(1, { verification: 'misread', verifiedAt: RESERVED + 80 })]);
      expect(await find({})).toMatchObject([{ verification: 'verified' }]);
    });

    it('are different prints if an id is used again at another time', async () => {
      await send([archiveRow(1), archiveRow(1, { reserved: RESERVED + 999 })]);
      expect(await find({})).toHaveLength(2);
    });

    it('are stored all or none', async () => {
      await expect(send([archiveRow(1), archiveRow(2, { state: 'lost' })])).rejects.toMatchObject({ slug: 'invalid-input' });
      expect(await find({})).toEqual([]);
    });

    it.each<[fault: string, changes: ArchiveRow]>([
      ['hdpi', { hdpi: 'wide' }],
      ['printer', { printer: null }],
      ['serials', { serials: '[' }],
      ['documentHash', { documentHash: 'ab' }],
      ['reserved', { reserved: -1 }],
    ])('are refused with the line at fault: %s', async (fault, changes) => {
      const refusal = send([archiveRow(1), archiveRow(2, changes)]);
      await expect(refusal).rejects.toMatchObject({ slug: 'invalid-input', message: expect.stringMatching(new RegExp(`${fault}|line 3`)) });
    });

    it('are refused with another header, and when one is in the request twice', async () => {
      await expect(plant.ingest('c1', Buffer.from('print,reserved\n1,2\n'))).rejects.toMatchObject({ slug: 'invalid-input' });
      await expect(send([archiveRow(1), archiveRow(1)])).rejects.toMatchObject({ message: 'A print is in the request twice.' });
    });

    it('may be of any time: those of a wrong clock move into their month when it comes', async () => {
      const late = Date.UTC(2031, 4, 2);
      await send([archiveRow(1, { reserved: 0 }), archiveRow(2, { reserved: late })]);
      expect(await statesOf()).toEqual([
        [2, 'printed'],
        [1, 'printed'],
      ]);
      await connections.transaction((session) => session.query('SELECT create_partition($1, $2)', ['prints', new Date(late)]));
      const [moved] = await connections.transaction((session) => session.query<{ count: number }>('SELECT count(*) FROM prints_2031_05'));
      expect(moved).toEqual({ count: 1 });
      expect(await send([archiveRow(2, { reserved: late })])).toMatchObject({ stored: 0 });
    });
  });

  describe('a search', () => {
    beforeEach(async () => {
      await send([
        archiveRow(1),
        archiveRow(2, { key: 'K 2' }),
        archiveRow(3, { label: 'Pallet', job: 'job-2', operator: '', variables: '["B 8"]' }),
      ]);
      await send([archiveRow(2, { printer: 'Line 9', job: 'job-9' })], 'c2');
    });

    it.each<[query: object, found: [string, number][]]>([
      [
        { serial: '000002' },
        [
          ['c2', 2],
          ['c1', 2],
        ],
      ],
      [{ serial: '2' }, []],
      [{ key: 'K 2' }, [['c1', 2]]],
      [{ label: 'Pallet' }, [['c1', 3]]],
      [{ value: 'B 8' }, [['c1', 3]]],
      [
        { operator: 'Ana', controller: 'c1' },
        [
          ['c1', 2],
          ['c1', 1],
        ],
      ],
      [{ printer: 'Line 9' }, [['c2', 2]]],
      [{ from: new Date(RESERVED + 3).toISOString() }, [['c1', 3]]],
      [{ to: new Date(RESERVED + 2).toISOString() }, [['c1', 1]]],
      [{ state: 'void' }, []],
      [{ value: 'B 7', serial: '000001' }, [['c1', 1]]],
    ])('finds by %j', async (query, found) => {
      expect((await find(query)).map(({ controller, id }) => [controller, id])).toEqual(found);
    });

    it('continues after the last print of a page, with none twice', async () => {
      const seen: number[] = [];
      let after: string | undefined;
      do {
        const page = await plant.search(archiveQuerySchema.parse({ limit: 1, ...(after !== undefined && { after }) }));
        seen.push(...page.prints.map(({ id }) => id));
        after = page.next ?? undefined;
      } while (after !== undefined);
      expect(seen).toEqual([3, 2, 2, 1]);
      await expect(plant.search(archiveQuerySchema.parse({ after: 'x' }))).rejects.toMatchObject({ slug: 'invalid-input' });
    });

    it('shows a print with its values, and refuses a picture with other bits', async () => {
      const place = { controller: 'c1', print: 1, reserved: RESERVED + 1 };
      expect(await plant.print(place)).toMatchObject({ variables: { batch: 'B 7' }, hasDocument: false });
      await expect(plant.picture(place)).rejects.toMatchObject({ slug: 'not-found' });
      await plant.storeDocument(DOCUMENT_HASH, Buffer.from(DOCUMENT));
      await expect(plant.picture(place)).rejects.toMatchObject({
        slug: 'cannot-render',
        message: expect.stringContaining('its hash was ab'),
      });
      await expect(plant.print({ ...place, print: 77 })).rejects.toMatchObject({ slug: 'not-found' });
    });
  });

  it('counts the prints of months that have few, right after they were stored', async () => {
    await send([archiveRow(1), archiveRow(2), archiveRow(3, { reserved: Date.UTC(2026, 9, 1) })]);
    const { prints, months } = await plant.summary();
    expect([prints, months.filter((month) => month.prints > 0)]).toMatchObject([
      3,
      [
        { month: '2026-10', prints: 1 },
        { month: '2026-11', prints: 2 },
      ],
    ]);
  });

  it('deletes the months that are older than the retention, and no others', async () => {
    await send([
      archiveRow(1),
      archiveRow(2, { reserved: Date.UTC(2026, 7, 31, 23, 59) }),
      archiveRow(3, { reserved: Date.UTC(2026, 8, 1) }),
    ]);
    await plant.setRetention(2);
    expect(await statesOf()).toEqual([
      [1, 'printed'],
      [3, 'printed'],
    ]);
    expect((await plant.summary()).months.map(({ month }) => month)).not.toContain('2026-08');
    await plant.setRetention(null);
  });

  it('refuses a document with another hash', async () => {
    await expect(plant.storeDocument(DOCUMENT_HASH, Buffer.from('{}'))).rejects.toMatchObject({ slug: 'invalid-input' });
  });

  describe('a key', () => {
    it('is valid until it is revoked, and so are its sessions', async () => {
      const text = await plant.keys.add({ name: 'line 1', scopes: ['report'], controller: 'c1' });
      const grant = await plant.keys.find(text);
      expect(grant).toMatchObject({ name: 'line 1', scopes: ['report'], controller: 'c1' });
      if (!grant) return;
      const { secret } = await plant.sessions.open(grant);
      expect(await plant.sessions.find([secret])).toEqual(grant);
      await expect(plant.keys.add({ name: 'line 1', scopes: ['read'] })).rejects.toMatchObject({ slug: 'name-taken' });
      await plant.keys.revoke('line 1');
      expect([await plant.keys.find(text), await plant.sessions.find([secret])]).toEqual([undefined, undefined]);
      await expect(plant.keys.revoke('line 1')).rejects.toMatchObject({ slug: 'not-found' });
    });

    it('ends with its last day, and a session after twelve hours', async () => {
      const text = await plant.keys.add({ name: 'short', scopes: ['read'], expires: '2026-11-30' });
      const grant = await plant.keys.find(text);
      if (!grant) throw new Error('The key is not valid.');
      const { secret, seconds } = await plant.sessions.open(grant);
      now += seconds * 1_000;
      expect(await plant.sessions.find([secret])).toBeUndefined();
      now = Date.UTC(2026, 11, 1);
      expect(await plant.keys.find(text)).toBeUndefined();
    });
  });

  it('knows which controllers report, and how far their clocks are ahead', async () => {
    const printers = [{ name: 'P1', state: 'ready', errors: [], printed: 4, unknown: 0 }];
    const report = { name: 'Line 1', site: 'North', line: 'L1', tags: [], version: '0.1.0', waitingPrints: 0, printers };
    await plant.controllers.report('c1', { ...report, clock: { now: new Date(now + 2_000).toISOString(), isTrusted: true } });
    expect(await plant.controllers.list()).toMatchObject([{ id: 'c1', isConnected: true, clockAhead: 2_000, report: { name: 'Line 1' } }]);
    now += 61_000;
    expect(await plant.controllers.list()).toMatchObject([{ isConnected: false }]);
  });
}
