import { printJobSchema } from '#contract/api-v3/print-job.ts';
import type { SparkplugCommands } from '#contract/api-v3/sparkplug.ts';
import { parseInput } from '#contract/parse-input.ts';
import { ProblemError } from '#contract/problem.ts';
import { isTrigger, type Audit, type KeyUse } from '../audit/audit.ts';
import type { ApiKeys, ListedKey } from '../keys/api-keys.ts';
import type { Log } from '#process/log.ts';
import type { Printing } from '../printing/printing.ts';
import { readJsonText } from '#http/json/json-text.ts';
import type { WrittenMetric } from './edge-session.ts';
import { COMMAND_METRICS, type CommandName } from './printer-readings.ts';

export interface CommandRunnerDeps {
  keys: Pick<ApiKeys, 'list'>;
  audit: Pick<Audit, 'beginAwaited' | 'beginUnawaited'>;
  printing: Pick<Printing, 'select' | 'trigger' | 'abort'>;
  newId: () => string;
  now: () => number;
  log: Log;
}

const DONE = 200;
const FAILED = 500;

/** Executes the commands of hosts at printers, with the rights of the key that a person has chosen for the printer. */
export class CommandRunner {
  readonly #deps: CommandRunnerDeps;

  constructor(deps: CommandRunnerDeps) {
    this.#deps = deps;
  }

  /** What became of a command, as a sentence; undefined if the metric is no command, or asks for nothing. Never rejects. */
  async run({ printer, name, value }: WrittenMetric, permitted: SparkplugCommands | undefined): Promise<string | undefined> {
    const command = commandOf(name);
    if (command === undefined || value === false || value === undefined || value === '') return undefined;
    const { log } = this.#deps;
    try {
      const key = await this.#keyFor(command, printer, permitted);
      return await this.#audited({ command, printer, key }, () => this.#execute(command, { printer, value, key }));
    } catch (error) {
      log.warn(`sparkplug: the command "${command}" for "${printer}" was refused`, error);
      return `${command}: ${error instanceof ProblemError ? error.message : 'an unexpected error, see the log of the controller'}`;
    }
  }

  /** Throws `forbidden`. */
  async #keyFor(command: CommandName, printer: string, permitted: SparkplugCommands | undefined): Promise<ListedKey> {
    if (!permitted?.[command]) throw new ProblemError('forbidden', { detail: `"${printer}" does not take the command "${command}".` });
    const { keys, now } = this.#deps;
    const key = (await keys.list()).findLast(({ name, revoked }) => name === permitted.key && revoked === undefined);
    if (!key || (key.expires !== undefined && key.expires <= now()))
      throw new ProblemError('forbidden', { detail: `There is no valid key "${permitted.key}".` });
    if (!key.scopes.includes('print')) throw new ProblemError('forbidden', { detail: `The key "${key.name}" has no scope "print".` });
    if (key.printers && !key.printers.includes(printer))
      throw new ProblemError('forbidden', { detail: `The key "${key.name}" may not name "${printer}".` });
    return key;
  }

  async #execute(command: CommandName, { printer, value, key }: { printer: string; value: unknown; key: ListedKey }): Promise<void> {
    const { printing } = this.#deps;
    if (command === 'trigger') await printing.trigger(printer);
    else if (command === 'abort') await printing.abort(printer);
    else await printing.select(printer, parseInput(printJobSchema, readJsonText(String(value))), { operator: key.name });
  }

  /** An abort never waits for the disk; every other command is recorded before it takes effect. */
  async #audited(
    { command, printer, key }: { command: CommandName; printer: string; key: ListedKey },
    execute: () => Promise<void>,
  ): Promise<string> {
    const { audit, newId, log } = this.#deps;
    const use: KeyUse = {
      keyName: key.name,
      operation: `SPARKPLUG ${command}`,
      path: `/printers/${encodeURIComponent(printer)}`,
      requestId: newId(),
    };
    const end = command === 'abort' || isTrigger(use) ? audit.beginUnawaited(use) : await audit.beginAwaited(use);
    const close = (status: number): void => end(status, (error) => log.error('the outcome of a command could not be audited', error));
    try {
      await execute();
      close(DONE);
      return `${command}: done`;
    } catch (error) {
      close(error instanceof ProblemError ? error.status : FAILED);
      throw error;
    }
  }
}

function commandOf(metric: string): CommandName | undefined {
  return (Object.keys(COMMAND_METRICS) as CommandName[]).find((name) => COMMAND_METRICS[name] === metric);
}
