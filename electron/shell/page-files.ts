import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { ProblemError } from '#contract/problem.ts';

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

/**
 * A file of the built page in the folder `root`, and `index.html` for every address that is one of its routes. Throws `not-found`
 * for what is no file of the page, above all for what lies outside of the folder.
 */
export async function pageFile(root: string, url: string): Promise<Response> {
  const steps = pathSteps(url);
  const names = isFile(steps) ? steps : ['index.html'];
  const file = join(root, ...names);
  const type = MEDIA_TYPES[extname(file)];
  if (!type || names.some((name) => name.startsWith('.') || /[\\/:\0]/.test(name))) throw nothingAt(url);
  const bytes = await readFile(file).catch((cause: unknown) => {
    throw nothingAt(url, cause);
  });
  return new Response(new Uint8Array(bytes), { headers: { 'content-type': type, 'cache-control': 'no-cache' } });
}

/** Files lie at the top or in `assets`. A route may end in anything: labels and tables have names such as "Cola 0.5 l". */
function isFile(steps: string[]): boolean {
  return steps[0] === 'assets' || (steps.length === 1 && steps[0]?.includes('.') === true);
}

function pathSteps(url: string): string[] {
  try {
    return new URL(url).pathname.split('/').filter(Boolean).map(decodeURIComponent);
  } catch (cause) {
    throw new ProblemError('invalid-input', { detail: 'The address is not properly percent-encoded.' }, { cause });
  }
}

function nothingAt(url: string, cause?: unknown): ProblemError {
  return new ProblemError('not-found', { detail: 'There is nothing at this address.', instance: new URL(url).pathname }, { cause });
}
