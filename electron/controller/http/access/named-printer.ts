import type { FastifyRequest } from 'fastify';
import { ProblemError } from '#contract/problem.ts';
import type { Controller } from '#controller/controller.ts';
import type { KeyGrant } from '../../keys/api-keys.ts';
import { declaredAccess, type PrinterPlace } from '../app/declared-access.ts';
import { storedName } from '../app/stored-name.ts';

type LimitedGrant = KeyGrant & { printers: readonly string[] };

interface Named {
  params: { name?: string; id?: string | number };
  query: { printer?: string };
  body: { printer?: string } | undefined;
}

/** Throws `forbidden` when an operation concerns a printer that the key may not name, or names no printer at all. */
export async function requireNamedPrinter(request: FastifyRequest, grant: LimitedGrant, controller: Controller): Promise<void> {
  const place = declaredAccess(request.routeOptions.schema)['x-printer'];
  if (place === undefined || place === 'every') return;
  const printer = await FIND[place](request as Named, controller, grant);
  if (printer !== undefined && mayName(grant, printer)) return;
  const printers = grant.printers.map((name) => JSON.stringify(name)).join(', ');
  throw new ProblemError('forbidden', {
    detail: `The key ${JSON.stringify(grant.name)} is limited to the printers ${printers}: name one of them.`,
  });
}

/** Whether a key may name a printer; always true without a key. */
export function mayName(grant: KeyGrant | undefined, printer: string): boolean {
  return grant?.printers === undefined || grant.printers.includes(printer);
}

/** Throws `forbidden` unless the key may name all these printers. */
export function requirePrinters(grant: KeyGrant | undefined, printers: readonly string[]): void {
  const other = printers.find((printer) => !mayName(grant, printer));
  if (other === undefined) return;
  throw new ProblemError('forbidden', { detail: `The key ${JSON.stringify(grant?.name)} is not allowed to name the printer "${other}".` });
}

type FindPrinter = (request: Named, controller: Controller, grant: LimitedGrant) => string | undefined | Promise<string | undefined>;

const FIND: Record<Exclude<PrinterPlace, 'every'>, FindPrinter> = {
  path: ({ params }) => params.name,
  query: ({ query }) => storedName(query.printer),
  body: ({ body }) => body?.printer,
  only: (_request, controller, { printers }) => controller.printers.getOnly(printers).name,
  print: async ({ params }, controller) => (await controller.prints.get(Number(params.id))).printer,
  preflight: async ({ params }, controller) => (await controller.preflights.get(String(params.id))).printer,
  reader: async ({ params }, controller) => (await controller.readers.get(params.name ?? '')).printer,
};
