import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Controller, Footing } from '#controller/controller.ts';
import type { Door } from '../door-types.ts';
import { namedSchema, operation, type About } from '../openapi/operation.ts';

interface PrinterOperation<Query extends z.ZodType, Body extends z.ZodType> {
  method: 'GET' | 'PUT' | 'POST';
  /** Below the printer: `/status`. */
  path: string;
  tag: string;
  about: About;
  /** Also registered without a printer's name, for a controller that has a single printer. */
  nameless?: 'specified' | 'extension';
  response: Record<number, unknown>;
  /** What its answers stand on, for one whose answers are kept. */
  footing?: (printer: string) => Footing<never>;
  querystring?: Query;
  body?: Body;
}

/** What a handler of a printer's operation is given; path, query and body have passed their schemas. */
export interface PrinterCall<Query, Body> {
  printer: string;
  query: Query;
  body: Body;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Registers an operation under `/printers/{name}`, and where it has one its nameless form. */
export function onPrinter<Query extends z.ZodType, Body extends z.ZodType>(
  { door, controller }: { door: Door; controller: Controller },
  { method, path, tag, about, nameless, footing, ...parts }: PrinterOperation<Query, Body>,
  handle: (call: PrinterCall<z.output<Query>, z.output<Body>>) => Promise<unknown>,
): void {
  const answer = (printer: string, request: FastifyRequest, reply: FastifyReply) =>
    handle({ printer, query: request.query as z.output<Query>, body: request.body as z.output<Body>, request, reply });
  const nameIn = ({ params }: Pick<FastifyRequest, 'params'>) => (params as z.output<typeof namedSchema>).name;
  door.route({
    method,
    url: `/printers/:name${path}`,
    schema: operation(tag, { ...about, printer: 'path' }, { params: namedSchema, ...parts }),
    ...(footing && { config: { footing: (request: FastifyRequest) => footing(nameIn(request)) } }),
    handler: (request, reply) => answer(nameIn(request), request, reply),
  });
  if (!nameless) return;
  const summary = `${about.summary} (a controller with a single printer)`;
  door.route({
    method,
    url: path,
    schema: operation(tag, { ...about, summary, printer: 'only', isExtension: nameless === 'extension' }, parts),
    ...(footing && { config: { footing: () => footing(controller.printers.getOnly().name) } }),
    handler: (request, reply) => answer(controller.printers.getOnly().name, request, reply),
  });
}
