import { z } from 'zod';
import { ProblemError } from '#contract/problem.ts';
import { problemSchema } from '#contract/problem-schema.ts';
import type { StationHandlers } from '#contract/station/index.ts';
import type { EventLog } from '../event-log/event-log.ts';
import { currentSecondPerson } from '../people/callers.ts';
import { decorateHandlers, type AnyHandler } from '../platform/decorate-handlers.ts';

/**
 * Nouns and operations that write their own entries: alarms log their transitions, unsaved edits the commands that they become, screens who
 * signed in.
 */
const LOGGED_ELSEWHERE: ReadonlySet<string> = new Set([
  'alarms',
  'unsavedEdits.keep',
  'unsavedEdits.send',
  'people.signIn',
  'people.signInWithBadge',
  'people.signOut',
  'people.lock',
  'people.stayActive',
]);
/** Input fields that make up an entry's detail, in this order. */
const DETAIL_FIELDS = [
  'label',
  'family',
  'style',
  'url',
  'supply',
  'print',
  'outcome',
  'verdict',
  'decision',
  'fingerprint',
  'fault',
] as const;
const JOB_DETAIL_FIELDS = ['labelName', 'tableName', 'key', 'copies', 'description'] as const;

const editSchema = z.object({ row: z.number(), column: z.string(), was: z.string().optional(), value: z.string() });
const MAX_EDITS = 3;

type Input = Record<string, unknown>;

/** Decorates the handlers: every command is written to the event log with its outcome, as a command of the person that `person` names. */
export function withEventLog(handlers: StationHandlers, eventLog: EventLog, person: () => string): StationHandlers {
  return decorateHandlers(handlers, ({ name, noun, kind }, handler) => {
    const isLogged = kind === 'command' && !LOGGED_ELSEWHERE.has(noun) && !LOGGED_ELSEWHERE.has(name);
    return isLogged ? logged(name, handler, { eventLog, person }) : handler;
  });
}

function logged(operation: string, handler: AnyHandler, { eventLog, person }: { eventLog: EventLog; person: () => string }): AnyHandler {
  return async (given, ...context) => {
    const input = given as Input;
    const command = { ...describe(operation, input), person: personsOf(person()) };
    const failed = (printer: string | null, reason: string): void => eventLog.add({ event: 'command-failed', ...command, printer, reason });
    try {
      const answer = await handler(input, ...context);
      for (const printer of printersOf(input)) {
        const refusal = refusalOf(answer, printer);
        if (refusal !== undefined) failed(printer, refusal);
        else {
          const detail = [command.detail, jobsOf(answer, printer)].filter(Boolean).join(' → ');
          eventLog.add({ event: 'command-done', ...command, detail, printer, reason: textOf(input['reason']) });
        }
      }
      return answer;
    } catch (error) {
      // The page asks for the second person and sends the command again; the audit log has the refusal.
      if (error instanceof ProblemError && error.slug === 'second-person-required') throw error;
      const reason = failureText(error);
      for (const printer of printersOf(input)) failed(printer, reason);
      throw error;
    }
  };
}

/** Who gave a command, and the second person who has confirmed it, in a form that needs no translation. */
function personsOf(person: string): string {
  const second = currentSecondPerson();
  return second ? `${person} + ${second.name}` : person;
}

/** Why a command failed, for a person. */
export function failureText(error: unknown): string {
  return error instanceof ProblemError ? error.message : 'Internal error of the station.';
}

function describe(subject: string, input: Input) {
  const job = (input['job'] ?? {}) as Input;
  const secondPerson = (input['by'] ?? {}) as Input;
  const parts = [
    nameOf(input),
    textOf(secondPerson['name']),
    ...DETAIL_FIELDS.map((name) => textOf(input[name])),
    ...JOB_DETAIL_FIELDS.map((name) => textOf(job[name])),
    ...editsOf(input),
  ];
  const connection = textOf(input['connection'] ?? (subject.startsWith('connections.') ? input['id'] : undefined));
  return {
    subject,
    connection: connection === '' ? undefined : connection,
    detail: parts.filter((text) => text !== '').join(' · '),
  };
}

/** The item's name; old and new name for a renaming. */
function nameOf({ name, newName }: Input): string {
  return [textOf(name), textOf(newName)].filter(Boolean).join(' → ');
}

/** The first changed cells as "column row: old → new". Rows are counted from 1. */
function editsOf({ edits }: Input): string[] {
  const { cells } = z
    .object({ cells: z.array(editSchema) })
    .catch({ cells: [] })
    .parse(edits);
  return cells.slice(0, MAX_EDITS).map(({ row, column, was, value }) => `${column} ${row + 1}: ${was ?? ''} → ${value}`);
}

/** A command for several printers makes one entry for each; a command without a printer makes one. */
function printersOf({ printer, printers }: Input): (string | null)[] {
  if (!Array.isArray(printers)) return [textOf(printer) || null];
  const names = printers.filter((name) => typeof name === 'string');
  return names.length > 0 ? names : [null];
}

const refusalsSchema = z.object({ printers: z.array(z.object({ printer: z.string(), problem: problemSchema.nullable() })) });

/** Why one of several printers refused, if the answer has a problem for it. */
function refusalOf(answer: unknown, printer: string | null): string | undefined {
  const { printers = [] } = refusalsSchema.safeParse(answer).data ?? {};
  const problem = printers.find((one) => one.printer === printer)?.problem;
  return problem ? (problem.detail ?? problem.title) : undefined;
}

const jobsSchema = z.object({ jobs: z.array(z.object({ printer: z.string(), title: z.string() })) });

/** The jobs of a printer that the command has changed, if the answer names them. */
function jobsOf(answer: unknown, printer: string | null): string {
  const { jobs = [] } = jobsSchema.safeParse(answer).data ?? {};
  const titles = jobs.filter((job) => job.printer === printer).map(({ title }) => title);
  return titles.join(', ');
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
