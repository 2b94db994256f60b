import { createServer, type RequestListener } from 'node:http';
import { fastify, LogController, type FastifyBaseLogger, type FastifyServerFactory } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';

import type { Controller } from '#controller/controller.ts';
import type { Audit } from '../audit/audit.ts';
import type { IdempotencyKeys } from '../idempotency/idempotency-keys.ts';
import type { ApiKeys } from '../keys/api-keys.ts';
import { auditUses } from './access/audit-uses.ts';
import { endWithKey } from './access/end-with-key.ts';
import { guardAccess, type RouteAccess } from './access/guard-access.ts';
import { tagAnswers } from './answer/etags.ts';
import { answerUnknownRoutes } from './answer/not-found.ts';
import { answerOnce } from './answer/once.ts';
import { answerBrokenRequest, asProblem, sendProblem } from './answer/problems.ts';
import { refuseUnknownKeys } from './answer/unknown-keys.ts';
import { compileValidator } from './answer/validate.ts';
import { BODY_BUDGET, BodyBudget } from './body/body-budget.ts';
import { acceptJson } from './body/body-parsers.ts';
import { BodyCharges } from './body/charge-bodies.ts';
import { finishArrival } from './body/finish-arrival.ts';
import { budgetsOf, ClientBudgets, limitRequests } from './budgets.ts';
import { CONNECTION_LIMITS, watchConnections } from './connections.ts';
import { mostConnections, openFilesLimit } from './most-connections.ts';
import { COUNTED } from './counted-response.ts';
import type { Door } from './door-types.ts';
import { guardDoor, makeGuard, type Guard } from './guard-door.ts';
import { answerFromKept } from './kept-answers/answer-from-kept.ts';
import { keepAnswers } from './kept-answers/keep-answers.ts';
import { KeptAnswers } from './kept-answers/kept-answers.ts';
import { describeDoor } from './openapi/openapi.ts';
import { auditRoute } from './routes/audit.ts';
import { backupRoutes } from './routes/backups.ts';
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
import type { Certificate } from './tls/certificate.ts';

export interface HttpDoorOptions {
  controller: Controller;
  keys: IdempotencyKeys;
  access: AccessOptions;
  /** The address to listen on, as a name or an IP address. */
  host: string;
  /** What others call this machine, beside its addresses. */
  names?: readonly string[] | undefined;
  /** Answers over TLS. Opened, started and stopped by the caller. */
  certificate?: Certificate | undefined;
  /** What one client may ask for; what no normal client ever reaches when left out. */
  requestsPerSecond?: number | undefined;
  newId: () => string;
  log: FastifyBaseLogger;
}

export interface AccessOptions {
  apiKeys: ApiKeys;
  audit: Audit;
  /** Whether a request without a key is refused. */
  isKeyRequired: boolean;
}

const SECOND = 1_000;
const HEADER_BYTES = 16 * 1024;
/** Percent-encoding makes up to twelve characters of one; the headers' limit is the real bound. */
const PARAMETER_CHARACTERS = HEADER_BYTES;
/** Whoever is slow or silent is gone within 15 s, also when Node adds one for the network. */
const ARRIVAL_LIMIT = 13 * SECOND;
const HEADERS_LIMIT = 8 * SECOND;
const INACTIVITY_LIMIT = 120 * SECOND;
/** Whoever is late is looked for so often that those who came together are not all ended in one go, for which others would wait. */
const LATE_LOOKS = 50;
const HTTP_LIMITS = {
  ...{ maxHeaderSize: HEADER_BYTES, headersTimeout: HEADERS_LIMIT, connectionsCheckingInterval: LATE_LOOKS },
  ...COUNTED,
};

/** The service over HTTP: `/api/v3`, its reference at `/docs`, `/healthz` and `/metrics`. */
export class HttpDoor {
  readonly #door: Door;
  readonly #options: HttpDoorOptions;
  /** Every route, with what it asks of a key. */
  readonly routes: readonly RouteAccess[];

  private constructor(door: Door, options: HttpDoorOptions, routes: readonly RouteAccess[]) {
    this.#door = door;
    this.#options = options;
    this.routes = routes;
  }

  /**
   * Registers everything; nothing listens before `listen`. The guard is no option: no setting leads to another one. Who measures what it costs
   * composes a door with one that lets everybody in.
   */
  static async create(options: HttpDoorOptions, guard = guardOf(options)): Promise<HttpDoor> {
    const { controller, access } = options;
    const { isKeyRequired } = access;
    const kept = new KeptAnswers();
    const clients = new ClientBudgets(budgetsOf(options.requestsPerSecond));
    const front = { kept, guard, clients, isKeyRequired, requests: controller.metrics.requests };
    const door = openFastify(options, guard, (handOn) => answerFromKept(front, handOn));
    answerFailures(door);
    watchConnections(door.server, CONNECTION_LIMITS, mostConnections(openFilesLimit()));
    guardDoor(door, guard);
    limitRequests(door, clients);
    const routes = guardAccess(door, { ...access, controller });
    answerUnknownRoutes(door);
    finishArrival(door, ARRIVAL_LIMIT);
    const charges = new BodyCharges(new BodyBudget(BODY_BUDGET));
    charges.watch(door);
    acceptJson(door, charges);
    auditUses(door, access.audit);
    endWithKey(door, access.apiKeys);
    answerOnce(door, options.keys);
    await describeDoor(door);
    healthRoute(door, controller, options.certificate);
    metricsRoute(door, controller);
    await door.register(async (scope) => apiRoutes(scope.withTypeProvider<ZodTypeProvider>(), options, { kept, charges }), {
      prefix: '/api/v3',
    });
    await door.ready();
    return new HttpDoor(door, options, routes);
  }

  /** Listens, and says under which address. Rejects with the system's own error when the port cannot be had. */
  async listen(port: number): Promise<string> {
    const { host, certificate } = this.#options;
    const url = await this.#door.listen({ host, port });
    return url.replace(/^http/, certificate ? 'https' : 'http').replace('//[::]:', '//[::1]:');
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
    await this.#options.access.audit.idle();
  }
}

function guardOf({ host, names = [], certificate, controller }: HttpDoorOptions): Guard {
  return makeGuard({ host, names, isEncrypted: certificate !== undefined, isSafeMode: controller.isSafeMode });
}

/** Puts something in front of what fastify does with requests. */
type Front = (handOn: RequestListener) => RequestListener;

function openFastify({ log, newId, certificate }: HttpDoorOptions, guard: Guard, front: Front): Door {
  return fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newId,
    requestIdHeader: false,
    // Nearly no request has anything to log: a log of its own is made by who has.
    childLoggerFactory: (logger) => logger,
    serverFactory: servers(certificate, front),
    return503OnClosing: false,
    routerOptions: { maxParamLength: PARAMETER_CHARACTERS },
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => {
      sendProblem(request, reply, guard(request.raw) ?? asProblem(error, request));
    },
  }).withTypeProvider<ZodTypeProvider>();
}

/** Fastify gives a server of others none of its limits. */
function servers(certificate: Certificate | undefined, front: Front): FastifyServerFactory {
  return (handler) => {
    const listener = front(handler);
    const server = certificate
      ? certificate.serve({ ...HTTP_LIMITS, handshakeTimeout: ARRIVAL_LIMIT }, listener)
      : createServer(HTTP_LIMITS, listener);
    server.keepAliveTimeout = ARRIVAL_LIMIT;
    server.requestTimeout = 0;
    server.setTimeout(INACTIVITY_LIMIT);
    // An expectation that nobody knows here changes no answer; Node's own would be no problem document.
    server.on('checkExpectation', (request, response) => server.emit('request', request, response));
    return server;
  };
}

function answerFailures(door: Door): void {
  door.setErrorHandler((error, request, reply) => sendProblem(request, reply, asProblem(error, request)));
  door.setValidatorCompiler(compileValidator);
  door.setSerializerCompiler(() => (data) => JSON.stringify(data));
}

interface Shared {
  kept: KeptAnswers;
  charges: BodyCharges;
}

function apiRoutes(door: Door, { controller, access }: HttpDoorOptions, { kept, charges }: Shared): void {
  refuseUnknownKeys(door);
  tagAnswers(door);
  keepAnswers(door, kept);
  labelRoutes(door, controller);
  simulationRoute(door, controller);
  labelVersionRoutes(door, controller);
  labelProofRoutes(door, controller);
  tableRoutes(door, controller, charges);
  preflightRoutes(door, controller);
  variableRoutes(door, controller);
  counterRoutes(door, controller);
  shiftCodeRoutes(door, controller);
  usageRoutes(door, controller);
  renamingRoutes(door, controller);
  settingsRoutes(door, controller);
  fontRoutes(door, controller, charges);
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
  auditRoute(door, access.audit);
  backupRoutes(door, controller);
  eventRoutes(door, controller);
  openApiRoute(door);
}
