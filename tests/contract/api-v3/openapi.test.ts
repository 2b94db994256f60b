import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type OpenService } from '#support/open-service.ts';

const STORED = new URL('../../fixtures/openapi/api-v3.json', import.meta.url);

interface Marked {
  'x-extension'?: boolean;
}

interface Part extends Marked {
  in?: string;
  name?: string;
  schema?: Marked;
  $ref?: string;
  properties?: Record<string, Marked>;
}

interface WithContent {
  content?: Record<string, { schema: Marked }>;
}

interface Operation extends Marked {
  parameters?: Part[];
  requestBody?: WithContent;
  responses: Record<string, WithContent>;
}

interface OpenApi {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, Part>>;
}

/** The endpoint tables of the specification. */
const SPECIFICATION = [
  'GET /api/v3/labels',
  'GET /api/v3/labels/{name}',
  'DELETE /api/v3/labels/{name}',
  'PUT /api/v3/labels/{name}',
  'GET /api/v3/labels/{name}/simulation',
  'GET /api/v3/tables',
  'GET /api/v3/tables/{name}',
  'DELETE /api/v3/tables/{name}',
  'PUT /api/v3/tables/{name}',
  'GET /api/v3/variables',
  'GET /api/v3/variables/{name}',
  'DELETE /api/v3/variables/{name}',
  'PUT /api/v3/variables/{name}',
  'GET /api/v3/printers',
  'GET /api/v3/printers/{name}/status',
  'GET /api/v3/printers/{name}/printCounters',
  'GET /api/v3/printCounters',
  'GET /api/v3/printers/{name}/printHistory',
  'GET /api/v3/printHistory',
  'POST /api/v3/printers/{name}/printJob',
  'POST /api/v3/printers/{name}/abortPrint',
  'POST /api/v3/printers/{name}/trigger',
];

let service: OpenService;
let document: OpenApi;
beforeAll(async () => {
  service = await openService({ virtualPrinters: 1 });
  document = (await service.call('/api/v3/openapi.json')).json as OpenApi;
});
afterAll(() => service.close());

describe('the OpenAPI document', () => {
  it('is the stored one: /api/v3 never breaks (npm run openapi updates it)', () => {
    expect(document).toEqual(JSON.parse(readFileSync(STORED, 'utf8')));
  });

  it('has exactly the operations of the specification, and marks everything else as an extension', () => {
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
    );
    const specified = operations.filter(({ operation }) => !operation['x-extension']).map(({ name }) => name);
    expect(specified.sort()).toEqual([...SPECIFICATION].sort());
  });

  it('marks extensions in the requests and responses of specified operations', () => {
    const specified = Object.values(document.paths)
      .flatMap((methods) => Object.values(methods))
      .filter((operation) => !operation['x-extension']);
    const { parameters: shared = {}, schemas = {} } = document.components;
    const parameters = specified
      .flatMap((operation) => operation.parameters ?? [])
      .map(({ $ref, ...own }): Part => ($ref === undefined ? own : (shared[$ref.split('/').at(-1) ?? ''] ?? {})))
      .filter((parameter) => parameter.in !== 'path' && !parameter['x-extension'] && !parameter.schema?.['x-extension']);
    const once = (names: (string | undefined)[]) => [...new Set(names)].sort();
    expect(once(parameters.map(({ name }) => name))).toEqual(['end', 'key', 'keyColumn', 'resolution', 'start', 'tableName']);
    const types = specified
      .flatMap(({ requestBody, responses }) => [requestBody, ...Object.values(responses)])
      .flatMap((part) => Object.entries(part?.content ?? {}))
      .filter(([, { schema }]) => !schema['x-extension']);
    expect(once(types.map(([type]) => type))).toEqual(['application/json', 'application/problem+json']);
    const keys = (name: string) =>
      Object.entries(schemas[name]?.properties ?? {}).flatMap(([key, part]) => (part['x-extension'] ? [] : [key]));
    expect(keys('PrinterStatus')).toEqual(['state', 'ragStatus', 'errors', 'ink']);
    expect(keys('InkStatus')).toEqual(['state', 'ragStatus', 'level', 'errors', 'warnings']);
    expect(keys('Variable')).toEqual(['value', 'description', 'userEdit', 'pinned']);
    expect(keys('PrintJobInput')).toEqual([
      ...['labelName', 'labelData', 'labelColumn', 'tableName', 'keyColumn', 'key', 'firstRow', 'rowCount', 'copies', 'copiesColumn'],
      ...['printedColumn', 'queue', 'freeze', 'checkpoint', 'description', 'autoPrintGap', 'autoPrintInterval', 'printDelay'],
    ]);
  });

  it('documents that changes of cells are refused when the rows have changed', () => {
    expect(document.paths['/api/v3/tables/{name}/cells']?.['post']).toHaveProperty([
      'responses',
      '412',
      'content',
      'application/problem+json',
    ]);
  });

  it('describes the body of every PUT', () => {
    const puts = Object.entries(document.paths).filter(([, { put }]) => put && !('requestBody' in put));
    expect(puts.map(([path]) => path)).toEqual([]);
    expect(document.paths['/api/v3/backups/{name}']?.['put']).toHaveProperty(['requestBody', 'content', 'application/vnd.strobe.backup']);
  });

  it('promises no ETag of the event stream', () => {
    const { events, labels } = { events: document.paths['/api/v3/events'], labels: document.paths['/api/v3/labels'] };
    expect(JSON.stringify(events)).not.toMatch(/ETag|IfNoneMatch|"304"/);
    expect(JSON.stringify(labels)).toMatch(/ETag.*"304"/);
  });

  it('has no dangling references', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference ?? '');
    const known = Object.entries(document.components).flatMap(([kind, parts]) =>
      Object.keys(parts).map((name) => `#/components/${kind}/${name}`),
    );
    expect(references.filter((reference) => !known.includes(reference))).toEqual([]);
    expect(document.openapi).toBe('3.1.0');
  });
});
