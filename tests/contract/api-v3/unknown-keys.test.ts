import { afterAll, beforeAll, expect, it } from 'vitest';
import { openService, type OpenService } from '#support/open-service.ts';

interface Operation {
  path: string;
  method: string;
  takesJson: boolean;
  takesList: boolean;
}

let service: OpenService;
let operations: Operation[];
beforeAll(async () => {
  service = await openService({ virtualPrinters: 1 });
  interface Described {
    requestBody?: { content?: Record<string, { schema?: { type?: string } }> };
  }
  const { paths } = service.document as { paths: Record<string, Record<string, Described>> };
  operations = Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { requestBody }]) => ({
        path: path.replaceAll(/\{\w+\}/g, '1'),
        method: method.toUpperCase(),
        takesJson: requestBody?.content?.['application/json'] !== undefined,
        takesList: requestBody?.content?.['application/json']?.schema?.type === 'array',
      })),
    );
});
afterAll(() => service.close());

const refused = (pointer: string) => ({
  status: 400,
  json: { type: 'urn:strobe:problem:invalid-input', errors: expect.arrayContaining([{ pointer, detail: 'is not known here' }]) as unknown },
});

it('every operation refuses a query parameter that it does not know, by its name', async () => {
  expect(operations.length).toBeGreaterThan(50);
  for (const { path, method } of operations) {
    expect({ path, ...(await service.call(`${path}?unheardOf=1`, { method })) }).toMatchObject({ path, ...refused('?unheardOf') });
  }
});

it('every operation refuses a key in its body that it does not know, by its name; a label keeps it, and in messages it is a label', async () => {
  const takingBodies = operations.filter(({ method, takesJson }) => method === 'POST' || takesJson);
  expect(takingBodies.length).toBeGreaterThan(15);
  for (const { path, method, takesList } of takingBodies.filter(
    (one) => one.path !== '/api/v3/labels/1' && !one.path.endsWith('/messages'),
  )) {
    const answer = await service.call(path, { method, body: takesList ? [{ unheardOf: 1 }] : { unheardOf: 1 } });
    expect({ path, ...answer, json: answer.json }).toMatchObject({ path, ...refused(takesList ? '/0/unheardOf' : '/unheardOf') });
  }
});

it('an operation without a body takes an empty one', async () => {
  expect(await service.call('/api/v3/abortPrint', { method: 'POST', body: {} })).toMatchObject({ status: 204 });
});

it.each(['"now"', '1', 'true'])('an operation without a body refuses %s', async (body) => {
  const headers = { 'content-type': 'application/json' };
  const answer = await service.call('/api/v3/abortPrint', { method: 'POST', headers, body });
  expect(answer).toMatchObject({ status: 400, json: { detail: 'The body must be empty.', errors: [{ pointer: '' }] } });
});

it('an unknown Expect header is ignored', async () => {
  expect(await service.call('/api/v3/labels', { headers: { expect: 'wonders' } })).toMatchObject({ status: 200 });
});
