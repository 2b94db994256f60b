import type { z } from 'zod';
import { ProblemError } from '#contract/problem.ts';
import { tooLate } from './command-time.ts';
import type { Connections } from './connections.ts';
import type { ControllerClient, ControllerRequest, JsonAnswer } from './controller-client.ts';

/**
 * Requests to controllers, by connection id. Every method throws `not-found` for an unknown connection, and `controller-unreachable`, without
 * sending anything, for a controller that is not online.
 */
export class Controllers {
  readonly #connections: Connections;

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  /** GETs a value of this schema. Throws the controller's problem, or `controller-answer-invalid` when the answer does not match the schema. */
  read<Schema extends z.ZodType>(connection: string, path: string, schema: Schema): Promise<z.output<Schema>> {
    return this.#withClient(connection, (client) => client.read(schema, { method: 'GET', path }));
  }

  /**
   * Sends a command once, without retries. Returns the status and the JSON of the answer, or throws the controller's problem. A command that is too late
   * throws `command-expired`, whether the station or the controller found that out.
   */
  async change(connection: string, request: ControllerRequest): Promise<JsonAnswer> {
    try {
      return await this.#withClient(connection, (client) => client.json(request));
    } catch (error) {
      if (request.time && error instanceof ProblemError && error.slug === 'command-expired') throw tooLate(request.time);
      throw error;
    }
  }

  /** GETs JSON of any shape, with the ETag if the controller sends one. */
  readTagged(connection: string, path: string): Promise<JsonAnswer> {
    return this.#withClient(connection, (client) => client.json({ method: 'GET', path }));
  }

  /** Whether the last check of the controller was answered. */
  isOnline(connection: string): boolean {
    return this.#connections.find(connection)?.state === 'online';
  }

  /** Whether the controller has Strobe's extensions. */
  hasExtensions(connection: string): boolean {
    return this.#connections.get(connection).hasExtensions;
  }

  /** Reads the controller's list of printers again, soon: it was changed. */
  listAgain(connection: string): void {
    this.#connections.get(connection).checkNow({ isListChanged: true });
  }

  async #withClient<Result>(id: string, request: (client: ControllerClient) => Promise<Result>): Promise<Result> {
    const connection = this.#connections.get(id);
    try {
      return await request(connection.getClient());
    } catch (error) {
      if (error instanceof ProblemError && error.slug === 'controller-unreachable') connection.checkNow();
      throw error;
    }
  }
}
