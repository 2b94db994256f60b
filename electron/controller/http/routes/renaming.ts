import { renamingSchema } from '#contract/api-v3/renaming.ts';
import type { Controller } from '#controller/controller.ts';
import type { Door } from '../door-types.ts';
import { empty, namedSchema, operation } from '../openapi/operation.ts';

/** What can be renamed, by its part of a path, and what it is called. */
const RENAMED = [
  ['labels', 'a label', 'Its versions go along.'],
  ['tables', 'a table', ''],
  ['variables', 'a variable', ''],
  ['counters', 'a counter', ''],
  ['shiftCodes', 'a shift code', ''],
] as const;

/** Other names for labels, tables, variables, counters and shift codes. */
export function renamingRoutes(door: Door, controller: Controller): void {
  for (const [noun, what, also] of RENAMED) {
    const refused = 'Answers 409 while a job or a label says the old name, naming who does, and when the new name is taken.';
    const about = {
      summary: `Rename ${what}`,
      scope: 'edit',
      description: [refused, also].filter(Boolean).join(' '),
      isExtension: true,
    } as const;
    door.post(
      `/${noun}/:name/rename`,
      { schema: operation(noun, about, { params: namedSchema, body: renamingSchema, response: { 204: empty('Renamed.') } }) },
      async (request, reply) => {
        await controller.renaming.rename(noun, { name: request.params.name, to: request.body.name }, request.claim);
        if (noun === 'labels') controller.labelProofs.wake();
        return reply.code(204).send();
      },
    );
  }
}
