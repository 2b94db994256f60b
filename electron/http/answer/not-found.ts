import { ProblemError } from '#contract/problem.ts';
import type { FastifyApp } from '../app/fastify-app.ts';
import { pathOf, sendProblem } from './problems.ts';

/** Responds 405 with `Allow` to a wrong method on an existing path, and 404 to any other path. Covers the routes registered afterwards. */
export function handleUnknownRoutes(app: FastifyApp): void {
  const routes = new Map<string, { parts: string[]; methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    const route = routes.get(url) ?? { parts: url.split('/'), methods: new Set() };
    for (const one of [method].flat()) route.methods.add(one);
    routes.set(url, route);
  });
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request.url);
    const parts = path.split('/');
    const matching = [...routes.values()].filter((route) => isMatch(route.parts, parts));
    if (matching.length === 0) {
      return sendProblem(request, reply, new ProblemError('not-found', { detail: `${path} does not exist.` }));
    }
    const allowed = [...new Set(matching.flatMap(({ methods }) => [...methods]))].sort().join(', ');
    const detail = `${path} accepts only ${allowed}.`;
    return sendProblem(request, reply.header('allow', allowed), new ProblemError('method-not-allowed', { detail }));
  });
}

function isMatch(pattern: readonly string[], parts: readonly string[]): boolean {
  return (
    pattern.length === parts.length && pattern.every((part, index) => (part.startsWith(':') ? parts[index] !== '' : part === parts[index]))
  );
}
