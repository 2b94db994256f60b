import { fastify, LogController, type FastifyBaseLogger } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';

import type { Controller } from '#controller/controller.ts';
import type { IdempotencyKeys } from '../idempotency/idempotency-keys.ts';
import { tagAnswers } from './answer/etags.ts';
import { answerUnknownRoutes } from './answer/not-found.ts';
import { answerOnce } from './answer/once.ts';
import { answerBrokenRequest, asProblem, sendProblem } from './answer/problems.ts';
import { refuseUnknownKeys } from './answer/unknown-keys.ts';
import { compileValidator } from './answer/validate.ts';
import { acceptJson } from './body/body-parsers.ts';
import { finishArrival } from './body/finish-arrival.ts';
import type { Door } from './door-types.ts';
import { guardDoor, refusal } from './guard-door.ts';
import { describeDoor } from './openapi/openapi.ts';
import { clockRoutes } from './routes/clock.ts';
import { counterRoutes } from './routes/counters.ts';
import { engineCountRoutes } from './routes/engine-count.ts';
import { eventRoutes } from './routes/events.ts';
import { fontRoutes } from './routes/fonts.ts';
import { gapRoutes } from './routes/gaps.ts';
import { healthRoute, metricsRoute, openApiRoute } from './routes/health.ts';
import { historyRoutes } from './routes/history.ts';
import { labelProofRoutes } from './routes/label-proofs.ts';
import { labelVersionRoutes } from './routes/label-versions.ts';
import { labelRoutes } from './routes/labels.ts';
import { printerSettingsRoutes } from './routes/printer-settings.ts';
import { planRoute } from './routes/plan.ts';
import { printerRoutes } from './routes/printers.ts';
import { printingRoutes } from './routes/printing.ts';
import { preflightRoutes } from './routes/preflights.ts';
import { printRoutes } from './routes/prints.ts';
import { simulationRoute } from './routes/simulation.ts';
import { queueRoutes } from './routes/queue.ts';
import { renamingRoutes } from './routes/renaming.ts';
import { settingsRoutes } from './routes/settings.ts';
import { shiftCodeRoutes } from './routes/shift-codes.ts';
import { tableRoutes } from './routes/tables.ts';
import { usageRoutes } from './routes/usage.ts';
import { variableRoutes } from './routes/variables.ts';

export interface HttpDoorOptions {
  controller: Controller;
  keys: IdempotencyKeys;
  /** The address to listen on, as a name or an IP address. */
  host: string;
  newId: () => string;
  log: FastifyBaseLogger;
}

const SECOND = 1_000;
const HEADER_BYTES = 16 * 1024;
/** Percent-encoding makes up to twelve characters of one; the headers' limit is the real bound. */
const PARAMETER_CHARACTERS = HEADER_BYTES;
const ARRIVAL_LIMIT = 15 * SECOND;
const INACTIVITY_LIMIT = 120 * SECOND;

/** The service over HTTP: `/api/v3`, its reference at `/docs`, `/healthz` and `/metrics`. */
export class HttpDoor {
  readonly #door: Door;
  readonly #host: string;

  private constructor(door: Door, host: string) {
    this.#door = door;
    this.#host = host;
  }

  /** Registers everything; nothing listens before `listen`. */
  static async create(options: HttpDoorOptions): Promise<HttpDoor> {
    const door = openFastify(options);
    answerFailures(door);
    guardDoor(door, { host: options.host, isSafeMode: options.controller.isSafeMode });
    answerUnknownRoutes(door);
    finishArrival(door, ARRIVAL_LIMIT);
    acceptJson(door);
    answerOnce(door, options.keys);
    await describeDoor(door);
    healthRoute(door, options.controller);
    metricsRoute(door, options.controller);
    await door.register(async (scope) => apiRoutes(scope.withTypeProvider<ZodTypeProvider>(), options.controller), { prefix: '/api/v3' });
    await door.ready();
    return new HttpDoor(door, options.host);
  }

  /** Listens, and says under which address. Rejects with the system's own error when the port cannot be had. */
  async listen(port: number): Promise<string> {
    return this.#door.listen({ host: this.#host, port });
  }

  /** The OpenAPI document. */
  document(): object {
    return this.#door.swagger();
  }

  /** Takes no more requests, answers those under way, and cuts what is not done after `milliseconds`. */
  async close(milliseconds: number): Promise<void> {
    const cut = setTimeout(() => this.#door.server.closeAllConnections(), milliseconds);
    try {
      await this.#door.close();
    } finally {
      clearTimeout(cut);
    }
  }
}

function openFastify({ log, newId, host, controller }: HttpDoorOptions): Door {
  return fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newId,
    requestIdHeader: false,
    // Nearly no request has anything to log: a log of its own is made by who has.
    childLoggerFactory: (logger) => logger,
    http: { maxHeaderSize: HEADER_BYTES, headersTimeout: ARRIVAL_LIMIT, connectionsCheckingInterval: SECOND },
    connectionTimeout: INACTIVITY_LIMIT,
    keepAliveTimeout: ARRIVAL_LIMIT,
    return503OnClosing: false,
    routerOptions: { maxParamLength: PARAMETER_CHARACTERS },
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => {
      sendProblem(request, reply, refusal(request, { host, isSafeMode: controller.isSafeMode }) ?? asProblem(error, request));
    },
  }).withTypeProvider<ZodTypeProvider>();
}

function answerFailures(door: Door): void {
  door.setErrorHandler((error, request, reply) => sendProblem(request, reply, asProblem(error, request)));
  door.setValidatorCompiler(compileValidator);
  door.setSerializerCompiler(() => (data) => JSON.stringify(data));
}

function apiRoutes(door: Door, controller: Controller): void {
  refuseUnknownKeys(door);
  tagAnswers(door);
  labelRoutes(door, controller);
  simulationRoute(door, controller);
  labelVersionRoutes(door, controller);
  labelProofRoutes(door, controller);
  tableRoutes(door, controller);
  preflightRoutes(door, controller);
  variableRoutes(door, controller);
  counterRoutes(door, controller);
  shiftCodeRoutes(door, controller);
  usageRoutes(door, controller);
  renamingRoutes(door, controller);
  settingsRoutes(door, controller);
  fontRoutes(door, controller);
  printerRoutes(door, controller);
  printerSettingsRoutes(door, controller);
  printingRoutes(door, controller);
  queueRoutes(door, controller);
  planRoute(door, controller);
  historyRoutes(door, controller);
  gapRoutes(door, controller);
  engineCountRoutes(door, controller);
  printRoutes(door, controller);
  clockRoutes(door, controller);
  eventRoutes(door, controller);
  openApiRoute(door);
}
