import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import packageJson from '../../../package.json' with { type: 'json' };

/** The module that the threads run; in a packaged app, a bundle of everything that draws. */
const ENTRY = new URL('./drawing-worker.ts', import.meta.url);
/** The sources that draw, in a checkout. */
const SOURCES = new URL('../../rendering/', import.meta.url);
/** The parts of the runtime that affect drawing: arithmetic, time zones and Unicode data. */
const RUNTIME = ['node', 'v8', 'icu', 'tz', 'unicode'];

/**
 * A hash that differs between programs that may draw a label differently: by their code, dependencies or runtime. Different hashes do not
 * imply different pictures; only drawing shows that.
 */
export async function readDrawingVersion({ entry = ENTRY, sources = SOURCES }: { entry?: URL; sources?: URL } = {}): Promise<string> {
  const hash = createHash('sha256');
  const { version, dependencies } = packageJson;
  hash.update(JSON.stringify([version, dependencies, RUNTIME.map((name) => process.versions[name])]));
  hash.update(await readFile(entry));
  for (const file of await filesOf(sources)) hash.update(`${file}\n`).update(await readFile(new URL(file, sources)));
  return hash.digest('hex');
}

/** Sorted, so that the order is the same on every system; empty in a packaged app. */
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
