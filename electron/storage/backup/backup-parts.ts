import { DatabaseSync } from 'node:sqlite';
import { InvalidBackupError } from './backup-file.ts';
import { FILES_TABLE } from './make-backup.ts';

/**
 * Removes the files from the unpacked database of a backup, and passes each to `write`. Throws an `InvalidBackupError` for a name that `isPart` refuses: a
 * backup may have been made by another program.
 */
export function takeFiles(
  database: string,
  { isPart, write }: { isPart: (name: string) => boolean; write: (name: string, content: Uint8Array) => void },
): void {
  const opened = new DatabaseSync(database);
  try {
    const has = opened.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(FILES_TABLE);
    if (!has) return;
    for (const row of opened.prepare(`SELECT name, content FROM ${FILES_TABLE} ORDER BY name`).iterate()) {
      const [name, content] = [String(row['name']), row['content']];
      if (!isPart(name)) throw new InvalidBackupError(`it contains a file "${name}", which no backup has`);
      if (content instanceof Uint8Array) write(name, content);
    }
    opened.exec(`DROP TABLE ${FILES_TABLE}`);
  } finally {
    opened.close();
  }
}
