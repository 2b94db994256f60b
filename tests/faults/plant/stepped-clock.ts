import { readFileSync } from 'node:fs';

/**
 * Loaded before a program (`node --import`): its wall clock is ahead by the milliseconds in the file that `STROBE_CLOCK_FILE` names, which is read at the start
 * and at every SIGUSR2. The clock that counts from the start of the machine is not changed, as when a person or a time server sets the wall clock.
 */
const file = process.env['STROBE_CLOCK_FILE'] ?? '';
const now = Date.now.bind(Date);
let ahead = 0;

function read(): void {
  ahead = Number(readFileSync(file, 'utf8'));
}

Date.now = () => now() + ahead;
read();
process.on('SIGUSR2', read);
