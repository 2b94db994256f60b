import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ProblemError } from '#contract/problem.ts';
import { MemoryFiles, type MemoryFile } from './memory-files.ts';
import { PUBLIC } from './request-guard.ts';

const ONE_YEAR = 365 * 24 * 60 * 60;
const FOR_EVER = `public, max-age=${ONE_YEAR}, immutable`;
const NOT_BUILT = 'The page has not been built yet. Run "npm run build", then load this address again.\n';

/** Serves the built page from `root`: its files by name, and `index.html` for every address that is one of its routes. */
export function servePage(server: FastifyInstance, root: string): void {
  const files = new MemoryFiles(root);
  server.get('/*', { config: PUBLIC }, async (request, reply) => {
    const path = decodedPath(request.url);
    if (path === '/' || isRoute(path)) {
      const index = await files.find('index.html');
      return index ? sendFile(request, reply, index) : reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT);
    }
    const file = await files.find(path.slice(1));
    if (!file) throw new ProblemError('not-found', { detail: 'There is nothing at this address.' });
    return sendFile(request, path.startsWith('/assets/') ? reply.header('cache-control', FOR_EVER) : reply, file);
  });
}

/** Files lie at the top or in `/assets/`. A route may end in anything: labels and tables have names such as "Cola 0.5 l". */
function isRoute(path: string): boolean {
  const isFile = path.startsWith('/assets/') || /^\/[^/]*\.[^/]*$/.test(path) || path.split('/').includes('..');
  return !isFile && !path.startsWith('/rpc') && !path.startsWith('/api/');
}

function sendFile(request: FastifyRequest, reply: FastifyReply, { bytes, type, etag }: MemoryFile): FastifyReply {
  void reply.header('etag', etag);
  if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-cache');
  const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (known?.some((tag) => tag === etag || tag === '*')) return reply.code(304).send();
  return reply.type(type).send(bytes);
}

function decodedPath(url: FastifyRequest['url']): string {
  const [path = '/'] = url.split('?', 1);
  try {
    return decodeURIComponent(path);
  } catch (cause) {
    throw new ProblemError('invalid-input', { detail: 'The address is not properly percent-encoded.' }, { cause });
  }
}
