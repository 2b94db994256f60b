import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Audit } from '#controller/audit/audit.ts';
import { CommandLineError } from '#controller/process/command-line.ts';
import { runAuditCommand } from '#controller/process/audit-command.ts';
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

it('refuses other arguments and a file that is not there', async () => {
  await expect(runAuditCommand(['check', 'x'])).rejects.toThrow(CommandLineError);
  await expect(runAuditCommand(['verify', join(temporaryFolder(), 'none')])).rejects.toThrow('none cannot be read');
});
