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
 * Responds with a file of the built page in the folder `root`, or with `index.html` for a route of the page. Throws `not-found` for a missing file
 * and for every path outside the folder.
 */
export async function pageFile(root: string, url: string): Promise<Response> {
  const steps = pathSteps(url);
  const names = isFile(steps) ? steps : ['index.html'];
  const file = join(root, ...names);
  const type = MEDIA_TYPES[extname(file)];
  if (!type || names.some((name) => name.startsWith('.') || /[\\/:\0]/.test(name))) throw notFound(url);
  const bytes = await readFile(file).catch((cause: unknown) => {
    throw notFound(url, cause);
  });
  return new Response(new Uint8Array(bytes), { headers: { 'content-type': type, 'cache-control': 'no-cache' } });
}

/** Files are at the top level or in `assets`. Routes may contain dots, since labels and tables have names such as "Cola 0.5 l". */
function isFile(steps: string[]): boolean {
  return steps[0] === 'assets' || (steps.length === 1 && steps[0]?.includes('.') === true);
}

function pathSteps(url: string): string[] {
  try {
    return new URL(url).pathname.split('/').filter(Boolean).map(decodeURIComponent);
  } catch (cause) {
    throw new ProblemError('invalid-input', { detail: 'The address has invalid percent-encoding.' }, { cause });
  }
}

function notFound(url: string, cause?: unknown): ProblemError {
  return new ProblemError('not-found', { detail: 'There is no resource at this address.', instance: new URL(url).pathname }, { cause });
}
