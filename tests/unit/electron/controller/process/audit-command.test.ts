import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Audit } from '#controller/audit/audit.ts';
import { CommandLineError } from '#controller/process/command-line.ts';
import { runAuditCommand } from '#controller/process/audit-command.ts';
import { makeBackup } from '#storage/backup/make-backup.ts';
import { openControllerDatabase } from '#storage/database/controller-database.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

async function exportTo(file: string, change: (lines: string[]) => void = () => undefined): Promise<string> {
  const { privateKey } = generateKeyPairSync('ed25519');
  const audit = new Audit({ db: openControllerDatabase(':memory:'), signingKey: () => privateKey, now: () => 0 });
  for (const requestId of ['r-1', 'r-2']) await audit.begin({ keyName: 'MES', operation: 'PUT /x', path: '/x', requestId });
  const lines: string[] = [];
  for await (const line of audit.exportLines('changes')) lines.push(line);
  change(lines);
  const path = join(temporaryFolder(), file);
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
  return path;
}

it('says that an exported log is whole, and with which key it was signed', async () => {
  const result = await runAuditCommand(['verify', await exportTo('whole.jsonl')]);
  expect(result).toEqual({
    isWhole: true,
    lines: [
      'Whole: records 1 to 2 of the log "changes".',
      'The last 2 are of an hour that was not over yet: only the signature of the export covers them.',
      expect.stringMatching(/^Signed with the key [\da-f]{64}\.$/),
    ],
  });
});

it('names the first record that was changed', async () => {
  const file = await exportTo('changed.jsonl', (lines) => void (lines[2] = lines[2]?.replace('MES', 'ERP') ?? ''));
  expect(await runAuditCommand(['verify', file])).toEqual({
    isWhole: false,
    lines: ['Not whole: line 3, record 2: the record or the one before it was changed: its hash is wrong.'],
  });
});

async function serve(file: string): Promise<{ url: string; asked: [string | undefined, string | undefined][] }> {
  const asked: [string | undefined, string | undefined][] = [];
  const server = createServer(({ url, headers }, response) => {
    asked.push([url, headers.authorization]);
    if (headers.authorization === 'Bearer right') response.end(readFileSync(file));
    else response.writeHead(401).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

it('checks all chains of a controller with a key', async () => {
  const { url, asked } = await serve(await exportTo('whole.jsonl'));
  const { isWhole, lines } = await runAuditCommand(['verify', url, '--key', 'right']);
  expect([isWhole, lines.filter((line) => line.startsWith('Whole')).length]).toEqual([true, 3]);
  const path = (chain: string) => [`/api/v3/audit/export?chain=${chain}`, 'Bearer right'];
  expect(asked).toEqual([path('changes'), path('triggers'), path('refusals')]);
});

it('checks the export that a URL names, and says when it is refused', async () => {
  const { url, asked } = await serve(await exportTo('cut.jsonl', (lines) => void lines.pop()));
  expect((await runAuditCommand(['verify', `${url}/station-audit.jsonl`, '--key', 'right'])).isWhole).toBe(false);
  expect(asked.map(([path]) => path)).toEqual(['/station-audit.jsonl']);
  await expect(runAuditCommand(['verify', url])).rejects.toThrow('the answer has the status 401');
});

describe('a comparison with a backup', () => {
  /** A log with some records, exported before and after the last of them, and a backup of the later state. */
  async function logWithBackup(): Promise<{ whole: string; earlier: string; backup: string; restored: string }> {
    const folder = temporaryFolder();
    const database = join(folder, 'controller.db');
    const { privateKey } = generateKeyPairSync('ed25519');
    const db = openControllerDatabase(database);
    const audit = new Audit({ db, signingKey: () => privateKey, now: () => 0 });
    const begin = (path: string) => audit.begin({ keyName: 'MES', operation: 'PUT /x', path, requestId: path });
    const save = async (name: string) => {
      const lines: string[] = [];
      for await (const line of audit.exportLines('changes')) lines.push(`${line}\n`);
      writeFileSync(join(folder, name), lines.join(''));
      return join(folder, name);
    };
    await begin('/1');
    const earlier = await save('earlier.jsonl');
    await begin('/2');
    const backup = join(folder, 'a.strobe-backup');
    await makeBackup({ database, file: backup, program: '1.0.0', now: 1 });
    const whole = await save('whole.jsonl');
    await sql`DELETE FROM audit_records WHERE number = 2`.execute(db);
    await begin('/other');
    return { whole, earlier, backup, restored: await save('restored.jsonl') };
  }
  const linesOf = async (...words: string[]) => (await runAuditCommand(['verify', ...words])).lines;

  it('finds that the newest records are missing, and that others are in their place', async () => {
    const { whole, earlier, backup, restored } = await logWithBackup();
    const by = 'the backup of 1970-01-01T00:00:00.001Z notes';
    expect((await linesOf(whole, '--backup', backup))[0]).toBe('Whole: records 1 to 2 of the log "changes".');
    expect((await linesOf(restored))[0]).toBe('Whole: records 1 to 2 of the log "changes".');
    expect(await linesOf(earlier, '--backup', backup)).toEqual([
      `Not whole: line 3, record 2: ${by} record 2, and the log ends with record 1: the records after it are missing.`,
    ]);
    expect(await linesOf(restored, '--backup', backup)).toEqual([
      `Not whole: line 3, record 2: ${by} another record 2: the log was restored or replaced.`,
    ]);
  });

  it('is refused with a file that is no backup', async () => {
    const { whole } = await logWithBackup();
    await expect(linesOf(whole, '--backup', whole)).rejects.toThrow('cannot be read');
  });
});

it('refuses other arguments and a file that is not there', async () => {
  await expect(runAuditCommand(['check', 'x'])).rejects.toThrow(CommandLineError);
  await expect(runAuditCommand(['verify', join(temporaryFolder(), 'none')])).rejects.toThrow('none cannot be read');
});
