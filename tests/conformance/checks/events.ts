import type { Check } from '../check.ts';
import type { EventStream, Frame } from '../event-stream.ts';
import { expectSame, expectStatus, expectSuccess, expectThat } from '../expectations.ts';
import type { Visit } from '../visit.ts';

const strict = (what: string, says: string, run: Check['run']): Check => ({
  ...{ id: `events.${what}`, level: 'extensions', source: 'strobe' },
  says,
  run,
});

const isAbout = (name: string) => (frame: Frame) => frame.data?.['name'] === name;
const typeOf = ({ data }: Frame) => data?.['type'];

/** Follows the events of the target until the end of the check. */
async function follow(visit: Visit, query = '', headers: Record<string, string> = {}): Promise<EventStream> {
  const stream = await visit.target.follow(`/events${query}`, headers);
  visit.afterwards(() => {
    stream.close();
    return Promise.resolve(undefined);
  });
  return stream;
}

async function change(visit: Visit, what: string): Promise<void> {
  expectSuccess(await visit.target.put(visit.own('variables', what), { value: what }));
}

/** The run and the number in an id. */
function placeOf(stream: EventStream, { id = '' }: Frame): { run: string; number: number } {
  const [, run = '', number = ''] = /^(.+)-(\d+)$/.exec(id) ?? [];
  expectThat(stream.answer, run !== '', { expected: 'an event with an id of its run and a number', seen: id });
  return { run, number: Number(number) };
}

/** The event stream: ordered, without loss, and resumable. */
export const eventChecks: readonly Check[] = [
  strict('begin', 'A stream of events begins with keep-alive, which carries the number of the next event.', async (visit) => {
    const stream = await follow(visit);
    expectStatus(stream.answer, 200);
    const type = stream.answer.headers.get('content-type') ?? '';
    expectThat(stream.answer, type.startsWith('text/event-stream'), { expected: 'the type text/event-stream', seen: type });
    const { data } = await stream.next();
    const isWhole = data?.['type'] === 'keep-alive' && Number.isInteger(data['next']);
    expectThat(stream.answer, isWhole, { expected: 'keep-alive with the number of the next event', seen: data });
  }),
  strict('told', 'A change is reported with the name of the item.', async (visit) => {
    const stream = await follow(visit);
    await stream.next();
    await change(visit, 'one');
    expectSame(stream.answer, typeOf(await stream.nextOf(isAbout(visit.name('one')))), 'variable:changed');
    expectSuccess(await visit.target.delete(visit.own('variables')));
    expectSame(stream.answer, typeOf(await stream.nextOf(isAbout(visit.name('one')))), 'variable:removed');
  }),
  strict('numbers', 'The events of a run are numbered consecutively.', async (visit) => {
    const stream = await follow(visit);
    await stream.next();
    for (const what of ['one', 'two', 'three']) await change(visit, what);
    const frames = [await stream.nextOf(isAbout(visit.name('one')))];
    while (!frames.some(isAbout(visit.name('three')))) {
      const frame = await stream.next();
      if (typeOf(frame) !== 'keep-alive') frames.push(frame);
    }
    const [first = { run: '', number: 0 }, ...others] = frames.map((frame) => placeOf(stream, frame));
    const expected = others.map((_, index) => ({ run: first.run, number: first.number + index + 1 }));
    expectSame(stream.answer, others, expected);
  }),
  strict('resume', 'Last-Event-ID resumes after that event, with all events since.', async (visit) => {
    const before = await follow(visit);
    await before.next();
    await change(visit, 'one');
    const seen = await before.nextOf(isAbout(visit.name('one')));
    before.close();
    await change(visit, 'two');
    const stream = await follow(visit, '', { 'last-event-id': seen.id ?? '' });
    const next = await stream.nextOf((frame) => typeOf(frame) !== 'keep-alive');
    const { run, number } = placeOf(before, seen);
    expectSame(stream.answer, placeOf(stream, next), { run, number: number + 1 });
    if (!isAbout(visit.name('two'))(next)) await stream.nextOf(isAbout(visit.name('two')));
  }),
  strict('gap', 'A Last-Event-ID of another run yields a gap event.', async (visit) => {
    const stream = await follow(visit, '', { 'last-event-id': 'conf-1' });
    const { data } = await stream.nextOf((frame) => typeOf(frame) !== 'keep-alive');
    expectSame(stream.answer, [data?.['type'], data?.['reason']], ['gap', 'other-run']);
    expectThat(stream.answer, Number.isInteger(data?.['next']), { expected: 'a gap with the number of the next event', seen: data });
  }),
  strict('types', 'Only events of the requested types are sent.', async (visit) => {
    const stream = await follow(visit, '?types=variable:removed,label:removed');
    await stream.next();
    await change(visit, 'one');
    expectSuccess(await visit.target.delete(visit.own('variables')));
    expectSame(stream.answer, typeOf(await stream.nextOf((frame) => typeOf(frame) !== 'keep-alive')), 'variable:removed');
  }),
  strict('unknown-type', 'An unknown type is refused.', async (visit) => {
    expectStatus((await follow(visit, '?types=label:changed,nonsense')).answer, 400);
  }),
];
