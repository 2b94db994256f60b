import type { IncomingMessage } from 'node:http';
import { fastify, LogController, type FastifyBaseLogger } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { ControllerNetworkState } from '#contract/api-v3/network.ts';
import type { ReadinessWarning } from '#contract/api-v3/health.ts';
import type { Controller } from '#controller/controller.ts';
import type { Audit } from '../audit/audit.ts';
import type { IdempotencyKeys } from '../idempotency/idempotency-keys.ts';
import type { ApiKeys } from '../keys/api-keys.ts';
import type { KeyGuessThrottle } from '#http/keys/key-guess-throttle.ts';
import { auditUses } from './access/audit-uses.ts';
import { closeOnRevokedKey } from './access/close-on-revoked-key.ts';
import { guardAccess, type RouteAccess } from './access/guard-access.ts';
import { tagResponses } from './answer/etags.ts';
import { handleUnknownRoutes } from '#http/answer/not-found.ts';
import { readCommandExpiry } from './answer/command-expiry.ts';
import { handleIdempotentRequests } from './answer/idempotency.ts';
import { answerBrokenRequest, asProblem, sendProblem } from '#http/answer/problems.ts';
import { refuseUnknownKeys } from '#http/answer/unknown-keys.ts';
import { compileValidator } from '#http/answer/validate.ts';
import { BODY_BUDGET, BodyBudget } from '#http/body/body-budget.ts';
import { acceptJson } from '#http/body/body-parsers.ts';
import { BodyCharges } from '#http/body/charge-bodies.ts';
import { drainBodies } from '#http/body/drain-bodies.ts';
import { budgetsOf, ClientBudgets, limitRequests } from '#http/app/client-budgets.ts';
import { CONNECTION_LIMITS, limitConnections } from '#http/connections/limit-connections.ts';
import {
  ARRIVAL_LIMIT,
  HEADER_BYTES,
  HTTP_LIMITS,
  limitNetwork,
  ownConnections,
  serverFactory,
  type Front,
} from '#http/connections/create-server.ts';
import { NetworkListener } from '#http/connections/network-listener.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { guardRequests, makeGuard, type Guard } from '#http/app/request-guard.ts';
import { refusePublished } from './app/refuse-published.ts';
import { serveFromCache } from './response-cache/serve-from-cache.ts';
import { cacheResponses } from './response-cache/cache-responses.ts';
import { ResponseCache } from './response-cache/response-cache.ts';
import { describeApi } from './openapi/describe-api.ts';
import { auditRoute } from './routes/audit.ts';
import { backupRoutes } from './routes/backups.ts';
import { clockRoutes } from './routes/clock.ts';
import { counterRoutes, plantNumberRoutes } from './routes/counters.ts';
import { deviceMessageRoutes } from './routes/device-messages.ts';
import { downtimeRoutes } from './routes/downtime.ts';
import { engineCountRoutes } from './routes/engine-count.ts';
import { firstPrintCheckRoutes } from './routes/first-print-check.ts';
import { eventRoutes } from './routes/events.ts';
import { fontRoutes } from './routes/fonts.ts';
import { missedTriggerRoutes } from './routes/missed-triggers.ts';
import { healthRoute, metricsRoute, openApiRoute } from './routes/health.ts';
import { historyRoutes } from './routes/history.ts';
import { keyRoutes } from './routes/keys.ts';
import { labelAcceptanceRoutes } from './routes/label-acceptance.ts';
import { labelVersionRoutes } from './routes/label-versions.ts';
import { labelRoutes } from './routes/labels.ts';
import { printerConfigurationRoutes } from './routes/printer-configuration.ts';
import { printerFrameRoutes } from './routes/printer-frames.ts';
import { printerSettingsRoutes } from './routes/printer-settings.ts';
import { networkRoute } from './routes/network.ts';
import { orderFolderRoutes } from './routes/order-folders.ts';
import { orderRoutes } from './routes/orders.ts';
import { planRoute } from './routes/plan.ts';
import { printerRoutes } from './routes/printers.ts';
import { printingRoutes } from './routes/printing.ts';
import { preflightRoutes } from './routes/preflights.ts';
import { printBlockRoutes } from './routes/print-blocks.ts';
import { readerRoutes } from './routes/readers.ts';
import { printReportRoutes } from './routes/print-reports.ts';
import { printRoutes } from './routes/prints.ts';
import { reworkRoutes } from './routes/rework.ts';
import { lineRoutes } from './routes/lines.ts';
import { recordedEventRoutes } from './routes/recorded-events.ts';
import { emailRoutes } from './routes/email.ts';
import { webhookRoutes } from './routes/webhooks.ts';
import { plantRoutes } from './routes/plant.ts';
import { sparkplugRoutes } from './routes/sparkplug.ts';
import { signalDeviceRoutes } from './routes/signal-devices.ts';
import { simulatedFaultRoutes } from './routes/simulated-faults.ts';
import { simulationRoute } from './routes/simulation.ts';
import { queueRoutes } from './routes/queue.ts';
import { renamingRoutes } from './routes/renaming.ts';
import { settingsRoutes } from './routes/settings.ts';
import { shiftCodeRoutes } from './routes/shift-codes.ts';
import { systemFontRoutes } from './routes/system-fonts.ts';
import { tableEditRoutes } from './routes/table-edits.ts';
import { tableRoutes } from './routes/tables.ts';
import { usageRoutes } from './routes/usage.ts';
import { variableRoutes } from './routes/variables.ts';
import type { Certificate } from '#tls/certificate.ts';

export interface HttpServerOptions {
  controller: Controller;
  keys: IdempotencyKeys;
  access: AccessOptions;
  /** The address to listen on, as a name or an IP address. */
  host: string;
  /** Other names of this machine, in addition to its addresses. */
  names?: readonly string[] | undefined;
  /** Serves over TLS. Opened, started and stopped by the caller. */
  certificate?: Certificate | undefined;
  /** Warnings of `/healthz/ready` about how the controller was started. */
  warnings?: readonly ReadinessWarning[] | undefined;
  /** How other computers reach it through `openNetwork`. Default: not at all. */
  network?: NetworkInUse | undefined;
  /** The request budget of one client. Default: more than any normal client needs. */
  requestsPerSecond?: number | undefined;
  newId: () => string;
  log: FastifyBaseLogger;
}

export interface AccessOptions {
  apiKeys: ApiKeys;
  audit: Audit;
  /** Wrong keys; shared with the text protocol. */
  guesses?: KeyGuessThrottle | undefined;
  /** Whether a request without a key is refused whatever the settings say. */
  isKeyRequired: boolean;
}

/** How other computers reach a controller, for those who ask it. */
export interface NetworkInUse {
  readonly state: ControllerNetworkState;
  warnings: () => readonly ReadinessWarning[];
}

/** Where to listen for other computers. */
export interface NetworkToOpen {
  /** IP address. */
  host: string;
  port: number;
  /** Names of this computer, in lower case. */
  names: readonly string[];
  /** Opened, started and stopped by the caller. */
  certificate: Certificate;
}

/** Percent-encoding makes up to twelve characters of one. The limit of the headers is the effective bound. */
const PARAMETER_CHARACTERS = HEADER_BYTES;

/** The HTTP server: `/api/v3`, its reference at `/docs`, `/healthz` and `/metrics`. */
export class HttpServer {
  readonly #app: FastifyApp;
  readonly #options: HttpServerOptions;
  readonly #network: NetworkListener;
  /** Every route with the access that it requires. */
  readonly routes: readonly RouteAccess[];

  private constructor(
    app: FastifyApp,
    options: HttpServerOptions,
    { routes, network }: { routes: readonly RouteAccess[]; network: NetworkListener },
  ) {
    this.#app = app;
    this.#options = options;
    this.#network = network;
    this.routes = routes;
  }

  /**
   * Registers all routes and hooks; `listen` opens the port. The guard is a parameter for benchmarks only and no option, so that no setting
   * can disable it.
   */
  static async create(options: HttpServerOptions, ownGuard = guardOf(options)): Promise<HttpServer> {
    const { controller, access } = options;
    const network = new NetworkListener({ ...HTTP_LIMITS, handshakeTimeout: ARRIVAL_LIMIT }, limitNetwork);
    const isKeyRequired = ({ socket }: IncomingMessage): boolean =>
      access.isKeyRequired || controller.settings.isKeyRequired || network.isFrom(socket);
    const guard: Guard = (request) => (network.guardOf(request.socket) ?? ownGuard)(request);
    const cache = new ResponseCache();
    const clients = new ClientBudgets(budgetsOf(options.requestsPerSecond));
    const front = { cache, guard, clients, isKeyRequired, requests: controller.metrics.requests };
    const app = openFastify(options, guard, (next) => {
      const handler = serveFromCache(front, next);
      network.use(handler);
      return handler;
    });
    answerFailures(app);
    limitConnections(app.server, CONNECTION_LIMITS, ownConnections());
    readCommandExpiry(app, controller.commandClock);
    guardRequests(app, guard);
    limitRequests(app, clients);
    const routes = guardAccess(app, { ...access, isKeyRequired, controller });
    handleUnknownRoutes(app);
    drainBodies(app, ARRIVAL_LIMIT);
    const charges = new BodyCharges(new BodyBudget(BODY_BUDGET));
    charges.watch(app);
    acceptJson(app, charges);
    auditUses(app, access.audit, controller);
    closeOnRevokedKey(app, access.apiKeys);
    handleIdempotentRequests(app, options.keys);
    await describeApi(app);
    healthRoute(app, controller, options);
    metricsRoute(app, controller);
    await app.register(async (scope) => apiRoutes(scope.withTypeProvider<ZodTypeProvider>(), options, { cache, charges }), {
      prefix: '/api/v3',
    });
    await app.ready();
    return new HttpServer(app, options, { routes, network });
  }

  /** Listens and returns the URL. Rejects with the system's error when the port is not available. */
  async listen(port: number): Promise<string> {
    const { host, certificate } = this.#options;
    const url = await this.#app.listen({ host, port });
    return url.replace(/^http/, certificate ? 'https' : 'http').replace('//[::]:', '//[::1]:');
  }

  /**
   * Listens for other computers, too. Requests that come through this listener need a key. Returns a function that closes it and, after so many
   * milliseconds, its remaining connections. Rejects with the system's error when the port is not available.
   */
  openNetwork({ host, port, names, certificate }: NetworkToOpen): Promise<(patience: number) => Promise<void>> {
    const guard = guardOf({ ...this.#options, host, names, certificate });
    const onError = (error: Error): void => this.#options.log.error({ err: error }, 'the listener for other computers failed');
    return this.#network.open({ host, port, certificate, guard, onError });
  }

  /** The OpenAPI document. */
  document(): object {
    return this.#app.swagger();
  }

  /** Accepts no more requests, finishes those in progress, and closes the remaining connections after `milliseconds`. */
  async close(milliseconds: number): Promise<void> {
    const deadline = setTimeout(() => this.#app.server.closeAllConnections(), milliseconds);
    try {
      await this.#app.close();
    } finally {
      clearTimeout(deadline);
    }
    await this.#options.access.audit.idle();
  }
}

function guardOf({ host, names = [], certificate, controller }: GuardedPart): Guard {
  return makeGuard({ host, names, isEncrypted: certificate !== undefined, isSafeMode: controller.isSafeMode });
}

type GuardedPart = Pick<HttpServerOptions, 'host' | 'names' | 'certificate' | 'controller'>;

function openFastify({ log, newId, certificate }: HttpServerOptions, guard: Guard, front: Front): FastifyApp {
  return fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newId,
    requestIdHeader: false,
    // Almost no request logs anything; `logOf` creates a child logger when one does.
    childLoggerFactory: (logger) => logger,
    serverFactory: serverFactory(certificate, front),
    return503OnClosing: false,
    routerOptions: { maxParamLength: PARAMETER_CHARACTERS },
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => {
      sendProblem(request, reply, guard(request.raw) ?? asProblem(error, request));
    },
  }).withTypeProvider<ZodTypeProvider>();
}

function answerFailures(app: FastifyApp): void {
  app.setErrorHandler((error, request, reply) => sendProblem(request, reply, asProblem(error, request)));
  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
}

interface Shared {
  cache: ResponseCache;
  charges: BodyCharges;
}

function apiRoutes(app: FastifyApp, { controller, access, network }: HttpServerOptions, { cache, charges }: Shared): void {
  refuseUnknownKeys(app);
  refusePublished(app, controller);
  tagResponses(app);
  cacheResponses(app, cache);
  labelRoutes(app, controller);
  simulationRoute(app, controller);
  labelVersionRoutes(app, controller);
  labelAcceptanceRoutes(app, controller);
  tableRoutes(app, controller, charges);
  tableEditRoutes(app, controller);
  preflightRoutes(app, controller);
  variableRoutes(app, controller);
  counterRoutes(app, controller);
  plantNumberRoutes(app, controller);
  shiftCodeRoutes(app, controller);
  usageRoutes(app, controller);
  renamingRoutes(app, controller);
  settingsRoutes(app, controller);
  networkRoute(app, network);
  fontRoutes(app, controller, charges);
  systemFontRoutes(app, controller);
  printerRoutes(app, controller);
  printerConfigurationRoutes(app, controller);
  deviceMessageRoutes(app, controller);
  printerFrameRoutes(app, controller);
  simulatedFaultRoutes(app, controller);
  lineRoutes(app, controller);
  recordedEventRoutes(app, controller);
  webhookRoutes(app, controller);
  emailRoutes(app, controller);
  downtimeRoutes(app, controller);
  sparkplugRoutes(app, controller);
  plantRoutes(app, controller);
  signalDeviceRoutes(app, controller);
  printerSettingsRoutes(app, controller);
  printingRoutes(app, controller);
  queueRoutes(app, controller);
  orderRoutes(app, controller);
  orderFolderRoutes(app, controller);
  planRoute(app, controller);
  historyRoutes(app, controller);
  missedTriggerRoutes(app, controller);
  engineCountRoutes(app, controller);
  printReportRoutes(app, controller);
  firstPrintCheckRoutes(app, controller);
  printRoutes(app, controller);
  printBlockRoutes(app, controller);
  readerRoutes(app, controller);
  reworkRoutes(app, controller);
  clockRoutes(app, controller);
  auditRoute(app, access.audit);
  keyRoutes(app, access.apiKeys);
  backupRoutes(app, controller);
  eventRoutes(app, controller);
  openApiRoute(app);
}
