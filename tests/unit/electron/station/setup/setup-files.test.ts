import { createHash, randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { takeStaged } from '#storage/backup/staged-restore.ts';
import { takeRestored } from '#storage/backup/swap-database.ts';
import { CONTROLLER_MIGRATIONS, ROW_TABLES } from '#storage/database/controller-database.ts';
import { STATION_MIGRATIONS } from '#storage/database/station-database.ts';
import { signingKeyIn } from '#storage/audit-chain/signing-key.ts';
import { exportSetup } from '#station/setup/export-setup.ts';
import { hasPrints, importSetup } from '#station/setup/import-setup.ts';
import { checkSetupFile, decryptSetupFile } from '#station/setup/setup-cipher.ts';
import { fingerprintOf, publicKeyOf, setupHeadBytes, signSetup } from '#station/setup/setup-head.ts';
import { CONTROLLER_TABLES, STATION_TABLES } from '#station/setup/setup-tables.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

const FIXTURES = join(import.meta.dirname, '../../../../fixtures/databases');
const PASSPHRASE = 'a long passphrase for tests';
const NOW = 1_795_300_000_000;
/** Each opens with scrypt, which takes half a second. */
const LIMIT = 120_000;

const newest = (kind: 'controller' | 'station'): string =>
  join(FIXTURES, `${kind}-${kind === 'controller' ? CONTROLLER_MIGRATIONS.length : STATION_MIGRATIONS.length}.db`);

/** A station with its controller as after some production, without a process. */
function fill(folder: string): void {
  mkdirSync(join(folder, 'controller'));
  mkdirSync(join(folder, 'tls'));
  copyFileSync(newest('station'), join(folder, 'station.db'));
  copyFileSync(newest('controller'), join(folder, 'controller/controller.db'));
  writeFileSync(join(folder, 'strobe.json'), '{"page":null}');
  writeFileSync(join(folder, 'tls/authority.pem'), 'authority');
  signingKeyIn(join(folder, 'audit-signing-key.pem'))();
  const controller = new DatabaseSync(join(folder, 'controller/controller.db'));
  controller.exec("UPDATE print_serials SET serial = 'SERIAL-ONLY-IN-LEDGER-' || serial");
  controller.exec("UPDATE prints SET print_values = json_set(print_values, '$.serial', 'SERIAL-ONLY-IN-LEDGER-' || id)");
  controller.close();
}

const exported = (folder: string, file: string) =>
  exportSetup({
    ...{ dataFolder: folder, controllerFolder: join(folder, 'controller'), file, passphrase: PASSPHRASE },
    ...{ program: '1.0.0', computer: 'Linie 3 – Büro', now: NOW },
  });

const imported = (file: string, dataFolder: string, passphrase = PASSPHRASE) =>
  importSetup({ file, passphrase, dataFolder, controllerFolder: join(dataFolder, 'controller') });

function rowsOf(file: string, sql: string): unknown[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }));
  } finally {
    database.close();
  }
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true }).map(String).sort();
}

let source: string;
let file: string;

beforeAll(async () => {
  source = mkdtempSync(join(tmpdir(), 'strobe-setup-'));
  fill(source);
  file = join(source, 'line-3.strobe-setup');
  await exported(source, file);
}, LIMIT);

afterAll(() => rmSync(source, { recursive: true, force: true }));

describe('the tables of a set-up file', () => {
  it.each([
    ['controller', CONTROLLER_TABLES],
    ['station', STATION_TABLES],
  ] as const)('of a %s are decided about one by one', (kind, choices) => {
    const sql = "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual') ORDER BY name";
    const tables = rowsOf(newest(kind), sql) as { name: string }[];
    const rows = new RegExp(`^${ROW_TABLES}\\d+$`);
    expect(Object.keys(choices).sort()).toEqual(
      tables.map(({ name }) => name).filter((name) => !name.startsWith('sqlite_') && !rows.test(name)),
    );
  });
});

describe('a set-up file', () => {
  it('takes station and controller to a new computer, with blocked counters and without a print', { timeout: LIMIT }, async () => {
    const target = temporaryFolder();
    await imported(file, target);
    expect(takeStaged(target, 'station.db', NOW + 1)).toBe(true);
    expect(takeRestored(join(target, 'controller/controller.db'), NOW + 1)).toBe(true);
    const [before, after] = [source, target].map((folder) => join(folder, 'controller/controller.db')) as [string, string];
    for (const table of ['labels', 'variables', 'tables', 'printers', 'shift_codes', 'lines', 'webhooks', 'api_keys']) {
      const sql = `SELECT ${table === 'webhooks' ? 'name, config, secret' : '*'} FROM ${table}`;
      if (table !== 'tables') expect(rowsOf(after, sql), table).toEqual(rowsOf(before, sql));
    }
    const counters = 'SELECT name, value, blocked_at FROM counters ORDER BY name';
    const all = rowsOf(before, 'SELECT name, value, value AS blocked_at FROM counters WHERE plant_counter IS NULL ORDER BY name');
    expect(all.length).toBeGreaterThan(0);
    expect(rowsOf(after, counters.replace('ORDER', 'WHERE plant_counter IS NULL ORDER'))).toEqual(all);
    expect(rowsOf(after, 'SELECT count(*) AS count FROM prints')).toEqual([{ count: 0 }]);
    expect(rowsOf(after, "SELECT key FROM settings WHERE key IN ('controllerId', 'epoch', 'backup')")).toEqual([{ key: 'backup' }]);
    expect(rowsOf(join(target, 'station.db'), 'SELECT * FROM connections')).toEqual(
      rowsOf(join(source, 'station.db'), 'SELECT * FROM connections'),
    );
    expect(readFileSync(join(target, 'tls/authority.pem'), 'utf8')).toBe('authority');
    expect(existsSync(join(target, 'audit-signing-key.pem'))).toBe(false);
    expect(hasPrints(join(source, 'controller'))).toBe(true);
    expect(hasPrints(join(target, 'controller'))).toBe(false);
  });

  it('contains nothing of the ledger', { timeout: LIMIT }, async () => {
    const pieces: Uint8Array[] = [];
    for await (const piece of decryptSetupFile(file, PASSPHRASE)) pieces.push(piece);
    const content = Buffer.concat(pieces);
    expect(content.includes('SQLite format 3')).toBe(true);
    expect(content.includes('SERIAL-ONLY-IN-LEDGER')).toBe(false);
    const ledger = readFileSync(join(source, 'controller/controller.db'));
    expect(ledger.includes('SERIAL-ONLY-IN-LEDGER')).toBe(true);
  });

  it('is not readable without the passphrase, and names who made it', async () => {
    const bytes = readFileSync(file);
    for (const text of ['SQLite format 3', 'authority', 'strobe.json']) expect(bytes.includes(text)).toBe(false);
    const head = await checkSetupFile(file);
    const key = publicKeyOf(signingKeyIn(join(source, 'audit-signing-key.pem'))());
    expect(head).toMatchObject({ computer: 'Linie 3 – Büro', made: NOW, program: '1.0.0', publicKey: key });
    expect(fingerprintOf(head.publicKey)).toMatch(/^[0-9a-f]{64}$/);
  });

  it('with a wrong passphrase changes nothing', { timeout: LIMIT }, async () => {
    const target = temporaryFolder();
    await expect(imported(file, target, 'another long passphrase')).rejects.toThrow('the passphrase is wrong');
    expect(filesIn(target)).toEqual([]);
  });

  it('that was cut anywhere is refused', { timeout: LIMIT }, async () => {
    const target = temporaryFolder();
    const cut = join(temporaryFolder(), 'cut.strobe-setup');
    const { length } = readFileSync(file);
    for (let tenth = 0; tenth < 10; tenth += 1) {
      copyFileSync(file, cut);
      truncateSync(cut, Math.floor((length * tenth) / 10));
      await expect(imported(cut, target), `${tenth}/10`).rejects.toThrow(
        /^This set-up file cannot be used: it(s end is missing| is too short)/,
      );
    }
    expect(filesIn(target)).toEqual([]);
  });

  it('with one changed byte is refused, wherever it is', { timeout: LIMIT }, async () => {
    const target = temporaryFolder();
    const flipped = join(temporaryFolder(), 'flipped.strobe-setup');
    const whole = readFileSync(file);
    const places = [
      30,
      3_000,
      4_096,
      5_000,
      whole.length / 2,
      whole.length - 70,
      whole.length - 10,
      ...Array.from({ length: 20 }, () => randomBytes(4).readUInt32BE() % whole.length),
    ];
    for (const place of places.map(Math.floor)) {
      const bytes = Buffer.from(whole);
      bytes[place] = (bytes[place] ?? 0) ^ 0x01;
      writeFileSync(flipped, bytes);
      await expect(imported(flipped, target), `byte ${place}`).rejects.toThrow(/^This set-up file cannot be used: /);
    }
    expect(filesIn(target)).toEqual([]);
  });

  it('that another key signed again cannot be opened', { timeout: LIMIT }, async () => {
    const key = signingKeyIn(join(temporaryFolder(), 'key.pem'))();
    const head = await checkSetupFile(file);
    const bytes = readFileSync(file).subarray(0, -64);
    const signed = Buffer.concat([setupHeadBytes({ ...head, publicKey: publicKeyOf(key) }), bytes.subarray(4_096)]);
    const forged = join(temporaryFolder(), 'forged.strobe-setup');
    writeFileSync(forged, Buffer.concat([signed, signSetup(createHash('sha256').update(signed).digest('hex'), key)]));
    await expect(checkSetupFile(forged)).resolves.toMatchObject({ publicKey: publicKeyOf(key) });
    await expect(imported(forged, temporaryFolder())).rejects.toThrow('the passphrase is wrong');
  });
});
