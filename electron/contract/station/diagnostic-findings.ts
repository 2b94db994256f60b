/** How a check ends: its worst finding. `unknown`: it could not be found out. */
export const CHECK_STATES = ['ok', 'unknown', 'warning', 'fault'] as const;
export type CheckState = (typeof CHECK_STATES)[number];

interface FindingText {
  state: Exclude<CheckState, 'ok'>;
  /** What was found. `{name}` is a parameter. */
  found: string;
  /** What to do about it. */
  todo: string;
}

/** Everything that a check can find, with its English texts. The page has texts of its own, by code. */
export const FINDINGS = {
  'check-failed': {
    state: 'unknown',
    found: 'This could not be checked.',
    todo: 'Run the diagnostics again. If it happens again, add a support file to your question.',
  },
  'versions-differ': {
    state: 'warning',
    found: 'The controller "{controller}" is version {other}, and this program is version {own}.',
    todo: 'Restart the controller and the station, so that both run the version that is installed.',
  },
  'page-missing': {
    state: 'fault',
    found: 'The files of the page are missing.',
    todo: 'Install Strobe again. In a checkout, run: npm run build.',
  },
  'clock-not-synchronised': {
    state: 'warning',
    found: 'The clock of this computer is not synchronised.',
    todo: 'Set a time server for this computer. Printed dates follow its clock.',
  },
  'clock-sync-unknown': {
    state: 'unknown',
    found: 'The system does not say whether its clock is synchronised.',
    todo: 'Compare the time of this computer with a clock that you trust.',
  },
  'clock-stepped': {
    state: 'warning',
    found: 'The clock of "{controller}" was changed. Labels with a date are not printed.',
    todo: 'Correct the clock of the computer, or confirm it at the top of the page.',
  },
  'clock-doubtful': {
    state: 'fault',
    found: 'The clock of "{controller}" cannot be trusted. Nothing is printed.',
    todo: 'Correct the clock of the computer, or confirm it at the top of the page.',
  },
  'not-ready': {
    state: 'fault',
    found: 'The controller "{controller}" does not print.',
    todo: 'Look up the reason "{reason}" in the documentation under Troubleshooting.',
  },
  'safe-mode': {
    state: 'fault',
    found: 'The controller "{controller}" is in safe mode after several crashes, and prints nothing.',
    todo: 'Read the last errors below, then restart the controller.',
  },
  'restore-unconfirmed': {
    state: 'fault',
    found: 'The data of "{controller}" were restored or copied, and are not confirmed. Nothing is printed.',
    todo: 'Compare counters and tables with the products, then confirm the data at the top of the page.',
  },
  'drawing-down': {
    state: 'fault',
    found: 'The controller "{controller}" cannot draw labels.',
    todo: 'Read the last errors below, then restart the controller.',
  },
  'readiness-warning': {
    state: 'warning',
    found: 'The controller "{controller}" prints, and gives a warning.',
    todo: 'Look up the warning "{reason}" in the documentation under Troubleshooting.',
  },
  'folder-missing': {
    state: 'fault',
    found: 'The data folder {folder} does not exist.',
    todo: 'Put the folder back, or mount its disk again. Check the folder that you named.',
  },
  'folder-not-writable': {
    state: 'fault',
    found: 'Nothing can be written to {folder}.',
    todo: 'Check the rights of the folder. Run the command as the user that runs Strobe, or as administrator.',
  },
  'disk-read-only': {
    state: 'fault',
    found: 'The disk of {folder} is read-only.',
    todo: 'Repair the disk or mount it for writing. Printing continues by itself.',
  },
  'disk-full': {
    state: 'fault',
    found: 'The disk of {folder} is full. Nothing is printed.',
    todo: 'Delete files that are not needed, such as old backups. Printing continues by itself.',
  },
  'disk-nearly-full': {
    state: 'warning',
    found: 'The disk of {folder} is nearly full.',
    todo: 'Delete files that are not needed, such as old backups, or set how long prints are kept.',
  },
  'disk-slow': {
    state: 'warning',
    found: 'The disk is slow: one write takes {median} ms. At most about {prints} prints per minute are possible.',
    todo: 'Use a solid-state disk, not a memory card or a disk of the network.',
  },
  'disk-stalls': {
    state: 'warning',
    found: 'A write took {longest} ms. A product can pass before its print is stored.',
    todo: 'End other programs that write a lot, or replace the disk.',
  },
  'database-damaged': {
    state: 'fault',
    found: 'The database {file} is damaged.',
    todo: 'Make a copy of the data folder, then restore the newest backup under System > Backups.',
  },
  'database-missing': {
    state: 'warning',
    found: 'There is no database {file}.',
    todo: 'Check the data folder. Strobe creates a new database at its first start only.',
  },
  'database-unreadable': {
    state: 'unknown',
    found: 'The database {file} could not be read.',
    todo: 'Run the command as the user that runs Strobe, or as administrator.',
  },
  'database-check-unfinished': {
    state: 'unknown',
    found: 'The check of {file} took longer than {seconds} s, and was ended. No damage was found until then.',
    todo: 'Run the diagnostics again while few prints are made.',
  },
  'database-log-large': {
    state: 'warning',
    found: 'The write-ahead log of {file} is large.',
    todo: 'End other programs that read the database, such as a database viewer.',
  },
  'backup-none': {
    state: 'warning',
    found: 'There is no backup.',
    todo: 'Make one under System > Backups, and copy it to another computer.',
  },
  'backup-old': {
    state: 'warning',
    found: 'The newest backup is {days} days old.',
    todo: 'Make one under System > Backups, and look at the last errors for the reason.',
  },
  'backup-damaged': {
    state: 'fault',
    found: 'The backup {file} is damaged and cannot be restored.',
    todo: 'Make a new one under System > Backups, and check the disk.',
  },
  'port-foreign': {
    state: 'fault',
    found: 'Another program uses port {port}, which Strobe needs.',
    todo: 'End that program, or give Strobe another port.',
  },
  'port-closed': {
    state: 'fault',
    found: 'Strobe does not answer on port {port}, as it is set up to.',
    todo: 'Look under System > Network for the reason, and restart Strobe.',
  },
  'certificate-expired': {
    state: 'fault',
    found: 'The certificate {file} has expired.',
    todo: 'Replace its files. Strobe uses the new ones without a restart.',
  },
  'certificate-expires': {
    state: 'warning',
    found: 'The certificate {file} expires soon. Days left: {days}.',
    todo: 'Replace its files before that. Strobe uses the new ones without a restart.',
  },
  'certificate-not-yet-valid': {
    state: 'fault',
    found: 'The certificate {file} is not valid yet.',
    todo: 'Check the clock of this computer, and the certificate.',
  },
  'certificate-unusable': {
    state: 'fault',
    found: 'The certificate {file} cannot be used.',
    todo: 'Check that the files of the certificate and its key exist, and that Strobe may read them.',
  },
  'certificate-key-differs': {
    state: 'fault',
    found: 'The key does not belong to the certificate {file}.',
    todo: 'Use the certificate and the key that were made together.',
  },
  'certificate-chain-broken': {
    state: 'warning',
    found: 'The file {file} lacks the certificate of "{issuer}", or has it in the wrong order.',
    todo: 'Put the certificate of the server first in the file, and those of its issuers after it.',
  },
  'certificate-name-missing': {
    state: 'warning',
    found: 'The certificate {file} is not for the name "{name}".',
    todo: 'Get a certificate for this name, or open the page by a name of the certificate.',
  },
  'settings-unreadable': {
    state: 'fault',
    found: 'The file {file} cannot be used.',
    todo: 'Correct the file, or move it away: other computers then do not reach Strobe until it is set up again.',
  },
  'controller-silent': {
    state: 'fault',
    found: 'The controller "{controller}" does not answer.',
    todo: 'Look under System > Connections for the reason. Check that it runs, and the network.',
  },
  'controller-refuses': {
    state: 'unknown',
    found: 'The controller "{controller}" does not accept the request.',
    todo: 'Use a key that has the scope "read".',
  },
  'not-asked': {
    state: 'unknown',
    found: 'This was not checked, because no controller answers.',
    todo: 'Start the controller, then run the diagnostics again.',
  },
  'printer-unreachable': {
    state: 'fault',
    found: 'The printer "{printer}" does not answer at {address}.',
    todo: 'Check its power, its cable and its address.',
  },
  'printer-error': {
    state: 'warning',
    found: 'The printer "{printer}" reports a fault.',
    todo: 'See the page of the printer for what to do.',
  },
  'not-running': {
    state: 'warning',
    found: 'No controller runs on this data folder.',
    todo: 'Start Strobe. What a running controller knows is not part of these diagnostics.',
  },
  'files-nearly-used-up': {
    state: 'warning',
    found: 'The {program} has {open} files open, and may open {limit}.',
    todo: 'Raise the limit of open files, and add a support file to your question.',
  },
  'memory-large': {
    state: 'warning',
    found: 'The {program} uses much memory.',
    todo: 'Restart it when no job is selected, and add a support file to your question.',
  },
  'plant-unreachable': {
    state: 'warning',
    found: 'The plant does not take the prints of "{controller}". Printing goes on.',
    todo: 'See System > Plant for the reason.',
  },
  'plant-refuses': {
    state: 'warning',
    found: 'The plant refuses prints of "{controller}". Refused prints: {count}.',
    todo: 'See System > Plant for the prints and the reasons.',
  },
  'errors-recent': {
    state: 'warning',
    found: 'Errors in the last 24 hours: {count}.',
    todo: 'Read them. If they come again, add a support file to your question.',
  },
  'ended-recently': {
    state: 'warning',
    found: 'The controller ended after failures. Times in the last 24 hours: {count}.',
    todo: 'Read the last errors, and add a support file to your question.',
  },
  'no-log': {
    state: 'unknown',
    found: 'There is no log.',
    todo: 'Start the station and the controller with --log-file, or as services of the system.',
  },
} as const satisfies Record<string, FindingText>;

export type FindingCode = keyof typeof FINDINGS;
