import { accepts, answers, ignores, requests, type ProxyRequest, type Fault, type Mutant, type Which } from './mutant.ts';

/** Faults of the event stream. */

const events: Which = ['GET', /^\/events$/];

/** Changes or drops events in transit. `at` is the index within the stream. */
function frames(change: (frame: string, at: number) => string | undefined): () => Fault {
  return answers(events, (response) => ({ ...response, frames: response.frames && changed(response.frames, change) }));
}

async function* changed(all: AsyncIterable<string>, change: (frame: string, at: number) => string | undefined): AsyncGenerator<string> {
  let at = 0;
  for await (const frame of all) {
    const isEvent = /^data:/m.test(frame);
    const other = isEvent ? change(frame, at) : frame;
    if (isEvent) at += 1;
    if (other !== undefined) yield other;
  }
}

const isOf = (frame: string, type: string) => frame.includes(`"type":"${type}"`);
/** Changes the number in the ids of events. */
const numbered = (change: (number: number) => number) =>
  frames((frame) => frame.replace(/^(id: .+-)(\d+)$/m, (_, run: string, number: string) => `${run}${change(Number(number))}`));
const named = (change: (id: string) => string) =>
  requests(events, (request: ProxyRequest) => {
    const { 'last-event-id': id, ...headers } = request.headers;
    return { ...request, headers: { ...headers, ...(id !== undefined && { 'last-event-id': change(id) }) } };
  });

export const eventMutants: readonly Mutant[] = [
  { name: 'no events are sent', about: 'events.', fault: frames((frame) => (isOf(frame, 'keep-alive') ? frame : undefined)) },
  { name: 'a stream begins without keep-alive', about: 'events.begin', fault: frames((frame, at) => (at === 0 ? undefined : frame)) },
  {
    name: 'keep-alive carries no number',
    about: 'events.begin',
    fault: frames((frame) => (isOf(frame, 'keep-alive') ? frame.replace(/,?"next":\d+/, '') : frame)),
  },
  {
    name: 'events come as plain text',
    about: 'events.begin',
    fault: answers(events, (response) => ({ ...response, headers: { ...response.headers, 'content-type': 'text/plain' } })),
  },
  {
    name: 'removals are reported as changes',
    about: 'events.told',
    fault: frames((frame) => frame.replaceAll('variable:removed', 'variable:changed')),
  },
  { name: 'events have no id', about: 'events.', fault: frames((frame) => frame.replace(/^id: .*\n/m, '')) },
  { name: 'all events have the same number', about: 'events.numbers', fault: numbered(() => 7) },
  { name: 'every other number is left out', about: 'events.numbers', fault: numbered((number) => number * 2) },
  { name: 'Last-Event-ID is ignored', about: 'events.resume', fault: ignores(events, 'last-event-id') },
  {
    name: 'the last event is sent again',
    about: 'events.resume',
    fault: named((id) => id.replace(/\d+$/, (number) => String(Number(number) - 1))),
  },
  {
    name: 'events since the last one are lost',
    about: 'events.gap',
    fault: frames((frame) => (isOf(frame, 'gap') ? undefined : frame)),
  },
  { name: 'a gap has no reason', about: 'events.gap', fault: frames((frame) => frame.replace(/"reason":"[^"]*",?/, '')) },
  {
    name: 'all types are sent, whatever was requested',
    about: 'events.types',
    fault: requests(events, (request) => ({ ...request, url: '/api/v3/events' })),
  },
  { name: 'an unknown type is accepted', about: 'events.unknown-type', fault: accepts(events, 200) },
];
