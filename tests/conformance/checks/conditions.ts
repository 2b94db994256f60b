import type { Check } from '../check.ts';
import { expectHolds, expectSame, expectStatus, expectSuccess, expectThat } from '../expectations.ts';
import type { Answer } from '../target.ts';
import type { Visit } from '../visit.ts';
import { RESOURCES, type Resource } from './resources.ts';

/** ETags and conditional requests: of two concurrent changes of the same item, one wins. */

function etagOf(answer: Answer): string {
  const etag = answer.headers.get('etag') ?? '';
  expectThat(answer, /^"[^"]+"$/.test(etag), { expected: 'a strong ETag', seen: etag === '' ? 'none' : etag });
  return etag;
}

function checksOf({ noun, singular, states: [first, second] }: Resource): Check[] {
  const strict = (what: string, says: string, run: Check['run']): Check => ({
    ...{ id: `conditions.${noun}.${what}`, level: 'extensions', source: 'strobe' },
    says,
    run,
  });
  const put = async (visit: Visit) => {
    const path = visit.own(noun);
    expectSuccess(await visit.target.put(path, first));
    return { path, etag: etagOf(await visit.target.get(path)) };
  };
  return [
    strict('etag', `The ETag of a ${singular} changes with it, and only with it.`, async (visit) => {
      const { path, etag } = await put(visit);
      const again = await visit.target.get(path);
      expectSame(again, etagOf(again), etag);
      await visit.target.put(path, second);
      const changed = await visit.target.get(path);
      expectThat(changed, etagOf(changed) !== etag, { expected: `another ETag than ${etag}`, seen: etag });
    }),
    strict(
      'not-modified',
      `A request with the current ETag of a ${singular} answers 304 without a body, and the whole ${singular} after a change.`,
      async (visit) => {
        const { path, etag } = await put(visit);
        const unchanged = await visit.target.get(path, { 'if-none-match': etag });
        expectStatus(unchanged, 304);
        expectSame(unchanged, unchanged.text, '');
        await visit.target.put(path, second);
        expectHolds(await visit.target.get(path, { 'if-none-match': etag }), second);
      },
    ),
    strict('lost-update', `A PUT with an outdated ETag of a ${singular} answers 412 and does not replace it.`, async (visit) => {
      const { path, etag } = await put(visit);
      expectSuccess(await visit.target.put(path, second, { 'if-match': etag }));
      expectStatus(await visit.target.put(path, first, { 'if-match': etag }), 412);
      expectHolds(await visit.target.get(path), second);
    }),
    strict('lost-delete', `A DELETE with an outdated ETag of a ${singular} answers 412 and does not delete it.`, async (visit) => {
      const { path, etag } = await put(visit);
      await visit.target.put(path, second);
      expectStatus(await visit.target.delete(path, { 'if-match': etag }), 412);
      expectHolds(await visit.target.get(path), second);
    }),
    strict('create-only', `If-None-Match: * creates a ${singular} and never replaces one.`, async (visit) => {
      const path = visit.own(noun);
      expectSuccess(await visit.target.put(path, first, { 'if-none-match': '*' }));
      expectStatus(await visit.target.put(path, second, { 'if-none-match': '*' }), 412);
      expectHolds(await visit.target.get(path), first);
    }),
  ];
}

export const conditionChecks: readonly Check[] = [
  ...RESOURCES.flatMap(checksOf),
  {
    ...{ id: 'conditions.header', level: 'extensions', source: 'strobe' },
    says: 'An If-Match without a valid ETag answers 400 and changes nothing.',
    run: async (visit) => {
      const path = visit.own('variables');
      await visit.target.put(path, { value: 'old' });
      expectStatus(await visit.target.put(path, { value: 'new' }, { 'if-match': 'none' }), 400);
      expectHolds(await visit.target.get(path), { value: 'old' });
    },
  },
  ...['status', 'printCounters', 'printHistory?end=1790000017', 'queue'].map((what): Check => ({
    ...{ id: `conditions.printers.${what.split('?', 1)[0]}`, level: 'extensions', source: 'strobe', needs: ['printer'] },
    says: `${what.split('?', 1)[0]} of a printer has an ETag and answers 304 to a request with it.`,
    run: async (visit) => {
      const path = `${visit.printer()}/${what}`;
      const etag = etagOf(await visit.target.get(path));
      expectStatus(await visit.target.get(path, { 'if-none-match': etag }), 304);
    },
  })),
];
