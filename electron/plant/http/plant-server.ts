import swagger from '@fastify/swagger';
import { fastify, LogController, type FastifyBaseLogger, type FastifyRequest } from 'fastify';
import { createJsonSchemaTransform, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { ProblemError } from '#contract/problem.ts';
import { PLANT_UPDATES_FOLDER } from '#contract/updates/latest-package.ts';
import { budgetsOf, ClientBudgets, clientOf, limitRequests } from '#http/app/client-budgets.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { limitRefusals } from '#http/app/limit-refusals.ts';
import { guardRequests, makeGuard, type Guard } from '#http/app/request-guard.ts';
import { handleUnknownRoutes } from '#http/answer/not-found.ts';
import { answerBrokenRequest, asProblem, sendProblem } from '#http/answer/problems.ts';
import { refuseUnknownKeys } from '#http/answer/unknown-keys.ts';
import { compileValidator } from '#http/answer/validate.ts';
import { BODY_BUDGET, BodyBudget } from '#http/body/body-budget.ts';
import { acceptJson } from '#http/body/body-parsers.ts';
import { BodyCharges } from '#http/body/charge-bodies.ts';
import { drainBodies } from '#http/body/drain-bodies.ts';
import { ARRIVAL_LIMIT, serverFactory } from '#http/connections/create-server.ts';
import { CONNECTION_LIMITS, limitConnections } from '#http/connections/limit-connections.ts';
import { KeyGuessThrottle } from '#http/keys/key-guess-throttle.ts';
import { servePage } from '#http/page/serve-page-files.ts';
import type { Certificate } from '#tls/certificate.ts';
import { databaseFault } from '../database/database-fault.ts';
import type { Plant } from '../plant.ts';
import { UpdateFolder } from '../updates/update-folder.ts';
import { guardPlantAccess } from './app/guard-plant-access.ts';
import { archiveRoutes } from './routes/archive.ts';
import { controllerRoutes } from './routes/controllers.ts';
import { healthRoutes, openApiRoute } from './routes/health.ts';
import { keyRoutes, sessionRoutes } from './routes/keys.ts';
import { libraryRoutes } from './routes/library.ts';
import { lineLibraryRoutes } from './routes/line-library.ts';
import { rowRunRoutes } from './routes/row-runs.ts';
import { serialRoutes } from './routes/serials.ts';
import { updateFileRoutes } from './routes/update-files.ts';

export interface PlantServerOptions {
  plant: Plant;
  version: string;
  /** The address to listen on, as a name or an IP address. */
  host: string;
  /** Other names of this machine, in lower case. */
  names: readonly string[];
  /** Serves over TLS. Opened, started and stopped by the caller. */
  certificate?: Certificate | undefined;
  /** The folder of the built page. The server has no page when left out. */
  pageRoot?: string | undefined;
  /** The folder with packages of Strobe for the computers of the lines. */
  updates?: string | undefined;
  newId: () => string;
  log: FastifyBaseLogger;
}

/** How addresses begin that are none of the page. */
const API_PATHS = ['/plant/', '/healthz', '/openapi.json', `/${PLANT_UPDATES_FOLDER}/`];
const RETRY_SECONDS = 5;
/** Requests per second of one address: a controller sends a few, and a person at a page some dozens. */
const REQUESTS_PER_SECOND = 200;
/** Requests per second of one controller, or of a key that reads. */
const REQUESTS_OF_CALLER = 50;

/** The HTTP server of the plant: `/plant/v1`, `/healthz`, `/openapi.json`, `/updates`, and the page at every other address. */
export class PlantServer {
  readonly #app: FastifyApp;
  readonly #options: PlantServerOptions;

  private constructor(app: FastifyApp, options: PlantServerOptions) {
    this.#app = app;
    this.#options = options;
  }

  static async create(options: PlantServerOptions): Promise<PlantServer> {
    const { host, names, certificate, plant, version, pageRoot, updates, log } = options;
    const isPage = (url: string): boolean => !API_PATHS.some((path) => url.startsWith(path));
    const guard = makeGuard({ host, names, isEncrypted: certificate !== undefined, isSafeMode: false, isPage });
    const app = openFastify(options, guard);
    app.setErrorHandler((error, request, reply) => {
      const problem = plantProblem(error, request);
      if (problem.slug === 'database-unavailable') void reply.header('retry-after', RETRY_SECONDS);
      return sendProblem(request, reply, problem);
    });
    app.setValidatorCompiler(compileValidator);
    app.setSerializerCompiler(() => (data) => JSON.stringify(data));
    limitConnections(app.server, CONNECTION_LIMITS);
    guardRequests(app, guard);
    limitRequests(app, new ClientBudgets(budgetsOf(REQUESTS_PER_SECOND)));
    const guesses = new KeyGuessThrottle({ recordRefusal: async (use, status) => log.warn({ ...use, status }, 'wrong keys were refused') });
    guardPlantAccess(app, { plant, guesses });
    limitRequests(app, new ClientBudgets(budgetsOf(REQUESTS_OF_CALLER)), callerOf);
    limitRefusals(app, keyOf);
    handleUnknownRoutes(app);
    drainBodies(app, ARRIVAL_LIMIT);
    const charges = new BodyCharges(new BodyBudget(BODY_BUDGET));
    charges.watch(app);
    acceptJson(app, charges);
    await describe(app);
    healthRoutes(app, plant, version);
    openApiRoute(app);
    await updateFileRoutes(app, updates === undefined ? undefined : new UpdateFolder(updates));
    await app.register(
      async (scope) => {
        const api = scope.withTypeProvider<ZodTypeProvider>();
        refuseUnknownKeys(api);
        sessionRoutes(api, plant, guesses);
        keyRoutes(api, plant);
        archiveRoutes(api, plant);
        controllerRoutes(api, plant, charges);
        serialRoutes(api, plant);
        rowRunRoutes(api, plant);
        libraryRoutes(api, plant, charges);
        lineLibraryRoutes(api, plant, charges);
      },
      { prefix: '/plant/v1' },
    );
    if (pageRoot !== undefined) servePage(app, { root: pageRoot, config: { isPage: true }, otherPaths: API_PATHS });
    await app.ready();
    return new PlantServer(app, options);
  }

  /** Listens and returns the URL. Rejects with the system's error when the port is not available. */
  async listen(port: number): Promise<string> {
    const { host, certificate } = this.#options;
    const url = await this.#app.listen({ host, port });
    return url.replace(/^http/, certificate ? 'https' : 'http').replace('//[::]:', '//[::1]:');
  }

  /** Accepts no more requests, finishes those in progress, and closes the remaining connections after so many milliseconds. */
  async close(milliseconds: number): Promise<void> {
    const deadline = setTimeout(() => this.#app.server.closeAllConnections(), milliseconds);
    try {
      await this.#app.close();
    } finally {
      clearTimeout(deadline);
    }
  }

  /** The OpenAPI document. */
  document(): object {
    return this.#app.swagger();
  }
}

function openFastify({ log, newId, certificate }: PlantServerOptions, guard: Guard): FastifyApp {
  return fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newId,
    requestIdHeader: false,
    childLoggerFactory: (logger) => logger,
    serverFactory: serverFactory(certificate, (next) => next),
    return503OnClosing: false,
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => {
      sendProblem(request, reply, guard(request.raw) ?? asProblem(error, request));
    },
  }).withTypeProvider<ZodTypeProvider>();
}

/**
 * The key of a request with the address that it comes from; undefined without one: behind a load balancer, people who sign in and its own checks of the health
 * must not wait because of others at the same address.
 */
function keyOf({ raw, plantGrant }: FastifyRequest): string | undefined {
  return plantGrant && `${clientOf(raw)} ${plantGrant.name}`;
}

/** Lines that share an address and a key are told apart by the controller that their requests name. */
function callerOf(request: FastifyRequest): string | undefined {
  const key = keyOf(request);
  const { controller = '' } = (request.params ?? {}) as { controller?: string };
  return key && `${key} ${controller}`;
}

/** A fault of the database is not this program's: the answer says what an administrator can do, and that a client may try again. */
function plantProblem(error: unknown, request: FastifyRequest): ProblemError {
  if (error instanceof ProblemError) return error;
  const fault = databaseFault(error);
  return fault ? new ProblemError('database-unavailable', { detail: fault.text }, { cause: error }) : asProblem(error, request);
}

const DESCRIPTION = `The archive of many controllers: what was printed, on which line, when, and with which values; and the library of what they print.

A request sends \`Authorization: Bearer\` with a key that has the scope of the operation, \`x-scope\`. Every failure is a problem document (RFC 9457).`;

async function describe(app: FastifyApp): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Strobe plant', version: '1', description: DESCRIPTION },
      tags: ['controllers', 'archive', 'library', 'serials', 'rows', 'keys', 'service'].map((name) => ({ name })),
      components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
    },
    // A registry of its own: components that another server of this process has registered are not used.
    transform: createJsonSchemaTransform({ schemaRegistry: z.registry<{ id?: string | undefined }>() }),
  });
}
