import type { FastifyRequest } from 'fastify';
import type { Controller } from '#controller/controller.ts';
import { auditedValue, type AuditedValue } from '#storage/audit-chain/audited-value.ts';

/** A longer body is not recorded: labels and tables have versions and hashes of their own. */
const MAX_BODY_BYTES = 256 * 1024;

/** Routes whose bodies have a key of another system in the field `key`; elsewhere `key` names a row of a table. */
const WITH_KEY: ReadonlySet<string> = new Set(['/api/v3/settings/plant', '/api/v3/plant/test']);

type ReadFormer = (controller: Controller, name: string) => unknown;

/** The values that a PUT or DELETE of these paths changes, as a GET of the same path answers them. */
const FORMER: Readonly<Record<string, ReadFormer>> = {
  '/api/v3/settings': ({ settings }) => settings.all(),
  '/api/v3/settings/retention': ({ settings }) => settings.retention(),
  '/api/v3/settings/access': ({ settings }) => ({ isKeyRequired: settings.isKeyRequired }),
  '/api/v3/settings/plant': ({ plant }) => plant.settings(),
  '/api/v3/variables/:name': ({ variables }, name) => variables.get(name),
  '/api/v3/counters/:name': ({ counters }, name) => counters.get(name),
  '/api/v3/shiftCodes/:name': ({ shiftCodes }, name) => shiftCodes.get(name),
  '/api/v3/labels/:name': async ({ labels }, name) => (await labels.get(name)).label,
  '/api/v3/printers/:name': ({ printers }, name) => printers.detail(name),
  '/api/v3/printers/:name/settings': ({ appliedSettings }, name) => appliedSettings.get(name),
  '/api/v3/lines/:name': ({ guardedLines }, name) => guardedLines.lines.get(name),
  '/api/v3/downtimeReasons': ({ downtime }) => downtime.reasons(),
  '/api/v3/readers/:name': ({ readers }, name) => readers.get(name),
  '/api/v3/signalDevices/:name': ({ signalDevices }, name) => signalDevices.get(name),
  '/api/v3/order-folders/:name': ({ orderFolders }, name) => orderFolders.get(name),
  '/api/v3/webhooks/:name': ({ webhooks }, name) => webhooks.get(name),
  '/api/v3/email': ({ emails }) => emails.settings(),
  '/api/v3/sparkplug': ({ sparkplug }) => sparkplug.settings(),
};

/** The JSON body of a request as the controller understood it, with its defaults; undefined without one, and for a large one. */
export function inputOf({ body, headers, routeOptions }: FastifyRequest): AuditedValue | undefined {
  const isSmall = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= MAX_BODY_BYTES;
  const hasKey = WITH_KEY.has(routeOptions.url ?? '');
  return isSmall && isJson(body) ? auditedValue(body, (field) => hasKey && field === 'key') : undefined;
}

/**
 * The value that a change replaces, read just before it; undefined for other operations, and when there is none that can be read. Never rejects: a
 * change must not fail because the former value is unusable.
 */
export async function formerValue(
  { method, routeOptions, params }: FastifyRequest,
  controller: Controller,
): Promise<AuditedValue | undefined> {
  const read = method === 'PUT' || method === 'DELETE' ? FORMER[routeOptions.url ?? ''] : undefined;
  if (!read) return undefined;
  try {
    return auditedValue(await read(controller, (params as { name?: string }).name ?? ''));
  } catch {
    // There is none yet, or it cannot be read. The change itself says why, if that matters.
    return undefined;
  }
}

/** A file is a stream or a buffer. */
function isJson(body: unknown): boolean {
  if (body === undefined || body === null) return false;
  return typeof body !== 'object' || Array.isArray(body) || [Object.prototype, null].includes(Object.getPrototypeOf(body) as object | null);
}
