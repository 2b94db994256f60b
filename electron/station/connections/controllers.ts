import type { z } from 'zod';
import { ProblemError } from '#contract/problem.ts';
import type { Connections } from './connections.ts';
import type { ControllerClient, ControllerRequest, JsonAnswer } from './controller-client.ts';

/** Requests to controllers by the identifier of their connection. Nothing is sent to a controller that is not online. */
export class Controllers {
  readonly #connections: Connections;

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  /** Reads what has the shape of `schema`. Throws `controller-answer-invalid` when it has not, and what the controller answers otherwise. */
  read<Schema extends z.ZodType>(connection: string, path: string, schema: Schema): Promise<z.output<Schema>> {
    return this.#ask(connection, (client) => client.read(schema, { method: 'GET', path }));
  }

  /** Sends a change, once, and returns the status with the JSON of the answer. */
  change(connection: string, request: ControllerRequest): Promise<JsonAnswer> {
    return this.#ask(connection, (client) => client.json(request));
  }

  /** Reads JSON of any shape, with the ETag where the controller gives one. */
  readTagged(connection: string, path: string): Promise<JsonAnswer> {
    return this.#ask(connection, (client) => client.json({ method: 'GET', path }));
  }

  /** Whether the controller answers now. */
  isOnline(connection: string): boolean {
    return this.#connections.find(connection)?.state === 'online';
  }

  /** Whether the controller has Strobe's extensions. */
  hasExtensions(connection: string): boolean {
    return this.#connections.get(connection).hasExtensions;
  }

  async #ask<Result>(id: string, ask: (client: ControllerClient) => Promise<Result>): Promise<Result> {
    const connection = this.#connections.get(id);
    try {
      return await ask(connection.online());
    } catch (error) {
      if (error instanceof ProblemError && error.slug === 'controller-unreachable') connection.suspect();
      throw error;
    }
  }
}
