import { EXTENSION } from '#contract/api-v3/extension.ts';
import { IDEMPOTENCY_HEADER } from '../answer/once.ts';
import type { OpenApi, OperationObject } from './open-api.ts';

const header = (name: string, description: string) => ({
  ...{ name, in: 'header', required: false, schema: { type: 'string' }, description },
  ...EXTENSION,
});

const PARAMETERS = {
  IfNoneMatch: header('If-None-Match', 'ETags that the asker has: when one is the present one, the answer is 304 and empty.'),
  IfMatch: header('If-Match', 'The ETag that was read: what has changed meanwhile is not replaced. `*` replaces only what is there.'),
  CreateOnly: header('If-None-Match', '`*` creates only: what is there already is not replaced.'),
  IdempotencyKey: header(
    IDEMPOTENCY_HEADER,
    '1 to 255 visible ASCII characters. A repeat within a day, with the same API key, gets the first answer.',
  ),
};

const ETAG = { description: 'Names what was read. Strong.', schema: { type: 'string' } };
const NOT_MODIFIED = { description: 'The asker has it already.', headers: { ETag: { $ref: '#/components/headers/ETag' } } };
const CHANGED = {
  description: '`changed-meanwhile`: the present state is not what the condition demands. Nothing changed.',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
};

/** Says of every operation which headers its requests can have, and what follows from them: no route has its own. */
export function describeRequests(document: OpenApi): void {
  for (const [path, methods] of Object.entries(document.paths ?? {})) {
    if (!path.startsWith('/api/')) continue;
    const { get, put, delete: remove, post } = methods ?? {};
    if (get && !isStream(get)) describeRead(get);
    if (get && put) describeChange(put, ['IfMatch', 'CreateOnly']);
    if (get && remove) describeChange(remove, ['IfMatch']);
    if (post) refer(post, ['IdempotencyKey']);
  }
  document.components = { ...document.components, parameters: PARAMETERS, headers: { ETag: ETAG } };
}

/** What happens has no state to be named. */
function isStream({ responses = {} }: OperationObject): boolean {
  return Object.hasOwn((responses['200'] as { content?: object } | undefined)?.content ?? {}, 'text/event-stream');
}

function describeRead(operation: OperationObject): void {
  refer(operation, ['IfNoneMatch']);
  const { 200: found, ...others } = operation.responses ?? {};
  const headers = { ETag: { $ref: '#/components/headers/ETag' } };
  operation.responses = { 200: { ...found, headers }, 304: NOT_MODIFIED, ...others };
}

function describeChange(operation: OperationObject, names: (keyof typeof PARAMETERS)[]): void {
  refer(operation, names);
  operation.responses = { ...operation.responses, 412: CHANGED };
}

function refer(operation: OperationObject, names: (keyof typeof PARAMETERS)[]): void {
  operation.parameters = [...(operation.parameters ?? []), ...names.map((name) => ({ $ref: `#/components/parameters/${name}` }))];
}
