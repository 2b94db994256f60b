import type { FastifyRequest } from 'fastify';
import type { Controller } from '#controller/controller.ts';
import { mayName, outsideLimit, type LimitedGrant } from '../../keys/printer-limits.ts';
import { declaredAccess, type PrinterPlace } from '#http/openapi/declared-access.ts';
import { storedName } from '../app/stored-name.ts';

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
  throw outsideLimit(grant);
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
