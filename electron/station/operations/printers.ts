import { z } from 'zod';
import { heldMessagesSchema, nextMessageSchema, printerMessagesSchema } from '#contract/api-v3/device-message.ts';
import { engineKindSchema } from '#contract/api-v3/engine.ts';
import { foundPrintersSchema } from '#contract/api-v3/found-printer.ts';
import { triggerResultSchema } from '#contract/api-v3/print-job.ts';
import { printerConfigurationSchema, printerDetailSchema, printerTestSchema } from '#contract/api-v3/printer-configuration.ts';
import { ProblemError } from '#contract/problem.ts';
import type { StationHandlers } from '#contract/station/index.ts';
import { TRIGGER_LIMIT } from '../connections/command-time.ts';
import { authorHeaders, idempotencyHeaders } from '../connections/command-headers.ts';
import { apiPath, queryText } from '../connections/controller-path.ts';
import type { Controllers } from '../connections/controllers.ts';
import { preconditionFor } from '../connections/current-content.ts';
import type { StationModules } from '../modules/station-modules.ts';
import { requireExtensions } from './require-extensions.ts';

const WHAT = 'the configuration of printers';

/** The part of a printer that the page edits. */
const editedSchema = z.object({ configuration: printerConfigurationSchema });

/** Every operation throws `controller-refused` for a controller without this extension. */
export function printersOperations(modules: StationModules): StationHandlers['printers'] {
  const { controllers } = modules;
  return {
    kinds: async ({ connection }) => {
      requireExtensions(controllers, connection, WHAT);
      return controllers.read(connection, apiPath`/engines`, z.array(engineKindSchema));
    },
    detail: async ({ connection, printer }) => {
      requireExtensions(controllers, connection, WHAT);
      return controllers.read(connection, apiPath`/printers/${printer}`, printerDetailSchema);
    },
    put: async ({ connection, printer, configuration, expected, afterJob }) => {
      requireExtensions(controllers, connection, WHAT);
      const path = apiPath`/printers/${printer}`;
      const address = { connection, name: printer, path, schema: editedSchema };
      const headers = await preconditionFor(controllers, address, expected && { configuration: expected });
      const query = queryText({ afterJob: afterJob ? 'true' : undefined });
      const { status } = await controllers.change(connection, { method: 'PUT', path: path + query, json: configuration, headers });
      controllers.listAgain(connection);
      return { result: status === 201 ? 'created' : status === 202 ? 'deferred' : 'changed' };
    },
    remove: async ({ connection, printer }) => {
      requireExtensions(controllers, connection, WHAT);
      await controllers.change(connection, { method: 'DELETE', path: apiPath`/printers/${printer}` });
      controllers.listAgain(connection);
      return {};
    },
    setEnabled: async ({ connection, printer, isEnabled }) => {
      requireExtensions(controllers, connection, WHAT);
      const path = isEnabled ? apiPath`/printers/${printer}/enable` : apiPath`/printers/${printer}/disable`;
      await controllers.change(connection, { method: 'POST', path });
      controllers.listAgain(connection);
      return {};
    },
    ...actionsOn(modules),
    test: async ({ connection, configuration, printer }) => {
      requireExtensions(controllers, connection, WHAT);
      const path = printer === undefined ? apiPath`/printers/test` : apiPath`/printers/${printer}/test`;
      const { value } = await controllers.change(connection, { method: 'POST', path, json: configuration });
      const test = printerTestSchema.safeParse(value);
      if (test.success) return test.data;
      const detail = 'The result of the test does not have the expected format.';
      throw new ProblemError('controller-answer-invalid', { detail }, { cause: test.error });
    },
    search: async ({ connection }) => {
      requireExtensions(controllers, connection, WHAT);
      const { value } = await controllers.change(connection, { method: 'POST', path: apiPath`/printers/search` });
      const found = foundPrintersSchema.safeParse(value);
      if (found.success) return found.data;
      const detail = 'The result of the search does not have the expected format.';
      throw new ProblemError('controller-answer-invalid', { detail }, { cause: found.error });
    },
    ...messagesOperations(controllers),
  };
}

type MessagesOperations = Pick<StationHandlers['printers'], 'messages' | 'putMessages' | 'heldMessages' | 'nextMessage'>;

/** The messages of printers that draw on board. */
function messagesOperations(controllers: Controllers): MessagesOperations {
  return {
    messages: async ({ connection, printer }) => {
      requireExtensions(controllers, connection, WHAT);
      return controllers.read(connection, apiPath`/printers/${printer}/messages`, printerMessagesSchema);
    },
    putMessages: async ({ connection, printer, messages, expected }) => {
      requireExtensions(controllers, connection, WHAT);
      const path = apiPath`/printers/${printer}/messages`;
      const headers = await preconditionFor(controllers, { connection, name: printer, path, schema: printerMessagesSchema }, expected);
      await controllers.change(connection, { method: 'PUT', path, json: messages, headers });
      return {};
    },
    heldMessages: async ({ connection, printer }) => {
      requireExtensions(controllers, connection, WHAT);
      return controllers.read(connection, apiPath`/printers/${printer}/heldMessages`, heldMessagesSchema);
    },
    nextMessage: async ({ connection, printer }) => {
      requireExtensions(controllers, connection, WHAT);
      return controllers.read(connection, apiPath`/printers/${printer}/nextMessage`, nextMessageSchema);
    },
  };
}

/** What is done to one printer, apart from its configuration. */
function actionsOn({
  controllers,
  clock,
  lines,
  author,
}: StationModules): Pick<StationHandlers['printers'], 'rename' | 'acceptDevice' | 'discardPending' | 'testPrint'> {
  return {
    rename: async ({ connection, printer, newName }) => {
      requireExtensions(controllers, connection, WHAT);
      await controllers.change(connection, { method: 'POST', path: apiPath`/printers/${printer}/rename`, json: { name: newName } });
      await lines.renamePrinter({ connection, printer }, newName);
      controllers.listAgain(connection);
      return {};
    },
    acceptDevice: async ({ connection, printer, idempotencyKey }) => {
      requireExtensions(controllers, connection, WHAT);
      const headers = { ...idempotencyHeaders(idempotencyKey), ...authorHeaders(author()) };
      await controllers.change(connection, { method: 'POST', path: apiPath`/printers/${printer}/acceptDevice`, headers });
      return {};
    },
    discardPending: async ({ connection, printer }) => {
      requireExtensions(controllers, connection, WHAT);
      await controllers.change(connection, { method: 'DELETE', path: apiPath`/printers/${printer}/pendingConfiguration` });
      return {};
    },
    testPrint: async ({ connection, printer, idempotencyKey, content }, pressedAt = clock.elapsed()) => {
      requireExtensions(controllers, connection, WHAT);
      const headers = { ...idempotencyHeaders(idempotencyKey), ...authorHeaders(author()) };
      const path = apiPath`/printers/${printer}/testPrint`;
      const time = { pressedAt, limit: TRIGGER_LIMIT, refusal: 'No test print was made' };
      const { value } = await controllers.change(connection, { method: 'POST', path, headers, time, ...(content && { json: content }) });
      return triggerResultSchema.parse(value);
    },
  };
}
