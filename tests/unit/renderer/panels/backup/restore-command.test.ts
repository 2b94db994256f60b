import { expect, it } from 'vitest';
import { restoreCommand } from '#renderer/panels/backup/restore-command.ts';

it.each([
  [undefined, 'npm run controller -- restore DIR/backups/a.strobe-backup --data DIR'],
  ['/var/lib/strobe', 'npm run controller -- restore /var/lib/strobe/backups/a.strobe-backup --data /var/lib/strobe'],
  ['/Line 1', 'npm run controller -- restore "/Line 1/backups/a.strobe-backup" --data "/Line 1"'],
  ['C:\\Strobe', 'npm run controller -- restore C:\\Strobe\\backups\\a.strobe-backup --data C:\\Strobe'],
])('the command that restores a backup of a controller in %s can be typed as it stands', (folder, command) => {
  expect(restoreCommand('a.strobe-backup', folder).join(' ')).toBe(command);
});
