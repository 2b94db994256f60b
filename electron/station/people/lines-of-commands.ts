import { z } from 'zod';
import { printDetailSchema } from '#contract/api-v3/print.ts';
import type { Changeovers } from '../changeovers/changeovers.ts';
import { apiPath } from '../connections/controller-path.ts';
import type { Controllers } from '../connections/controllers.ts';
import { placeKey } from '../lines/line-membership.ts';
import type { Lines } from '../lines/lines.ts';

export interface LinesOfCommandsOptions {
  lines: Pick<Lines, 'list'>;
  changeovers: Pick<Changeovers, 'lineOf'>;
  controllers: Pick<Controllers, 'read'>;
}

/** The fields by which commands name their place. */
const placeSchema = z.object({
  line: z.string().optional().catch(undefined),
  changeover: z.string().optional(),
  connection: z.string().optional(),
  printer: z.string().optional(),
  printers: z.array(z.string()).optional(),
  print: z.number().optional(),
  name: z.string().optional(),
});

/** Commands whose `name` is that of a controller's line. */
const NAME_A_LINE: ReadonlySet<string> = new Set(['lineStops.resume', 'downtime.stateReason']);

/** Finds the lines that commands concern. */
export class LinesOfCommands {
  readonly #options: LinesOfCommandsOptions;

  constructor(options: LinesOfCommandsOptions) {
    this.#options = options;
  }

  /**
   * Ids of the lines that a command concerns by its printers, print, changeover or line; undefined for a printer of no line. Empty when the input
   * names none of them. Rejects with the problems of the controller that is asked whose print it is.
   */
  async of(operation: string, input: unknown): Promise<(string | undefined)[]> {
    const { line, changeover, connection, printer, printers = [], print, name } = placeSchema.parse(input);
    if (changeover !== undefined) return [this.#options.changeovers.lineOf(changeover)];
    if (connection === undefined) return line === undefined ? [] : [line];
    if (NAME_A_LINE.has(operation) && name !== undefined) return [this.#lineWith({ connection, name })];
    const named = printer === undefined ? printers : [printer, ...printers];
    if (named.length > 0) return named.map((one) => this.#lineWith({ connection, printer: one }));
    if (print === undefined) return [];
    const made = await this.#options.controllers.read(connection, apiPath`/prints/${String(print)}`, printDetailSchema);
    return [this.#lineWith({ connection, printer: made.printer })];
  }

  #lineWith(place: { connection: string; printer: string } | { connection: string; name: string }): string | undefined {
    const key = placeKey(place);
    const members = this.#options.lines.list.find(({ printers, controllerLines }) =>
      ('printer' in place ? printers : controllerLines).some((member) => placeKey(member) === key),
    );
    return members?.id;
  }
}
