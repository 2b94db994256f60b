import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ProblemError } from '#contract/problem.ts';
import { PUBLIC } from './request-guard.ts';

const ONE_YEAR = 365 * 24 * 60 * 60;
const NOT_BUILT = 'The page has not been built yet. Run "npm run build", then load this address again.\n';

/** Serves the built page from `root`: its files by name, and `index.html` for every address that is one of its routes. */
export async function servePage(server: FastifyInstance, root: string): Promise<void> {
  await server.register(fastifyStatic, { root, serve: false, index: false, dotfiles: 'ignore', cacheControl: false });
  server.get('/*', { config: PUBLIC }, (request, reply) => {
    const path = decodedPath(request.url);
    if (path === '/' || isRoute(path)) return sendIndex(reply, root);
    const cache = path.startsWith('/assets/') ? `public, max-age=${ONE_YEAR}, immutable` : 'no-cache';
    return reply.header('cache-control', cache).sendFile(path.slice(1));
  });
}

/** Files lie at the top or in `/assets/`. A route may end in anything: labels and tables have names such as "Cola 0.5 l". */
function isRoute(path: string): boolean {
  const isFile = path.startsWith('/assets/') || /^\/[^/]*\.[^/]*$/.test(path) || path.split('/').includes('..');
  return !isFile && !path.startsWith('/rpc') && !path.startsWith('/api/');
}

function sendIndex(reply: FastifyReply, root: string): FastifyReply {
  if (!existsSync(join(root, 'index.html'))) return reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT);
  return reply.header('cache-control', 'no-cache').sendFile('index.html');
}

function decodedPath(url: FastifyRequest['url']): string {
  const [path = '/'] = url.split('?', 1);
  try {
    return decodeURIComponent(path);
  } catch (cause) {
    throw new ProblemError('invalid-input', { detail: 'The address is not properly percent-encoded.' }, { cause });
  }
}
