/** The program that updates, for a site in a folder: `updater.ts FOLDER apply [--boot]`. It may be killed at any moment. */
import { UpdateSite } from '#support/update/update-site.ts';
import { runUpdateCommand } from '#updates/update-command.ts';

const [folder = '', ...args] = process.argv.slice(2);
const say = (line: string): void => void process.stderr.write(`${line}\n`);
const site = new UpdateSite(folder);
process.exitCode = await runUpdateCommand(args, site.io({ complain: say, log: { info: () => undefined, warn: say, error: say } }));
