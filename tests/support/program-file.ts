import { join } from 'node:path';

const SOURCES = join(import.meta.dirname, '../../electron');

/**
 * The file that runs `electron/<entry>`. `STROBE_PROGRAMS` names the folder of the bundled programs (`npm run build -- --programs`), which start in
 * half the time; the gate sets it. Without it the sources run as they are.
 */
export function programFile(entry: string): string {
  const bundles = process.env['STROBE_PROGRAMS'];
  return bundles ? join(bundles, entry.replace(/\.ts$/, '.js')) : join(SOURCES, entry);
}
