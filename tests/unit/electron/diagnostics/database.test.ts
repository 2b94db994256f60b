import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { databaseCheck } from '#diagnostics/checks/database.ts';
import { openStationDatabase } from '#storage/database/station-database.ts';
import { codesOf, diagnosticsContext } from '#support/diagnostics-context.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

async function stationFolder(): Promise<string> {
  const folder = temporaryFolder();
  const db = openStationDatabase(join(folder, 'station.db'));
  const row = { at: 1, event: 'command-done', subject: 's', connection: null, controller: '', printer: null, detail: 'x'.repeat(500) };
  for (let at = 0; at < 200; at += 1)
    await db
      .insertInto('event_log')
      .values({ ...row, reason: '', person: '', folded: '' })
      .execute();
  await db.destroy();
  return folder;
}

it('a whole database has no finding, and is not changed', async () => {
  const folder = await stationFolder();
  const file = join(folder, 'station.db');
  const before = readFileSync(file);
  const { facts, findings } = await databaseCheck().run(diagnosticsContext({ folder }));
  expect(findings).toEqual([]);
  expect(facts.map(({ name, of }) => [name, of])).toEqual(['databaseSize', 'logSize', 'checkTime'].map((name) => [name, file]));
  expect(readFileSync(file).equals(before)).toBe(true);
});

it('a database with an overwritten page is damaged, while another connection has it open', async () => {
  const folder = await stationFolder();
  const file = openSync(join(folder, 'station.db'), 'r+');
  writeSync(file, Buffer.alloc(8_192, 0xff), 0, 8_192, readFileSync(join(folder, 'station.db')).length - 16_384);
  closeSync(file);
  expect(codesOf(await databaseCheck().run(diagnosticsContext({ folder })))).toEqual(['database-damaged']);
});

it('a file that is no database is damaged', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'station.db'), 'x'.repeat(10_000));
  expect(codesOf(await databaseCheck().run(diagnosticsContext({ folder })))).toEqual(['database-damaged']);
});

it('a folder of a controller without its database is a warning', async () => {
  const folder = await stationFolder();
  mkdirSync(join(folder, 'controller'));
  const { findings } = await databaseCheck().run(diagnosticsContext({ folder }));
  expect(findings).toEqual([
    { code: 'database-missing', state: 'warning', parameters: { file: join(folder, 'controller/controller.db') } },
  ]);
  rmSync(join(folder, 'controller'), { recursive: true });
  expect(codesOf(await databaseCheck().run(diagnosticsContext({ folder })))).toEqual([]);
});

it('a check that is not finished in time says so', async () => {
  const folder = await stationFolder();
  expect(codesOf(await databaseCheck(0).run(diagnosticsContext({ folder })))).toEqual(['database-check-unfinished']);
});
