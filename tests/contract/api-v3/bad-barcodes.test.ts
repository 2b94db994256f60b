import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problemSchema } from '#contract/problem-schema.ts';
import { openService, type Answer, type OpenService } from '#support/open-service.ts';

let service: OpenService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

const GTIN = ['01', '04006381333931'];

/** A barcode whose text or value is `data`, the fault of the data, and its position. */
const BAD = [
  {
    fault: 'a wrong check digit',
    data: '4006381333932',
    code: (text: string) => ({ type: 'EAN-13', text }),
    path: '/text',
    says: 'check digit',
  },
  {
    fault: 'an odd number of digits',
    data: '123',
    code: (text: string) => ({ type: 'ITF', text }),
    path: '/text',
    says: 'even number of digits',
  },
  { fault: 'too long data', data: 'A'.repeat(101), code: (text: string) => ({ type: 'Code39', text }), path: '/text', says: 'at most 100' },
  { fault: 'a wrong character', data: 'LOT a', code: (text: string) => ({ type: 'Code39', text }), path: '/text', says: 'at character 5' },
  {
    fault: 'a date that is none',
    data: '261331',
    code: (value: string) => ({ type: 'GS1-DataMatrix', apps: [GTIN, { id: '17', value }] }),
    path: '/apps/1/value',
    says: '(17) has the invalid month 13 in the date 261331 (at character 3)',
  },
  {
    fault: 'a wrong identifier',
    data: '0512',
    code: (text: string) => ({ type: 'GS1-128-Plain', text }),
    path: '/text',
    says: 'no application identifier at "0512" (at character 1)',
  },
];

const labelWith = (code: object) => ({ format: 3, width: 0, height: 0, objs: [{ name: 'Case code', x: 0, y: 0, ...code }] });

function problemOf(answer: Answer): { status: number; detail: string; pointers: string[]; details: string } {
  const { status, detail = '', errors = [] } = problemSchema.parse(answer.json);
  return { status, detail, pointers: errors.map(({ pointer }) => pointer), details: errors.map((error) => error.detail).join() };
}

describe('E23 data that do not fit into their barcode', () => {
  it('are reported together with all other faults of the label', async () => {
    const font = { family: 'Arimo', height: 3 };
    const objs = [
      { type: 'Text', x: 0, y: 0, font },
      { type: 'EAN-13', x: 0, y: 0, text: '123' },
      { type: 'Text', x: 0, y: 0, text: '{BATCH} {LOT}', font },
    ];
    const problem = problemOf(await service.call('/api/v3/labels/Bad', { method: 'PUT', body: { format: 3, width: 0, height: 0, objs } }));
    expect(problem).toMatchObject({
      status: 400,
      detail: '/objs/0/text: is missing (and 3 more)',
      pointers: ['/objs/0/text', '/objs/2/text', '/objs/2/text', '/objs/1/text'],
    });
  });

  it.each(BAD)('E23 with $fault are refused before the label is stored', async ({ data, code, path, says }) => {
    const problem = problemOf(await service.call('/api/v3/labels/Bad', { method: 'PUT', body: labelWith(code(data)) }));
    expect(problem).toMatchObject({ status: 400, pointers: [`/objs/0${path}`], details: expect.stringContaining(says) as string });
    expect((await service.call('/api/v3/labels/Bad')).status).toBe(404);
  });

  it.each(BAD)('E23 with $fault stop simulation and print, and nothing is selected', async ({ data, code, path, says }) => {
    const body = labelWith(code('{VARIABLE;Data}'));
    expect((await service.call('/api/v3/variables/Data', { method: 'PUT', body: { value: data } })).status).toBeLessThan(300);
    expect((await service.call('/api/v3/labels/Dynamic', { method: 'PUT', body })).status).toBeLessThan(300);
    const simulation = await service.call('/api/v3/labels/Dynamic/simulation', { headers: { accept: 'image/png' } });
    const job = await service.call('/api/v3/printers/Line%201/printJob', { method: 'POST', body: { labelName: 'Dynamic' } });
    for (const problem of [simulation, job].map(problemOf)) {
      expect(problem.detail).toContain('"Case code"');
      expect(problem.pointers.map((pointer) => pointer.slice(-path.length))).toEqual([path]);
      expect(problem.details).toContain(says);
    }
    expect((await service.call('/api/v3/printers/Line%201/status')).json).toMatchObject({ job: null, queue: 0 });
  });
});
