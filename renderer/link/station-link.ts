import { ProblemError } from '#contract/problem.ts';
import type { SignInWay } from '#contract/station/sign-in.ts';
import type { StationClient } from '#contract/station/index.ts';
import { OPERATION_KINDS } from '#contract/station/operation-kinds.ts';
import type { Operation } from '#contract/station/operation.ts';
import { RemoteClock } from '#contract/time/remote-clock.ts';
import type { FrameChannel, OpenChannel } from './frame-channel.ts';
import type { Link, LinkState } from './link.ts';
import { problemOf, remoteCalls, type RemoteCall } from './remote-calls.ts';
import { NotSignedIn } from './sign-in.ts';

const OPEN_LIMIT = 10_000;
const ANSWER_LIMIT = 30_000;
const HEARTBEAT_INTERVAL = 5_000;
const FIRST_BACK_OFF = 250;
const LONGEST_BACK_OFF = 5_000;

export interface LinkParts {
  open: OpenChannel;
  now: () => number;
  /** Monotonic milliseconds. */
  elapsed: () => number;
  /** When the button of the current command was pressed, by the same clock as `elapsed`. */
  pressedAt: () => number;
  /** From 0 to 1. */
  random: () => number;
  /** Asks a second person to confirm a command. Resolves with the token of the confirmation, or undefined when there is none. Default: without asking. */
  askSecondPerson?: (command: SentCommand) => Promise<string | undefined>;
}

/** A command of the page: noun and verb, such as `labels.remove`, and its input. */
export interface SentCommand {
  operation: string;
  input: unknown;
}

/**
 * Keeps one link to the station open. Queries wait for an open link, feeds reopen over the next link and start with a new snapshot. A
 * command is sent once: if it cannot be sent, or its response is lost, it rejects and is not repeated. It says when its button was pressed, by the clock
 * of the station.
 */
export class StationLink implements Link {
  readonly client: StationClient;
  readonly #parts: LinkParts;
  readonly #ended = new AbortController();
  readonly #listeners = new Set<(state: LinkState) => void>();
  #state: LinkState = { kind: 'connecting' };
  /** The open connection. */
  #station: { remote: RemoteCall; clock: RemoteClock } | undefined;

  constructor(parts: LinkParts) {
    this.#parts = parts;
    this.client = this.#buildClient();
  }

  start(): void {
    void this.#keepOpen();
  }

  close(): void {
    this.#ended.abort();
  }

  watchState(listener: (state: LinkState) => void): () => void {
    this.#listeners.add(listener);
    listener(this.#state);
    return () => this.#listeners.delete(listener);
  }

  async #keepOpen(): Promise<void> {
    const ended = this.#ended.signal;
    for (let failures = 0; !ended.aborted; failures += 1) {
      const { channel, signInWay } = await this.#open();
      if (channel) {
        failures = 0;
        await this.#serve(channel);
      }
      this.#station = undefined;
      if (signInWay !== undefined) this.#enter({ kind: 'signed-out', way: signInWay });
      else if (this.#state.kind !== 'lost') this.#enter({ kind: 'lost', since: this.#parts.now() });
      const longest = Math.min(LONGEST_BACK_OFF, FIRST_BACK_OFF * 2 ** failures);
      await pause(longest * (0.5 + this.#parts.random() / 2), ended);
    }
  }

  async #open(): Promise<{ channel?: FrameChannel; signInWay?: SignInWay | undefined }> {
    try {
      return { channel: await this.#parts.open(AbortSignal.any([this.#ended.signal, after(OPEN_LIMIT)])) };
    } catch (error) {
      return { signInWay: error instanceof NotSignedIn ? error.way : undefined };
    }
  }

  /** Resolves when either side closes the channel. A station that no longer answers counts as closed. The link is open from the first answer on. */
  async #serve(channel: FrameChannel): Promise<void> {
    const closed = new AbortController();
    channel.onClose(() => closed.abort());
    const station = { remote: remoteCalls(channel), clock: new RemoteClock() };
    const close = () => channel.close();
    this.#ended.signal.addEventListener('abort', close, { once: true });
    while (!closed.signal.aborted) {
      const isAlive = await this.#beat(station, AbortSignal.any([closed.signal, after(OPEN_LIMIT)]));
      if (closed.signal.aborted) break;
      if (!isAlive) {
        channel.close();
        break;
      }
      if (this.#station !== station) {
        this.#station = station;
        this.#enter({ kind: 'open' });
      }
      await pause(HEARTBEAT_INTERVAL, closed.signal);
    }
    this.#ended.signal.removeEventListener('abort', close);
  }

  /** Asks for the station's clock. Returns whether the station answered. */
  async #beat({ remote, clock }: { remote: RemoteCall; clock: RemoteClock }, signal: AbortSignal): Promise<boolean> {
    const sentAt = this.#parts.elapsed();
    try {
      const answer = (await withLimit(remote('heartbeat', 'get', { input: {}, signal }), signal)) as { elapsed: number };
      clock.add({ sentAt, receivedAt: this.#parts.elapsed(), remote: answer.elapsed });
      return true;
    } catch (error) {
      return problemOf(error) !== undefined;
    }
  }

  #enter(state: LinkState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener(state);
  }

  #buildClient(): StationClient {
    const nouns = Object.entries(OPERATION_KINDS).map(([noun, verbs]) => {
      const calls = Object.entries<Operation['kind']>(verbs).map(([verb, kind]) => [verb, this.#callOf(kind, noun, verb)]);
      return [noun, Object.fromEntries(calls)];
    });
    return Object.fromEntries(nouns) as StationClient;
  }

  #callOf(kind: Operation['kind'], noun: string, verb: string): unknown {
    if (kind === 'feed') return (input: unknown, signal: AbortSignal) => this.#feed(noun, verb, { input, signal });
    if (kind === 'query') return (input: unknown, signal?: AbortSignal) => this.#query(noun, verb, { input, signal });
    return (input: unknown) => this.#command(noun, verb, input);
  }

  async #query(noun: string, verb: string, { input, signal }: { input: unknown; signal: AbortSignal | undefined }): Promise<unknown> {
    const limit = AbortSignal.any([...(signal ? [signal] : []), after(ANSWER_LIMIT)]);
    try {
      const remote = await this.#whenOpen(AbortSignal.any([limit, after(OPEN_LIMIT)]));
      return await withLimit(remote(noun, verb, { input, signal: limit }), limit);
    } catch (error) {
      if (signal?.aborted) throw error;
      throw problemOf(error) ?? new ProblemError('station-unreachable', { detail: 'The station did not respond.' }, { cause: error });
    }
  }

  /** A command that needs a second person is sent again when one has confirmed it. */
  async #command(noun: string, verb: string, input: unknown): Promise<unknown> {
    try {
      return await this.#send(noun, verb, { input });
    } catch (error) {
      if (!(error instanceof ProblemError) || error.slug !== 'second-person-required') throw error;
      const confirmation = await this.#parts.askSecondPerson?.({ operation: `${noun}.${verb}`, input });
      if (confirmation === undefined) throw error;
      return this.#send(noun, verb, { input, confirmation });
    }
  }

  async #send(noun: string, verb: string, command: { input: unknown; confirmation?: string }): Promise<unknown> {
    const station = this.#station;
    if (!station) throw new ProblemError('station-unreachable', { detail: 'Nothing was sent.' });
    const pressedAt = station.clock.leastAt(this.#parts.pressedAt());
    const limit = after(ANSWER_LIMIT);
    try {
      return await withLimit(station.remote(noun, verb, { ...command, signal: limit, pressedAt }), limit);
    } catch (error) {
      const detail = 'The request was sent, but no response came. It is unknown whether it was carried out: check before you repeat it.';
      throw problemOf(error) ?? new ProblemError('station-unreachable', { detail }, { cause: error });
    }
  }

  async *#feed(noun: string, verb: string, { input, signal }: { input: unknown; signal: AbortSignal }): AsyncGenerator<unknown> {
    const ended = AbortSignal.any([signal, this.#ended.signal]);
    for (let failures = 0; !ended.aborted; failures += 1) {
      try {
        const remote = await this.#whenOpen(ended);
        for await (const event of (await remote(noun, verb, { input, signal: ended })) as AsyncIterable<unknown>) {
          failures = 0;
          yield event;
        }
      } catch {
        // The feed is reopened after every error. The state of the link shows whether the station is unreachable.
      }
      const longest = Math.min(LONGEST_BACK_OFF, FIRST_BACK_OFF * 2 ** failures);
      await pause(longest * (0.5 + this.#parts.random() / 2), ended);
    }
  }

  #whenOpen(signal: AbortSignal): Promise<RemoteCall> {
    return new Promise((resolve, reject) => {
      const settle = () => {
        if (!this.#station) return;
        stop();
        resolve(this.#station.remote);
      };
      const abort = () => {
        stop();
        reject(new Error('The station cannot be reached.'));
      };
      const stop = () => {
        this.#listeners.delete(settle);
        signal.removeEventListener('abort', abort);
      };
      this.#listeners.add(settle);
      signal.addEventListener('abort', abort, { once: true });
      if (signal.aborted) abort();
      else settle();
    });
  }
}

/** A signal that aborts after `duration` milliseconds. */
function after(duration: number): AbortSignal {
  const limit = new AbortController();
  setTimeout(() => limit.abort(), duration);
  return limit.signal;
}

/** Resolves after `duration` milliseconds, or at once when the signal aborts. */
function pause(duration: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, duration);
    signal.addEventListener('abort', done, { once: true });
  });
}

/** Resolves with the answer, or rejects when the signal aborts first. */
function withLimit<Value>(answer: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new Error('No answer came in time.'));
    signal.addEventListener('abort', abort, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
