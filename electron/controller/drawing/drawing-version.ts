import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import packageJson from '../../../package.json' with { type: 'json' };

/** What the threads run: in a packaged app a bundle with all that draws inside. */
const ENTRY = new URL('./drawing-worker.ts', import.meta.url);
/** What draws, in a checkout. */
const SOURCES = new URL('../../rendering/', import.meta.url);
/** Of the runtime: its engine calculates, and its time zones and its Unicode are what dates and texts are made of. */
const RUNTIME = ['node', 'v8', 'icu', 'tz', 'unicode'];

/**
 * A text that differs between any two programs that may draw a label otherwise: by their own code, by what they use, or by the runtime. Two
 * texts do not say that anything looks different: only drawing tells.
 */
export async function readDrawingVersion({ entry = ENTRY, sources = SOURCES }: { entry?: URL; sources?: URL } = {}): Promise<string> {
  const hash = createHash('sha256');
  const { version, dependencies } = packageJson;
  hash.update(JSON.stringify([version, dependencies, RUNTIME.map((name) => process.versions[name])]));
  hash.update(await readFile(entry));
  for (const file of await filesOf(sources)) hash.update(`${file}\n`).update(await readFile(new URL(file, sources)));
  return hash.digest('hex');
}

/** In one order on every system; none in a packaged app. */
async function filesOf(sources: URL): Promise<string[]> {
  try {
    const files = await readdir(fileURLToPath(sources), { recursive: true });
    return files
      .filter((file) => file.endsWith('.ts'))
      .map((file) => file.replaceAll('\\', '/'))
      .sort();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
