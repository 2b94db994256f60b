import { z } from 'zod';
import { ProblemError } from '#contract/problem.ts';
import { problemSchema } from '#contract/problem-schema.ts';
import { stationContract, type StationHandlers } from '#contract/station/index.ts';
import type { Journal } from '../journal/journal.ts';

/** What is done to alarms stands in the journal as what became of them, and a draft once it is sent. */
const TOLD_ELSEWHERE: ReadonlySet<string> = new Set(['alarms', 'drafts.keep', 'drafts.send']);
/** What an order names, in the order in which it is told. */
const NAMES = ['label', 'family', 'style', 'url', 'supply', 'print', 'outcome', 'fingerprint'] as const;
const NAMES_OF_JOB = ['labelName', 'tableName', 'key', 'copies', 'description'] as const;

const editSchema = z.object({ row: z.number(), column: z.string(), was: z.string().optional(), value: z.string() });
const EDITS_TOLD = 3;

type Input = Record<string, unknown>;
type Handling = (input: Input, signal: AbortSignal) => unknown;

/** The same operations; every command that comes through them stands in the journal, with how it ended. `person` is who gives it here. */
export function journaled(handlers: StationHandlers, journal: Journal, person: string): StationHandlers {
  const nouns = Object.entries(handlers).map(([noun, verbs]) => {
    const known = stationContract[noun as keyof StationHandlers] as Record<string, { kind: string }>;
    const told = Object.entries(verbs as Record<string, unknown>).map(([verb, handler]) => {
      const isTold = known[verb]?.kind === 'command' && !TOLD_ELSEWHERE.has(noun) && !TOLD_ELSEWHERE.has(`${noun}.${verb}`);
      return [verb, isTold ? noting(`${noun}.${verb}`, handler as Handling, { journal, person }) : handler];
    });
    return [noun, Object.fromEntries(told)];
  });
  return Object.fromEntries(nouns) as StationHandlers;
}

function noting(operation: string, handler: Handling, { journal, person }: { journal: Journal; person: string }): Handling {
  return async (input, signal) => {
    const order = { ...orderOf(operation, input), person };
    const failed = (printer: string | null, reason: string): void => journal.note({ event: 'command-failed', ...order, printer, reason });
    try {
      const answer = await handler(input, signal);
      for (const printer of printersOf(input)) {
        const refusal = refusalOf(answer, printer);
        if (refusal !== undefined) failed(printer, refusal);
        else journal.note({ event: 'command-done', ...order, printer, reason: textOf(input['reason']) });
      }
      return answer;
    } catch (error) {
      const reason = error instanceof ProblemError ? error.message : 'Something went wrong inside the station.';
      for (const printer of printersOf(input)) failed(printer, reason);
      throw error;
    }
  };
}

function orderOf(subject: string, input: Input) {
  const job = (input['job'] ?? {}) as Input;
  const named = [
    nameOf(input),
    ...NAMES.map((name) => textOf(input[name])),
    ...NAMES_OF_JOB.map((name) => textOf(job[name])),
    ...editsOf(input),
  ];
  const connection = textOf(input['connection'] ?? (subject.startsWith('connections.') ? input['id'] : undefined));
  return {
    subject,
    connection: connection === '' ? undefined : connection,
    detail: named.filter((text) => text !== '').join(' · '),
  };
}

/** What it is about; for a renaming from what to what. */
function nameOf({ name, newName }: Input): string {
  return [textOf(name), textOf(newName)].filter(Boolean).join(' → ');
}

/** Cells that are changed: where, and from what to what. Rows are counted from 1, as people do. */
function editsOf({ edits }: Input): string[] {
  const { cells } = z
    .object({ cells: z.array(editSchema) })
    .catch({ cells: [] })
    .parse(edits);
  return cells.slice(0, EDITS_TOLD).map(({ row, column, was, value }) => `${column} ${row + 1}: ${was ?? ''} → ${value}`);
}

/** An order for several printers stands in the journal once for each; one for none of them once. */
function printersOf({ printer, printers }: Input): (string | null)[] {
  if (!Array.isArray(printers)) return [textOf(printer) || null];
  const names = printers.filter((name) => typeof name === 'string');
  return names.length > 0 ? names : [null];
}

const refusalsSchema = z.object({ printers: z.array(z.object({ printer: z.string(), problem: problemSchema.nullable() })) });

/** Why one of several printers did not do it, where the answer says so. */
function refusalOf(answer: unknown, printer: string | null): string | undefined {
  const { printers = [] } = refusalsSchema.safeParse(answer).data ?? {};
  const problem = printers.find((one) => one.printer === printer)?.problem;
  return problem ? (problem.detail ?? problem.title) : undefined;
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
