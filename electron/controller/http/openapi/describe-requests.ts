import { CLOCK_HEADER, EXPIRES_IN_HEADER, LONGEST_EXPIRY, SENT_AT_HEADER } from '#contract/api-v3/command-expiry.ts';
import { EXTENSION } from '#contract/api-v3/extension.ts';
import { IDEMPOTENCY_HEADER } from '../answer/idempotency.ts';
import type { OpenApiDocument, OperationObject } from './openapi-document.ts';

const header = (name: string, description: string) => ({
  ...{ name, in: 'header', required: false, schema: { type: 'string' }, description },
  ...EXTENSION,
});

const PARAMETERS = {
  IfNoneMatch: header('If-None-Match', 'ETags that the client has. If one is current, the response is 304 without a body.'),
  IfMatch: header(
    'If-Match',
    'The ETag that was read: a resource that has changed since is not changed. `*` requires that the resource exists.',
  ),
  CreateOnly: header('If-None-Match', '`*` only creates: an existing resource is not replaced.'),
  IdempotencyKey: header(
    IDEMPOTENCY_HEADER,
    '1 to 255 visible ASCII characters. A repeat within a day with the same API key gets the first response.',
  ),
  ExpiresIn: {
    ...header(
      EXPIRES_IN_HEADER,
      'Milliseconds in which the command must act; later it is refused with 409 `command-expired` and has no effect. They count from the arrival of the ' +
        `request, or from \`${SENT_AT_HEADER}\`. A repeat of an executed request gets its response, however late it is.`,
    ),
    schema: { type: 'integer', minimum: 1, maximum: LONGEST_EXPIRY },
  },
  SentAt: {
    ...header(
      SENT_AT_HEADER,
      `What the clock of this controller showed when the command was sent: the last \`${CLOCK_HEADER}\` that the client received, plus the time since then. ` +
        'So the time that the request lay unread counts too.',
    ),
    schema: { type: 'integer', minimum: 0 },
  },
};

const CLOCK = {
  description: `The monotonic clock of this controller in milliseconds, for \`${SENT_AT_HEADER}\`. It starts again with each process.`,
  schema: { type: 'number' },
  ...EXTENSION,
};
const ETAG = { description: 'A strong ETag of the representation.', schema: { type: 'string' } };
const NOT_MODIFIED = {
  description: 'The client already has the current representation.',
  headers: { ETag: { $ref: '#/components/headers/ETag' } },
};
const CHANGED = {
  description: '`changed-meanwhile`: the current state does not meet the condition. Nothing was changed.',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
};

/**
 * Adds the request headers that operations accept, and the responses that follow from them, to the document. They are the same for all
 * operations.
 */
export function describeRequests(document: OpenApiDocument): void {
  const { paths = {} } = document;
  describeClock(paths['/healthz']?.['get']);
  for (const [path, methods] of Object.entries(paths)) {
    if (path.startsWith('/api/') && methods) describeMethods(methods);
  }
  document.components = { ...document.components, parameters: PARAMETERS, headers: { ETag: ETAG } };
}

function describeMethods({ get, put, delete: remove, post }: Record<string, OperationObject>): void {
  if (get && !isStream(get)) describeRead(get);
  if (get && put) describeChange(put, ['IfMatch', 'CreateOnly']);
  if (get && remove) describeChange(remove, ['IfMatch']);
  if (post) describeCommand(post);
}

/** An event stream has no ETag. */
function isStream({ responses = {} }: OperationObject): boolean {
  return Object.hasOwn((responses['200'] as { content?: object } | undefined)?.content ?? {}, 'text/event-stream');
}

function describeCommand(operation: OperationObject): void {
  refer(operation, operation['x-expires'] ? ['IdempotencyKey', 'ExpiresIn', 'SentAt'] : ['IdempotencyKey']);
}

/** The health of the controller shows the clock by which commands expire. */
function describeClock(operation: OperationObject | undefined): void {
  if (!operation) return;
  const { 200: found, ...others } = operation.responses ?? {};
  operation.responses = { 200: { ...found, headers: { [CLOCK_HEADER]: CLOCK } }, ...others };
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
