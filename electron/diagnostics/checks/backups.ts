import { join } from 'node:path';
import { databaseOf, headOf, InvalidBackupError, type BackupHead } from '#storage/backup/backup-file.ts';
import { backupNames, newestFirst } from '#storage/backup/backup-folder.ts';
import { finding, type Check, type Outcome } from '../model/check.ts';
import { TOO_LATE, withinLimit } from '../model/time-limit.ts';

/** Milliseconds for reading the newest backup. */
const LIMIT = 20_000;
const DAY = 24 * 3_600_000;
/** A backup is made each day: an older one means that none could be made. */
const OLD_DAYS = 2;

/** Age of the newest backup, and whether its content is what was written. */
export const backupsCheck: Check = {
  id: 'backups',
  title: 'Backups',
  run: async ({ folders, now }) => {
    if (folders.controller === undefined) return { facts: [], findings: [] };
    const folder = join(folders.controller, 'backups');
    const { heads, findings } = await headsIn(folder);
    const order = newestFirst(now());
    const [newest] = heads.toSorted((one, other) => order(one.head.made, other.head.made));
    const count: Outcome['facts'] = [{ name: 'backupCount', value: heads.length }];
    if (!newest) return { facts: count, findings: [...findings, finding('backup-none')] };
    const days = Math.floor((now() - newest.head.made) / DAY);
    if (days >= OLD_DAYS) findings.push(finding('backup-old', { days }));
    const isWhole = await isVerified(join(folder, newest.name));
    if (isWhole === false) findings.push(finding('backup-damaged', { file: newest.name }));
    const facts: Outcome['facts'] = [...count, { name: 'newestBackup', value: newest.head.made }];
    if (isWhole !== undefined) facts.push({ name: 'backupVerified', value: isWhole ? 1 : 0 });
    return { facts, findings };
  },
};

interface Found {
  name: string;
  head: BackupHead;
}

async function headsIn(folder: string): Promise<{ heads: Found[]; findings: Outcome['findings'] }> {
  const heads: Found[] = [];
  const findings: Outcome['findings'] = [];
  for (const name of await backupNames(folder)) {
    try {
      heads.push({ name, head: await headOf(join(folder, name)) });
    } catch (error) {
      if (!(error instanceof InvalidBackupError)) throw error;
      findings.push(finding('backup-damaged', { file: name }, error.fault));
    }
  }
  return { heads, findings };
}

/** Whether the hash of a backup is right; undefined when reading it takes too long. */
async function isVerified(file: string): Promise<boolean | undefined> {
  try {
    const read = await withinLimit(LIMIT, (signal) => readAll(file, signal));
    return read === TOO_LATE ? undefined : true;
  } catch (error) {
    if (error instanceof InvalidBackupError) return false;
    throw error;
  }
}

async function readAll(file: string, signal: AbortSignal): Promise<void> {
  for await (const _piece of databaseOf(file)) if (signal.aborted) return;
}
