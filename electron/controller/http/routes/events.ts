import { z } from 'zod';
import { EVENT_TYPES, eventGapSchema, eventSchema, eventsQuerySchema, keepAliveSchema, type EventType } from '#contract/api-v3/event.ts';
import { ProblemError } from '#contract/problem.ts';
import type { Controller } from '#controller/controller.ts';
import { mayName } from '../access/named-printer.ts';
import type { Door } from '../door-types.ts';
import { EventStream } from '../events/event-stream.ts';
import { content, operation } from '../openapi/operation.ts';

const TAG = 'service';
const MEDIA_TYPE = 'text/event-stream';
/** Each holds a connection. */
const MOST_STREAMS = 64;
/** After how many seconds whoever came too late may try again. */
const TRY_AGAIN = 10;

const ABOUT = {
  summary: 'Follow what happens, as server-sent events',
  scope: 'read',
  printer: 'every',
  description: `An event says that something has become true and is durable; what was taken back is never told. It names what to read again. Begin
with the stream, and read what you follow once \`keep-alive\` has come: nothing is missed in between.

Each event has an \`id\`, \`<run>-<number>\`; the numbers of a run of the controller grow by one. \`Last-Event-ID\` goes on behind the event that was
seen last. Where that cannot be, since the controller was started anew (\`other-run\`) or the events behind it are not kept any more, as for a
reader that is too slow (\`forgotten\`), a \`gap\` comes instead: read again what you follow. The last 4096 events are kept. \`keep-alive\` comes
first, and whenever nothing else was sent for 15 seconds; \`gap\` and \`keep-alive\` come whatever \`types\` says, and carry the number of the next
event. At most ${MOST_STREAMS} streams are open at a time. A stream ends when its key is revoked or expires; a key that is limited to printers
is told nothing of the others.`,
  isExtension: true,
} as const;

/** What happens, while it happens. */
export function eventRoutes(door: Door, controller: Controller): void {
  const open = new Set<EventStream>();
  let isClosing = false;
  door.addHook('preClose', (done) => {
    isClosing = true;
    for (const stream of open) stream.close();
    done();
  });
  const response = { 200: content('The events.', MEDIA_TYPE, z.union([eventSchema, eventGapSchema, keepAliveSchema])) };
  door.get(
    '/events',
    // Whoever asks for the headers alone would be given a stream without an end.
    { exposeHeadRoute: false, schema: operation(TAG, ABOUT, { querystring: eventsQuerySchema, response }) },
    async (request, reply) => {
      const types = typesIn(request.query.types);
      if (open.size >= MOST_STREAMS) {
        void reply.header('retry-after', TRY_AGAIN);
        throw new ProblemError('too-many-requests', { detail: `${MOST_STREAMS} streams of events are open already.` });
      }
      const { grant, headers } = request;
      const stream = new EventStream({
        ...{ events: controller.events, types, lastEventId: lastEventIdOf(headers) },
        mayName: (printer) => mayName(grant, printer),
      });
      open.add(stream);
      stream.once('close', () => open.delete(stream));
      reply.raw.once('close', () => stream.destroy());
      if (isClosing) stream.close();
      return reply.type(MEDIA_TYPE).header('cache-control', 'no-store').send(stream);
    },
  );
}

function lastEventIdOf(headers: Record<string, string | string[] | undefined>): string | undefined {
  const id = headers['last-event-id'];
  return id === undefined ? undefined : String(id);
}

function typesIn(list: string | undefined): ReadonlySet<EventType> {
  if (list === undefined) return new Set(EVENT_TYPES);
  const wanted = list.split(',');
  const unknown = wanted.filter((type) => !isEventType(type));
  if (unknown.length === 0) return new Set(wanted.filter(isEventType));
  const detail = `has types that there are not: ${unknown.map((type) => JSON.stringify(type)).join(', ')}`;
  throw new ProblemError('invalid-input', { detail: `?types: ${detail}`, errors: [{ pointer: '?types', detail }] });
}

function isEventType(text: string): text is EventType {
  return (EVENT_TYPES as readonly string[]).includes(text);
}
