import { ProblemError } from '#contract/problem.ts';
import { stationContract, type StationClient } from '#contract/station/index.ts';
import type { Feed, Operation, Query } from '#contract/station/operation.ts';

/** The outcome of each call by the name of its operation: `ok`, or the slug of the problem that the station answered with. */
export type CallOutcomes = Record<string, string>;

type AnyClient = Record<string, Record<string, (input: unknown, signal?: AbortSignal) => unknown>>;

/**
 * Calls every query and opens every feed of the contract that needs no more than these parameters, over the port of a client. Checks each answer and each
 * first event with the schema of the contract.
 */
export async function callEachRead(client: StationClient, parameters: Record<string, unknown>): Promise<CallOutcomes> {
  const outcomes: CallOutcomes = {};
  for (const [noun, operations] of Object.entries(stationContract)) {
    for (const [verb, operation] of Object.entries(operations as Record<string, Operation>)) {
      if (operation.kind === 'command' || !operation.input.safeParse(parameters).success) continue;
      const call = (client as unknown as AnyClient)[noun]?.[verb];
      outcomes[`${noun}.${verb}`] = await outcomeOf(operation, (signal) => call?.(parameters, signal));
    }
  }
  return outcomes;
}

async function outcomeOf(operation: Query | Feed, call: (signal: AbortSignal) => unknown): Promise<string> {
  const end = new AbortController();
  try {
    if (operation.kind === 'query') return judge(operation.output.safeParse(await call(end.signal)).success);
    for await (const event of call(end.signal) as AsyncIterable<{ type: string }>) {
      return judge(event.type === 'snapshot' && operation.event.safeParse(event).success);
    }
    return 'ended';
  } catch (error) {
    if (error instanceof ProblemError) return error.slug;
    throw error;
  } finally {
    end.abort();
  }
}

const judge = (isRight: boolean): string => (isRight ? 'ok' : 'not as in the contract');
