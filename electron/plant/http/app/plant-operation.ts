import type { PlantScope } from '#contract/plant/plant-scope.ts';
import { operation, type About } from '#http/openapi/operation.ts';

/** The access that an operation of the plant requires: one scope, or none. */
export type PlantAccess = PlantScope | 'none';

type Parts = Parameters<typeof operation>[2];
type PlantAbout = Pick<About, 'summary' | 'description'> & { scope: PlantAccess };

/** The schema of a route of the plant: see `operation`. */
export function plantOperation<const P extends Parts>(tag: string, { scope, ...about }: PlantAbout, parts: P) {
  return { ...operation(tag, { ...about, scope: 'none' }, parts), 'x-scope': scope, ...(scope !== 'none' && { security: [{ key: [] }] }) };
}
