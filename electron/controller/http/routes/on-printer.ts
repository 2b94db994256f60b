import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Controller, CacheValidator } from '#controller/controller.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { namedSchema, operation, type About } from '#http/openapi/operation.ts';

interface PrinterOperation<Query extends z.ZodType, Body extends z.ZodType> {
  method: 'GET' | 'PUT' | 'POST';
  /** The path below the printer, such as `/status`. */
  path: string;
  tag: string;
  about: About;
  /** Set when the operation exists without a printer's name too, for a controller with a single printer. */
  nameless?: 'specified' | 'extension';
  response: Record<number, unknown>;
  /** Validates cached responses; absent when they are not cached. */
  validator?: (printer: string) => CacheValidator<never>;
  querystring?: Query;
  body?: Body;
}

/** The arguments of a handler. Path, query and body have passed their schemas. */
export interface PrinterCall<Query, Body> {
  printer: string;
  query: Query;
  body: Body;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Registers an operation under `/printers/{name}`, and its form without a name if it has one. */
export function onPrinter<Query extends z.ZodType, Body extends z.ZodType>(
  { app, controller }: { app: FastifyApp; controller: Controller },
  { method, path, tag, about, nameless, validator, ...parts }: PrinterOperation<Query, Body>,
  handle: (call: PrinterCall<z.output<Query>, z.output<Body>>) => Promise<unknown>,
): void {
  const answer = (printer: string, request: FastifyRequest, reply: FastifyReply) =>
    handle({ printer, query: request.query as z.output<Query>, body: request.body as z.output<Body>, request, reply });
  const nameIn = ({ params }: Pick<FastifyRequest, 'params'>) => (params as z.output<typeof namedSchema>).name;
  app.route({
    method,
    url: `/printers/:name${path}`,
    schema: operation(tag, { ...about, printer: 'path' }, { params: namedSchema, ...parts }),
    ...(validator && { config: { validator: (request: FastifyRequest) => validator(nameIn(request)) } }),
    handler: (request, reply) => answer(nameIn(request), request, reply),
  });
  if (!nameless) return;
  const summary = `${about.summary} (a controller with a single printer)`;
  app.route({
    method,
    url: path,
    schema: operation(tag, { ...about, summary, printer: 'only', isExtension: nameless === 'extension' }, parts),
    ...(validator && { config: { validator: () => validator(controller.printers.getOnly().name) } }),
    handler: (request, reply) => answer(controller.printers.getOnly().name, request, reply),
  });
}
