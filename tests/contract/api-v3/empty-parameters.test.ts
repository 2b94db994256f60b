import { afterAll, beforeAll, expect, it } from 'vitest';
import { openService, textLabel, type OpenService } from '#support/open-service.ts';

let service: OpenService;
beforeAll(async () => {
  service = await openService({ virtualPrinters: 1 });
  for (const [path, body] of [
    ['labels/E', textLabel('e')],
    ['tables/E', { columns: ['a'], rows: [['1']] }],
    ['counters/E', {}],
    ['shiftCodes/E', { shifts: [{ offset: 0, code: 'A' }] }],
  ] as const) {
    await service.call(`/api/v3/${path}`, { method: 'PUT', body });
  }
});
afterAll(() => service.close());

/** Every numeric query parameter, by its path. */
function numbers(): [string, string][] {
  const { paths } = service.document as { paths: Record<string, { get?: { parameters?: Parameter[] } }> };
  return Object.entries(paths).flatMap(([path, { get }]) =>
    (get?.parameters ?? [])
      .filter((parameter) => parameter.in === 'query' && ['integer', 'number'].includes(parameter.schema?.type ?? ''))
      .map(({ name }): [string, string] => [path, name]),
  );
}

interface Parameter {
  name: string;
  in: string;
  schema?: { type?: string };
}

it.each(['', '%20', 'x', 'null', 'true'])('a number in a query is refused where it is "%s"', async (value) => {
  const taken: string[] = [];
  for (const [path, parameter] of numbers()) {
    const url = path.replace('{name}', path.includes('/printers/') ? 'Line%201' : 'E').replaceAll(/\{\w+\}/g, '1');
    const { status, json } = await service.call(`${url}?${parameter}=${value}`);
    const [error] = (json as { errors?: { pointer: string; detail: string }[] }).errors ?? [];
    if (status !== 400 || error?.pointer !== `?${parameter}` || !/^must be a number/.test(error.detail)) taken.push(`${path} ${parameter}`);
  }
  expect(numbers().length).toBeGreaterThan(15);
  expect(taken).toEqual([]);
});

it.each(['%20', 'x', '1.5', '0'])('a number in a path is refused where it is "%s"', async (value) => {
  for (const path of [`prints/${value}`, `labels/E/versions/${value}`]) expect((await service.call(`/api/v3/${path}`)).status).toBe(400);
});
