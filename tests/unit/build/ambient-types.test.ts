import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const run = promisify(execFile);
const made: string[] = [];

/** Type-checks one planted file with the ambient types of a project. */
async function check(project: string, source: string): Promise<string> {
  const folder = await mkdtemp(join(root, 'node_modules/.cache/planted-'));
  made.push(folder);
  const base = join(root, `build/tsconfig.${project}.json`);
  const standards = project === 'pure' ? [join(root, 'build/web-standards.d.ts')] : [];
  await writeFile(join(folder, 'planted.ts'), source + '\n');
  const config = { extends: base, include: ['./planted.ts', ...standards], exclude: [], compilerOptions: { tsBuildInfoFile: null } };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
  try {
    return (await run(join(root, 'node_modules/.bin/tsc'), ['-p', folder])).stdout;
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

afterEach(async () => {
  await Promise.all(made.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
});

describe('the ambient types', () => {
  it.each([
    ['pure', 'export const title = document.title;', "Cannot find name 'document'"],
    ['pure', 'export const folder = process.cwd();', "Cannot find name 'process'"],
    ['pure', "export { readFileSync } from 'node:fs';", "Cannot find name 'node:fs'"],
    ['node', 'export const title = document.title;', "Cannot find name 'document'"],
    ['page', 'export const folder = process.cwd();', "Cannot find name 'process'"],
    ['page', "export { readFileSync } from 'node:fs';", "Cannot find name 'node:fs'"],
  ])('of the %s project refuse: %s', async (project, source, message) => {
    expect(await check(project, source)).toContain(message);
  });

  it.each([
    ['pure', 'export const bytes = new TextEncoder().encode("x");'],
    ['node', "export { readFileSync } from 'node:fs';"],
    ['page', 'export const title = document.title;'],
  ])('of the %s project accept: %s', async (project, source) => {
    expect(await check(project, source)).toBe('');
  });
});
