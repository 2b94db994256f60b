import { ProblemError } from '#contract/problem.ts';
import type { Door } from '../door-types.ts';
import { pathOf, sendProblem } from './problems.ts';

/** Answers 405 with `Allow` where the path is ours and the method is not, 404 everywhere else. Sees the routes registered after it. */
export function answerUnknownRoutes(door: Door): void {
  const routes = new Map<string, { parts: string[]; methods: Set<string> }>();
  door.addHook('onRoute', ({ url, method }) => {
    const route = routes.get(url) ?? { parts: url.split('/'), methods: new Set() };
    for (const one of [method].flat()) route.methods.add(one);
    routes.set(url, route);
  });
  door.setNotFoundHandler((request, reply) => {
    const path = pathOf(request.url);
    const parts = path.split('/');
    const matching = [...routes.values()].filter((route) => isMatch(route.parts, parts));
    if (matching.length === 0) {
      return sendProblem(request, reply, new ProblemError('not-found', { detail: `There is nothing at ${path}.` }));
    }
    const allowed = [...new Set(matching.flatMap(({ methods }) => [...methods]))].sort().join(', ');
    const detail = `${path} takes ${allowed} only.`;
    return sendProblem(request, reply.header('allow', allowed), new ProblemError('method-not-allowed', { detail }));
  });
}

function isMatch(pattern: readonly string[], parts: readonly string[]): boolean {
  return (
    pattern.length === parts.length && pattern.every((part, index) => (part.startsWith(':') ? parts[index] !== '' : part === parts[index]))
  );
}
