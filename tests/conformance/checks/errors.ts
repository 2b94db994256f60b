import { z } from 'zod';
import { NotConformant, type Check } from '../check.ts';
import { expectHolds, expectRefused, expectSame, expectStatus, expectThat, parsed } from '../expectations.ts';
import { textLabel } from '../material.ts';
import type { Answer } from '../target.ts';
import type { Visit } from '../visit.ts';
import { printerPath } from '../printers.ts';
import { NOUNS } from '../workshop.ts';

const problemSchema = z.looseObject({
  type: z.string().min(1),
  title: z.string().min(1),
  status: z.number(),
  detail: z.string().min(1),
  instance: z.string().startsWith('/'),
  errors: z.array(z.looseObject({ pointer: z.string(), detail: z.string().min(1) })).optional(),
});

/** Parses a problem document (RFC 9457) with this status. */
function problemOf(answer: Answer, status: number): z.output<typeof problemSchema> {
  expectStatus(answer, status);
  const type = answer.headers.get('content-type') ?? '';
  expectThat(answer, type.startsWith('application/problem+json'), { expected: 'the content type application/problem+json', seen: type });
  const result = problemSchema.safeParse(parsed(answer));
  if (!result.success) {
    throw new NotConformant({ request: answer.request, expected: `a problem: ${z.prettifyError(result.error)}`, seen: answer.text });
  }
  expectSame(answer, result.data.status, status);
  return result.data;
}

const strict = (what: string, says: string, run: Check['run']): Check => ({
  ...{ id: `errors.${what}`, level: 'extensions', source: 'strobe' },
  says,
  run,
});

/** Two faults in different places. */
const TWO_FAULTS = { value: 7, userEdit: 'yes' };

export const errorChecks: readonly Check[] = [
  ...NOUNS.map((noun) =>
    strict(`not-found.${noun}`, `A name that does not exist among the ${noun} answers a problem document that names it.`, async (visit) => {
      const answer = await visit.target.get(visit.own(noun, 'nothing'));
      const { detail } = problemOf(answer, 404);
      expectThat(answer, detail.includes(visit.name('nothing')), { expected: `a detail with ${visit.name('nothing')}`, seen: detail });
    }),
  ),
  strict('not-found.printers', 'An unknown printer answers a problem document that names it.', async (visit) => {
    const answer = await visit.target.get(`${printerPath(visit.name('p'))}/status`);
    const { detail } = problemOf(answer, 404);
    expectThat(answer, detail.includes(visit.name('p')), { expected: `a detail with ${visit.name('p')}`, seen: detail });
  }),
  ...NOUNS.map((noun) =>
    strict(`malformed.${noun}`, `A body that is not JSON answers a problem document with 400 (${noun}).`, async (visit) => {
      problemOf(await visit.target.put(visit.own(noun), '{"a":'), 400);
    }),
  ),
  strict('pointers', 'Each fault of the input is named with its JSON pointer.', async (visit) => {
    const answer = await visit.target.put(visit.own('variables'), TWO_FAULTS);
    const { errors = [] } = problemOf(answer, 400);
    expectSame(answer, errors.map(({ pointer }) => pointer).sort(), ['/userEdit', '/value']);
  }),
  strict('query', 'A wrong query parameter is named.', async (visit) => {
    const answer = await visit.target.get(`${visit.anyPrinter()}/printHistory?resolution=YEARS`);
    const { errors = [] } = problemOf(answer, 400);
    expectSame(
      answer,
      errors.map(({ pointer }) => pointer),
      ['?resolution'],
    );
  }),
  strict('type', 'Different faults have different types, the same fault the same.', async (visit) => {
    const types: string[] = [];
    for (const noun of ['labels', 'variables'] as const) types.push(problemOf(await visit.target.get(visit.own(noun, 'no')), 404).type);
    const answer = await visit.target.put(visit.own('variables'), TWO_FAULTS);
    expectSame(answer, [types[0] === types[1], problemOf(answer, 400).type === types[0]], [true, false]);
  }),
  strict('path', 'An unknown path answers a problem document.', async (visit) => {
    problemOf(await visit.target.get(`/${visit.name('nothing')}`), 404);
  }),
  strict('method', 'A method that a resource does not have answers 405.', async (visit) => {
    const path = visit.own('variables');
    await visit.target.put(path, { value: 'v' });
    problemOf(await visit.target.post(path, {}), 405);
    expectHolds(await visit.target.get(path), { value: 'v' });
  }),
  strict('media-type', 'A body of another content type answers 415 and is not stored.', async (visit) => {
    const path = visit.own('variables');
    problemOf(await visit.target.put(path, '{"value":"v"}', { 'content-type': 'application/xml' }), 415);
    expectRefused(await visit.target.get(path));
  }),
  strict('accept', 'A simulation in an unsupported format answers 406.', async (visit) => {
    const path = visit.own('labels');
    await visit.target.put(path, textLabel('x'));
    problemOf(await visit.target.get(`${path}/simulation`, { accept: 'application/pdf' }), 406);
  }),
  strict('depth', 'JSON of more than 64 levels is refused.', async (visit) => {
    const path = visit.own('labels');
    const deep = `${'['.repeat(100)}${']'.repeat(100)}`;
    expectRefused(await visit.target.put(path, `${JSON.stringify(textLabel('x')).slice(0, -1)},"deep":${deep}}`));
    expectRefused(await visit.target.get(path));
  }),
  strict('origin', 'A cross-origin request from a web page is refused and has no effect.', async (visit) => {
    const path = visit.own('variables');
    for (const [header, value] of [['origin', 'http://conformance.example'] as const, ['sec-fetch-site', 'cross-site'] as const]) {
      problemOf(await visit.target.put(path, { value: 'v' }, { [header]: value }), 403);
    }
    expectRefused(await visit.target.get(path));
  }),
  {
    ...strict('no-5xx', 'A faulty request never causes a server error (5xx).', badRequests),
    ...{ level: 'core', source: 'vendor' },
  },
];

async function badRequests(visit: Visit): Promise<void> {
  const { target } = visit;
  const answers = [
    await target.put(visit.own('labels'), '\u0000'),
    await target.put(visit.own('labels'), { format: 3, width: 1e400, height: 1, objs: [null] }),
    await target.put(visit.own('variables'), '{"value":"\\ud800"}'),
    await target.put(visit.own('tables'), { columns: {}, rows: 'x' }),
    await target.get(`${visit.own('labels')}/simulation?tableName=&keyColumn=&key=`),
    await target.get(`${visit.anyPrinter()}/printHistory?start=1e999`),
    await target.get(`/${visit.name('nothing')}`),
  ];
  for (const answer of answers) expectRefused(answer);
}
