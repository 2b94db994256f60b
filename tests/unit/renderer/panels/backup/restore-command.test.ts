import { expect, it } from 'vitest';
import { restoreCommand } from '#renderer/panels/backup/restore-command.ts';

const CHECKOUT = ['npm', 'run', 'controller', '--'];

it.each([
  [CHECKOUT, undefined, 'npm run controller -- restore DIR/backups/a.strobe-backup --data DIR'],
  [CHECKOUT, '/var/lib/strobe', 'npm run controller -- restore /var/lib/strobe/backups/a.strobe-backup --data /var/lib/strobe'],
  [CHECKOUT, '/Line 1', 'npm run controller -- restore "/Line 1/backups/a.strobe-backup" --data "/Line 1"'],
  [
    ['C:\\Program Files\\Strobe\\strobe.exe', 'controller'],
    'C:\\Strobe',
    '"C:\\Program Files\\Strobe\\strobe.exe" controller restore C:\\Strobe\\backups\\a.strobe-backup --data C:\\Strobe',
  ],
])('the command that restores a backup, of %j with the data in %s, can be typed unchanged', (command, folder, line) => {
  expect(restoreCommand(command, 'a.strobe-backup', folder).join(' ')).toBe(line);
});
