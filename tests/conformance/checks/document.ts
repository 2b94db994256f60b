import type { Check } from '../check.ts';
import { expectSame, expectThat, isObject, objectOf } from '../expectations.ts';

/** All operations of the specification. */
const SPECIFIED = [
  'get /labels',
  'get /labels/{name}',
  'delete /labels/{name}',
  'put /labels/{name}',
  'get /labels/{name}/simulation',
  'get /tables',
  'get /tables/{name}',
  'delete /tables/{name}',
  'put /tables/{name}',
  'get /variables',
  'get /variables/{name}',
  'delete /variables/{name}',
  'put /variables/{name}',
  'get /printers',
  'get /printers/{name}/status',
  'get /printers/{name}/printCounters',
  'get /printCounters',
  'get /printers/{name}/printHistory',
  'get /printHistory',
  'post /printers/{name}/printJob',
  'post /printers/{name}/abortPrint',
  'post /printers/{name}/trigger',
];

export const documentChecks: readonly Check[] = [
  {
    ...{ id: 'document.operations', level: 'extensions', source: 'strobe' },
    says: 'The OpenAPI document contains every operation of the specification, and marks every other one as an extension.',
    run: async ({ target }) => {
      const answer = await target.get('/openapi.json');
      const { paths, openapi } = objectOf(answer);
      expectThat(answer, String(openapi).startsWith('3.') && isObject(paths), {
        expected: 'an OpenAPI document of version 3',
        seen: openapi,
      });
      const own = operationsOf(paths).filter(({ isExtension }) => !isExtension);
      expectSame(answer, own.map(({ name }) => name).sort(), [...SPECIFIED].sort());
    },
  },
];

function operationsOf(paths: unknown): { name: string; isExtension: boolean }[] {
  if (!isObject(paths)) return [];
  return Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/v3/'))
    .flatMap(([path, methods]) =>
      Object.entries(isObject(methods) ? methods : {}).map(([method, operation]) => ({
        name: `${method} ${path.slice('/api/v3'.length)}`,
        isExtension: isObject(operation) && operation['x-extension'] === true,
      })),
    );
}
