import { debianUpdate } from '#updates/debian-update.ts';
import { runUpdateCommand } from '#updates/update-command.ts';

/** The program of `strobe update` of the Debian package. While an update is made, a copy of it runs, which a broken new version cannot stop. */
process.exitCode = await runUpdateCommand(process.argv.slice(2), debianUpdate());
