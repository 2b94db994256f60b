import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ProblemError } from '#contract/problem.ts';
import { MemoryFiles, type MemoryFile } from './memory-files.ts';
import { PAGE_HEADERS } from './page-headers.ts';

const ONE_YEAR = 365 * 24 * 60 * 60;
const IMMUTABLE = `public, max-age=${ONE_YEAR}, immutable`;
const NOT_BUILT = 'The page has not been built. Run "npm run build" and reload this page.\n';

export interface PageOptions {
  /** The folder of the built page. */
  root: string;
  /** The configuration of the route: how the guard of the server knows that the page is for everyone. */
  config: FastifyContextConfig;
  /** How addresses begin that are no routes of the page, such as those of an API. */
  otherPaths: readonly string[];
}

/** Serves a built page: its files, and `index.html` for every route of the page. Responds with 503 when the page has not been built. */
export function servePage(server: FastifyInstance, { root, config, otherPaths }: PageOptions): void {
  const files = new MemoryFiles(root);
  // Not part of the OpenAPI document of a server that has one.
  server.get('/*', { config, schema: { hide: true } }, async (request, reply) => {
    const path = decodedPath(request.url);
    // The server knows which methods its other addresses accept.
    if (otherPaths.some((other) => path.startsWith(other))) return reply.callNotFound();
    void reply.headers(PAGE_HEADERS);
    if (path === '/' || isRoute(path)) {
      const index = await files.find('index.html');
      return index ? sendFile(request, reply, index) : reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT);
    }
    const file = await files.find(path.slice(1));
    if (!file) throw new ProblemError('not-found', { detail: 'There is no resource at this address.' });
    return sendFile(request, path.startsWith('/assets/') ? reply.header('cache-control', IMMUTABLE) : reply, file);
  });
}

/** Files are at the top level or in `/assets/`. Routes may contain dots, since labels and tables have names such as "Cola 0.5 l". */
function isRoute(path: string): boolean {
  return !(path.startsWith('/assets/') || /^\/[^/]*\.[^/]*$/.test(path) || path.split('/').includes('..'));
}

function sendFile(request: FastifyRequest, reply: FastifyReply, { bytes, type, etag }: MemoryFile): FastifyReply {
  void reply.header('etag', etag);
  if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-cache');
  const etags = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (etags?.some((tag) => tag === etag || tag === '*')) return reply.code(304).send();
  return reply.type(type).send(bytes);
}

function decodedPath(url: FastifyRequest['url']): string {
  const [path = '/'] = url.split('?', 1);
  try {
    return decodeURIComponent(path);
  } catch (cause) {
    throw new ProblemError('invalid-input', { detail: 'The address has invalid percent-encoding.' }, { cause });
  }
}
