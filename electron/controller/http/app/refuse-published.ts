import type { LibraryItemPlace, LibraryKind } from '#contract/api-v3/library-item.ts';
import type { Controller } from '#controller/controller.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';

const KINDS: Readonly<Record<string, LibraryKind>> = { labels: 'label', tables: 'table', variables: 'variable', shiftCodes: 'shift-code' };
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
/** The routes below an item that leave its content as it is: decisions about versions, and how rows are shared. */
const LEAVE_CONTENT = /\/(?:versions|rowSharing|prompts|preflights?)\b/;
/** The value of a variable may belong to the line: its route decides. */
const OWN_CHECK = '/api/v3/variables/:name';

/** Refuses requests that change an item that the plant publishes and lines may not change. Applies to the routes that are registered afterwards. */
export function refusePublished(app: FastifyApp, { library }: Controller): void {
  app.addHook('preHandler', (request, _reply, done) => {
    const { method, params, routeOptions } = request;
    const place = READS.has(method) ? undefined : placeOf(routeOptions.url ?? '', params as Params);
    if (place && !(method === 'PUT' && routeOptions.url === OWN_CHECK)) library.refuseChange(place);
    done();
  });
}

interface Params {
  name?: string;
  family?: string;
  style?: string;
}

/** The item that a request changes, by the pattern of its route; undefined if it changes none. */
function placeOf(url: string, { name, family, style }: Params): LibraryItemPlace | undefined {
  if (LEAVE_CONTENT.test(url)) return undefined;
  if (url === '/api/v3/settings') return { kind: 'settings', name: 'settings' };
  if (url === '/api/v3/fonts/:family/:style') return { kind: 'font', name: `${family ?? ''}/${style ?? ''}` };
  const kind = KINDS[/^\/api\/v3\/(\w+)\/:name/.exec(url)?.[1] ?? ''];
  return kind === undefined || name === undefined ? undefined : { kind, name };
}
