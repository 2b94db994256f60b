/**
 * The protocol between page and station. Both links carry the same text frames, those of oRPC's peer protocol, which the clients of
 * `@orpc/client/websocket` and `@orpc/client/message-port` understand.
 *
 * - An operation's path is [noun, verb] of `contract/station`: `['printing', 'trigger']`, on the wire `/printing/trigger`.
 *   call    -> {"i":"1","p":{"u":"/printing/trigger","b":{"json":<input>}}}
 *   answer  <- {"i":"1","p":{"b":{"json":<output>}}}
 *   A command may say when its button was pressed: "p":{...,"h":{"pressed-at":"<milliseconds>"}}, by the station's clock that `/heartbeat/get` shows.
 *   A command that a second person has confirmed has the token of `/people/confirm`: "h":{"confirmation":"<token>"}.
 *   failure <- {"i":"1","p":{"s":409,"b":{"json":{"defined":false,"code":<type>,"status":409,"message":<text>,"data":{"problem":<Problem>}}}}}
 *   The client gets an `ORPCError` whose `data.problem` is the problem of RFC 9457; the page rebuilds a `ProblemError` from it.
 * - A feed is an async iterator. Its first event is a snapshot; after an overflow another snapshot follows in the same feed.
 *   answer  <- {"i":"2","p":{"h":{"content-type":"text/event-stream"}}}
 *   event   <- {"i":"2","t":3,"p":{"e":"message","d":{"json":<event>}}}       failure: "e":"error", "d":{"json":<as above>}
 *   end     -> {"i":"2","t":4}
 * - Input and output are JSON values only: oRPC's type notes ("meta") are refused.
 * - A malformed frame that names its call in "i" is answered with `invalid-input`.
 * - Marks (message port only, which has no other flow control): the station sends {"i":"#","t":3,"p":{"e":"message","d":<n>}} and the page sends
 *   the same frame back when it reads it. After its first echo, the page's feeds wait for its echoes.
 * - The WebSocket is at `/rpc` of the page's own origin. Calls in flight when a link closes are lost, not repeated.
 */
import { ORPCError, os, type AnyRouter } from '@orpc/server';
import { parseInput } from '#contract/parse-input.ts';
import { ProblemError } from '#contract/problem.ts';
import type { Operation } from '#contract/station/operation.ts';
import type { z } from 'zod';
import type { PageCalls } from './page-calls.ts';

export type ContractTree = Record<string, Record<string, Operation>>;
/** A command gets the time of its press and the token of its confirmation, anything else a signal. */
type AnyHandler = (input: unknown, context: AbortSignal | number | undefined, confirmation?: string) => unknown;

/** Runs a call as one of the page's screen, so that the station knows who makes it. */
export type ServeCall = <Result>(call: () => Result) => Result;

/** What a call depends on besides its input. */
export interface CallContext {
  calls: PageCalls;
  serve: ServeCall;
  /** When the button of a command was pressed, on the station's monotonic clock. */
  pressedAt?: number | undefined;
  /** The token of a second person who has confirmed the command. */
  confirmation?: string | undefined;
}

/** Logs an unexpected error, and returns the id of the log entry. */
export type ReportError = (error: unknown) => string;

export interface RouterOptions {
  contract: ContractTree;
  /** One function per operation of the contract, by noun and verb. */
  handlers: object;
  report: ReportError;
}

/** Builds the oRPC router of a contract. Every input and output is parsed by the contract's schemas. */
export function buildRouter({ contract, handlers, report }: RouterOptions): AnyRouter {
  const nouns = Object.entries(contract).map(([noun, verbs]) => {
    const operations = Object.entries(verbs).map(([verb, operation]) => {
      const handler = handlerOf(handlers, noun, verb);
      return [verb, operation.kind === 'feed' ? feedProcedure(operation, handler, report) : callProcedure(operation, handler, report)];
    });
    return [noun, Object.fromEntries(operations)];
  });
  return Object.fromEntries(nouns) as AnyRouter;
}

const procedure = os.$context<CallContext>();

function callProcedure(operation: Exclude<Operation, { kind: 'feed' }>, handler: AnyHandler, report: ReportError) {
  return procedure.handler(async ({ input, signal, context }) => {
    const leave = context.calls.enter(input);
    try {
      const parsed = parseInput(operation.input, input);
      const { pressedAt, confirmation } = context;
      const isCommand = operation.kind === 'command';
      const call = (): unknown => (isCommand ? handler(parsed, pressedAt, confirmation) : handler(parsed, signalOf(signal)));
      return checkOutput(operation.output, await context.serve(call));
    } catch (error) {
      throw rpcError(error, report);
    } finally {
      leave();
    }
  });
}

function feedProcedure(operation: Extract<Operation, { kind: 'feed' }>, handler: AnyHandler, report: ReportError) {
  return procedure.handler(({ input, signal, context }) => {
    const { calls, serve } = context;
    try {
      const parsed = parseInput(operation.input, input);
      const ended = signalOf(signal);
      const leave = calls.enter(input);
      ended.addEventListener('abort', leave, { once: true });
      return events(serve(() => handler(parsed, ended)) as AsyncIterable<unknown>);
      async function* events(feed: AsyncIterable<unknown>): AsyncGenerator<unknown> {
        try {
          for await (const event of feed) {
            yield checkOutput(operation.event, event);
            await calls.ready();
          }
        } catch (error) {
          throw rpcError(error, report);
        } finally {
          leave();
        }
      }
    } catch (error) {
      throw rpcError(error, report);
    }
  });
}

/** Converts an error to an oRPC error with the problem as its data. An unexpected error is logged and becomes `internal`. */
export function rpcError(error: unknown, report: ReportError): ORPCError<string, unknown> {
  if (error instanceof ORPCError && error.data !== undefined) return error as ORPCError<string, unknown>;
  const problemError = error instanceof ProblemError ? error : internalError(error, report);
  const problem = problemError.toProblem();
  return new ORPCError(problem.type, { status: problem.status, message: problemError.message, data: { problem } });
}

function internalError(error: unknown, report: ReportError): ProblemError {
  const detail = `Internal error of the station. See the log entry ${report(error)}.`;
  return new ProblemError('internal', { detail }, { cause: error });
}

function checkOutput(schema: z.ZodType, output: unknown): unknown {
  const result = schema.safeParse(output);
  if (result.success) return result.data;
  throw new Error("the station's answer does not match its contract", { cause: result.error });
}

function handlerOf(handlers: object, noun: string, verb: string): AnyHandler {
  const verbs = (handlers as Record<string, Record<string, AnyHandler> | undefined>)[noun];
  const handler = verbs?.[verb];
  if (!verbs || !handler) throw new Error(`the operation ${noun}.${verb} has no handler`);
  return (...args) => handler.apply(verbs, args);
}

function signalOf(signal: AbortSignal | undefined): AbortSignal {
  return signal ?? new AbortController().signal;
}
