import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt, PLANT_PAGE } from './build.ts';
import { runChild } from './child-run.ts';

/** `npm run plant`: builds the page of the plant if it is missing or older than its sources, and runs the program with the same arguments. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const args = process.argv.slice(2);
/** Commands show no page. */
const COMMANDS = ['migrate', 'keys', '--help'];

if (!args.some((word) => COMMANDS.includes(word))) await ensureBuilt(PLANT_PAGE);
process.exitCode = await runChild({ command: process.execPath, args: [join(ROOT, 'electron/plant.ts'), ...args], onLine: () => undefined });
