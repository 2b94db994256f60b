import type { z } from 'zod';
import type { CommandAccess } from './permissions.ts';

/** A read; may be repeated. */
export interface Query<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  kind: 'query';
  input: Input;
  output: Output;
}

/** A change; sent once, never repeated automatically. */
export interface Command<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  kind: 'command';
  /** What the person at the screen that calls needs. */
  access: CommandAccess;
  input: Input;
  output: Output;
}

/** An ordered stream of events, a discriminated union on `type`, whose first event is always `snapshot`. */
export interface Feed<Input extends z.ZodType = z.ZodType, Event extends z.ZodType = z.ZodType> {
  kind: 'feed';
  input: Input;
  event: Event;
}

export type Operation = Query | Command | Feed;

export function query<Input extends z.ZodType, Output extends z.ZodType>(input: Input, output: Output): Query<Input, Output> {
  return { kind: 'query', input, output };
}

export function command<Input extends z.ZodType, Output extends z.ZodType>(
  access: CommandAccess,
  input: Input,
  output: Output,
): Command<Input, Output> {
  return { kind: 'command', access, input, output };
}

export function feed<Input extends z.ZodType, Event extends z.ZodType>(input: Input, event: Event): Feed<Input, Event> {
  return { kind: 'feed', input, event };
}

/** The functions that the page calls, one for each operation. Queries and commands reject with a `ProblemError`. */
export type Client<Contract> = {
  [Noun in keyof Contract]: { [Verb in keyof Contract[Noun]]: Call<Contract[Noun][Verb]> };
};

type Call<Op> =
  Op extends Feed<infer Input, infer Event>
    ? (input: z.input<Input>, signal: AbortSignal) => AsyncIterable<z.output<Event>>
    : Op extends Query<infer Input, infer Output>
      ? (input: z.input<Input>, signal?: AbortSignal) => Promise<z.output<Output>>
      : Op extends Command<infer Input, infer Output>
        ? (input: z.input<Input>) => Promise<z.output<Output>>
        : never;

/**
 * The functions that the station implements, with parsed input. A feed ends when its signal aborts. A command gets the time of the press on the station's
 * monotonic clock, in milliseconds; undefined if the page did not say. The token of a second person, which some commands arrive with, is for the check of
 * the permissions only.
 */
export type Handlers<Contract> = {
  [Noun in keyof Contract]: { [Verb in keyof Contract[Noun]]: OperationHandler<Contract[Noun][Verb]> };
};

type OperationHandler<Op> =
  Op extends Feed<infer Input, infer Event>
    ? (input: z.output<Input>, signal: AbortSignal) => AsyncIterable<z.input<Event>>
    : Op extends Query<infer Input, infer Output>
      ? (input: z.output<Input>) => Promise<z.input<Output>>
      : Op extends Command<infer Input, infer Output>
        ? (input: z.output<Input>, pressedAt?: number) => Promise<z.input<Output>>
        : never;
