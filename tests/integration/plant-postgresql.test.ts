import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ARCHIVE_HEADER } from '#contract/plant/archived-print.ts';
import { archiveQuerySchema } from '#contract/plant/archive-search.ts';
import { migratePlant, NewerPlantSchemaError, OlderPlantSchemaError } from '#plant/database/migrate-plant.ts';
import type { PlantConnections } from '#plant/database/plant-connections.ts';
import { connectToServer } from '#plant/database/server-connections.ts';
import { Plant } from '#plant/plant.ts';
import { archiveCsv, archiveRow } from '#support/archive-csv.ts';
import { PostgresServer, TestDatabases } from '#support/postgresql.ts';
import { SmallDisk, whyNoSmallDisk } from '#support/small-disk.ts';
import { archiveConformance } from '../contract/plant/archive-conformance.ts';
import { libraryConformance } from '../contract/plant/library-conformance.ts';
import { rowLeases } from '../contract/plant/row-leases.ts';
import { serialLeases } from '../contract/plant/serial-leases.ts';

const missing = PostgresServer.missing();
if (missing) console.log(`not run: ${missing}`);
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

describe.skipIf(TestDatabases.missing())('a plant on a PostgreSQL that may be shared', () => {
  let databases: TestDatabases;
  const connect = async () => connectToServer([await databases.create()], log);

  beforeAll(async () => {
    databases = await TestDatabases.open();
  });
  afterAll(() => databases.close());

  archiveConformance(connect);
  serialLeases(connect);
  rowLeases(connect);
  libraryConformance(connect);
});

describe.skipIf(missing)('on PostgreSQL', () => {
  let server: PostgresServer;
  let databases = 0;
  const open = async (): Promise<string> => server.createDatabase(`plant_${(databases += 1)}`);
  const opened: PlantConnections[] = [];
  const connect = (...addresses: string[]): PlantConnections => {
    const connections = connectToServer(addresses, log);
    opened.push(connections);
    return connections;
  };
  const serve = async (...addresses: string[]): Promise<Plant> => {
    const connections = connect(...addresses);
    await migratePlant(connections, { isAllowed: true });
    return new Plant({ connections, now: () => Date.now(), log });
  };
  const count = async (plant: Plant): Promise<number> => (await plant.search(archiveQuerySchema.parse({ limit: 500 }))).prints.length;

  beforeAll(async () => {
    server = await PostgresServer.start();
  });

  afterAll(async () => {
    await Promise.all(opened.map((connections) => connections.close()));
    await server.stop();
  });

  it('is migrated once by many instances that start at the same time', async () => {
    const address = await open();
    const instances = await Promise.all(Array.from({ length: 5 }, () => serve(address)));
    await Promise.all(instances.map((plant, index) => plant.ingest('c1', archiveCsv([archiveRow(index + 1)]))));
    expect(await Promise.all(instances.map(count))).toEqual([5, 5, 5, 5, 5]);
  });

  it('is not used if its tables are newer, or if they are older and must not be changed', async () => {
    const address = await open();
    await expect(migratePlant(connect(address), { isAllowed: false })).rejects.toThrow(OlderPlantSchemaError);
    const plant = await serve(address);
    await server.query('UPDATE schema_version SET version = 99', address.split('/').at(-1));
    await expect(migratePlant(connect(address), { isAllowed: true })).rejects.toThrow(NewerPlantSchemaError);
    await plant.stop();
  });

  it('can be served by a role that may not change tables', async () => {
    const address = await open();
    const owner = await serve(address);
    const database = address.split('/').at(-1) ?? '';
    await server.query(`CREATE ROLE ${database}_serving LOGIN`);
    await server.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${database}_serving`, database);
    const connections = connect(server.url(database, `${database}_serving`));
    await migratePlant(connections, { isAllowed: false });
    const plant = new Plant({ connections, now: () => Date.now(), log });
    await plant.ingest('c1', archiveCsv([archiveRow(1), archiveRow(2, { reserved: Date.UTC(2020, 1, 1) })]));
    expect(await count(plant)).toBe(2);
    await plant.setRetention(12);
    expect([await count(plant), await count(owner)]).toEqual([1, 1]);
    await expect(connections.transaction((session) => session.execute('DROP TABLE prints'))).rejects.toMatchObject({ code: '42501' });
  });

  it('takes batches of many controllers at once, each once, although new months begin in all of them', async () => {
    const plant = await serve(await open());
    const rows = Array.from({ length: 24 }, (_, index) => archiveRow(index + 1, { reserved: Date.UTC(2024, index % 12, 5) + index }));
    const sends = Array.from({ length: 16 }, (_, index) => plant.ingest(`c${index % 8}`, archiveCsv(rows)));
    const answers = await Promise.all(sends);
    expect(answers.reduce((sum, { stored }) => sum + stored, 0)).toBe(8 * 24);
    expect(await count(plant)).toBe(8 * 24);
  });

  it('says what is wrong while the server is down or accepts no changes, and goes on when it is back', async () => {
    const address = await open();
    const plant = await serve(address);
    await plant.ingest('c1', archiveCsv([archiveRow(1)]));
    await server.kill();
    expect(await plant.readiness()).toMatchObject({ status: 'not-ready', warnings: [{ code: 'database-unreachable' }] });
    await server.start(['default_transaction_read_only=on']);
    expect(await plant.readiness()).toMatchObject({ warnings: [{ code: 'database-read-only' }] });
    await expect(plant.ingest('c1', archiveCsv([archiveRow(2)]))).rejects.toMatchObject({ code: '25006' });
    await server.kill();
    await server.start();
    expect(await plant.readiness()).toEqual({ status: 'ready', warnings: [] });
    await plant.ingest('c1', archiveCsv([archiveRow(2)]));
    expect(await count(plant)).toBe(2);
  });

  it.each<[fault: string, code: string, sql: (role: string) => string]>([
    ['a role that may not sign in', 'password', (role) => `ALTER ROLE ${role} NOLOGIN`],
    ['no connection left', 'too-many-connections', (role) => `ALTER ROLE ${role} CONNECTION LIMIT 0`],
    ['a role without rights on the tables', 'permission', (role) => `ALTER ROLE ${role} LOGIN`],
  ])('says that there is %s', async (_fault, code, sql) => {
    const address = await open();
    await serve(address);
    const database = address.split('/').at(-1) ?? '';
    const role = `${database}_role`;
    await server.query(`CREATE ROLE ${role} LOGIN`);
    await server.query(sql(role));
    const plant = new Plant({ connections: connect(server.url(database, role)), now: () => Date.now(), log });
    expect(await plant.readiness()).toMatchObject({ status: 'not-ready', warnings: [{ code: `database-${code}` }] });
  });

  it('is migrated as a whole: an interruption leaves nothing, and the next start does it', async () => {
    const address = await open();
    const database = address.split('/').at(-1) ?? '';
    await server.query(
      `CREATE FUNCTION cut() RETURNS event_trigger LANGUAGE plpgsql AS $$
      BEGIN IF EXISTS (SELECT FROM pg_class WHERE relname = 'prints') THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF; END $$`,
      database,
    );
    await server.query("CREATE EVENT TRIGGER cut ON ddl_command_start WHEN tag IN ('CREATE FUNCTION') EXECUTE FUNCTION cut()", database);
    await expect(migratePlant(connect(address), { isAllowed: true })).rejects.toMatchObject({ code: '57P01' });
    expect(await server.query("SELECT relname FROM pg_class WHERE relname IN ('prints', 'settings', 'schema_version')", database)).toEqual(
      [],
    );
    await server.query('DROP EVENT TRIGGER cut', database);
    const plant = await serve(address);
    expect(await plant.readiness()).toEqual({ status: 'ready', warnings: [] });
  });

  it.skipIf(whyNoSmallDisk())(
    'stores nothing of a batch while the disk of the server is full, says so, and goes on when there is space',
    async () => {
      const disk = new SmallDisk(400);
      const small = await PostgresServer.start(disk.folder);
      try {
        const plant = await serve(await small.createDatabase('plant'));
        const batch = (first: number) => archiveCsv(Array.from({ length: 2_000 }, (_, index) => archiveRow(first + index)));
        await plant.ingest('c1', batch(1));
        disk.fill();
        await expect(plant.ingest('c1', batch(10_001))).rejects.toMatchObject({ code: '53100' });
        disk.clear();
        expect(await plant.ingest('c1', batch(10_001))).toMatchObject({ stored: 2_000 });
        expect(await plant.readiness()).toEqual({ status: 'ready', warnings: [] });
      } finally {
        await small.stop();
        disk.remove();
      }
    },
  );

  it('finds the server that took over at another address', async () => {
    const other = await PostgresServer.start();
    try {
      const address = await other.createDatabase('plant');
      const plant = await serve('postgres://postgres@127.0.0.1:1/plant', address);
      await plant.ingest('c1', archiveCsv([archiveRow(1)]));
      expect(await plant.readiness()).toMatchObject({ status: 'ready' });
    } finally {
      await other.stop();
    }
  });

  it('stores nothing of a batch whose transaction is cut', async () => {
    const address = await open();
    const plant = await serve(address);
    const database = address.split('/').at(-1) ?? '';
    await server.query(
      'CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW; END $$',
      database,
    );
    await server.query('CREATE TRIGGER cut BEFORE INSERT ON print_serials_default FOR EACH ROW EXECUTE FUNCTION cut()', database);
    await expect(plant.ingest('c1', archiveCsv([archiveRow(1), archiveRow(2, { reserved: 0 })]))).rejects.toMatchObject({ code: '57P01' });
    expect(await count(plant)).toBe(0);
    await server.query('DROP TRIGGER cut ON print_serials_default', database);
    await plant.ingest('c1', archiveCsv([archiveRow(1), archiveRow(2, { reserved: 0 })]));
    expect(await count(plant)).toBe(2);
  });

  it('refuses an empty request, and takes one without prints', async () => {
    const plant = await serve(await open());
    await expect(plant.ingest('c1', Buffer.from(''))).rejects.toMatchObject({ slug: 'invalid-input' });
    expect(await plant.ingest('c1', Buffer.from(`${ARCHIVE_HEADER}\n`))).toEqual({ stored: 0, missingDocuments: [] });
  });
});
