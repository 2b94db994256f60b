import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ensureBuilt, PAGE } from '../../build/scripts/build.ts';
import type { PageFiles } from './page-server.ts';

/** The files of the product's page, rebuilt if a source changed. */
export async function productPage(): Promise<PageFiles> {
  await ensureBuilt(PAGE);
  const files = globSync('**/*', { cwd: PAGE.output, withFileTypes: true }).filter((entry) => entry.isFile());
  const read = files.map((entry) => {
    const file = join(entry.parentPath, entry.name);
    return [relative(PAGE.output, file).replaceAll('\\', '/'), readFileSync(file)] as const;
  });
  return new Map(read.map(([path, bytes]) => [path === 'index.html' ? '' : path, bytes]));
}
