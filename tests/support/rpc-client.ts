import { createORPCClient, ORPCError } from '@orpc/client';
import { LinkMessagePortClient } from '@orpc/client/message-port';
import { StandardLink, StandardRPCJsonSerializer, StandardRPCLinkCodec, StandardRPCSerializer } from '@orpc/client/standard';
import { ProblemError, problemSlug } from '#contract/problem.ts';
import { problemSchema } from '#contract/problem-schema.ts';
import { stationContract, type StationClient, type StationContract } from '#contract/station/index.ts';
import type { Client, Operation } from '#contract/station/operation.ts';

/** Text frames in and out, over a WebSocket or a message port. */
export interface FramePort {
  send(frame: string): void;
  onFrame(listener: (frame: string) => void): void;
  onClose(listener: () => void): void;
}

/** A browser's WebSocket (or Node's own) as a frame port. The socket must be open. */
export function webSocketPort(socket: WebSocket): FramePort {
  return {
    send: (frame) => {
      if (socket.readyState !== WebSocket.OPEN)
        throw new ProblemError('controller-unreachable', { detail: 'The station cannot be reached.' });
      socket.send(frame);
    },
    onFrame: (listener) => socket.addEventListener('message', (event) => listener(String(event.data))),
    onClose: (listener) => socket.addEventListener('close', () => listener()),
  };
}

/** A message port as a frame port. */
export function messagePortPort(port: MessagePort): FramePort {
  return {
    send: (frame) => port.postMessage(frame),
    onFrame: (listener) => {
      port.addEventListener('message', (event) => listener(String(event.data)));
      port.start();
    },
    onClose: (listener) => port.addEventListener('close', () => listener()),
  };
}

class JsonValues extends StandardRPCJsonSerializer {
  override serialize(data: unknown): [unknown, [], [], []] {
    return [data, [], [], []];
  }
}

/** Gives the token of a second person for a command that was refused without one; undefined = it stays refused. */
export type AskSecondPerson = (command: { operation: string; input: unknown }) => Promise<string | undefined>;

/** A client of the station over any link. Like the page's own, it throws problems as `ProblemError`. */
export function rpcClient(frames: FramePort, askSecondPerson?: AskSecondPerson): StationClient {
  return rpcClientOf<StationContract>(stationContract, frames, askSecondPerson);
}

/** The same for any contract. */
export function rpcClientOf<Contract extends Record<string, Record<string, Operation>>>(
  contract: Contract,
  frames: FramePort,
  askSecondPerson: AskSecondPerson = () => Promise.resolve(undefined),
): Client<Contract> {
  const codec = new StandardRPCLinkCodec<RawContext>(new StandardRPCSerializer(new JsonValues()), {
    url: 'http://orpc',
    headers: ({ context: { confirmation } }) => ({ ...(confirmation !== undefined && { confirmation }) }),
  });
  const sender = new LinkMessagePortClient({ port: orpcPort(frames) });
  const raw = createORPCClient(new StandardLink(codec, sender)) as unknown as RawTree;
  const nouns = Object.entries(contract).map(([noun, verbs]) => {
    const calls = Object.entries(verbs).map(([verb, operation]) => {
      const call: RawCall = (input, options) => raw[noun]![verb]!(input, { context: {}, ...options });
      const ask = (input: unknown): Promise<string | undefined> => askSecondPerson({ operation: `${noun}.${verb}`, input });
      return [verb, operation.kind === 'feed' ? feedOf(call) : confirmed(callOf(call), ask)];
    });
    return [noun, Object.fromEntries(calls)];
  });
  return Object.fromEntries(nouns) as Client<Contract>;
}

interface RawContext {
  confirmation?: string | undefined;
}
type RawCall = (input: unknown, options?: { signal?: AbortSignal | undefined; context?: RawContext }) => Promise<unknown>;
type RawTree = Record<string, Record<string, RawCall>>;

/** Adapts the frames to oRPC's peer, which takes parsed ones. Marks are echoed and not passed on. */
function orpcPort(frames: FramePort) {
  return {
    postMessage: (frame: string): void => frames.send(frame),
    on: (event: string, listener: (event?: { data: unknown }) => void): void => {
      if (event === 'close') frames.onClose(() => listener());
      if (event !== 'message') return;
      frames.onFrame((frame) => {
        const message = JSON.parse(frame) as { i: string };
        if (message.i === '#') frames.send(frame);
        else listener({ data: message });
      });
    },
  };
}

type SingleCall = (input: unknown, signal?: AbortSignal, confirmation?: string) => Promise<unknown>;

function callOf(call: RawCall): SingleCall {
  return async (input, signal, confirmation) => {
    try {
      return await call(input, { signal, context: { confirmation } });
    } catch (error) {
      throw asProblem(error);
    }
  };
}

/** Sends a command again with the token of a second person when it was refused without one. */
function confirmed(call: SingleCall, ask: (input: unknown) => Promise<string | undefined>): SingleCall {
  return async (input, signal) => {
    try {
      return await call(input, signal);
    } catch (error) {
      const token = error instanceof ProblemError && error.slug === 'second-person-required' ? await ask(input) : undefined;
      if (token === undefined) throw error;
      return call(input, signal, token);
    }
  };
}

function feedOf(call: RawCall) {
  return async function* (input: unknown, signal: AbortSignal): AsyncGenerator<unknown> {
    try {
      yield* (await call(input, { signal })) as AsyncIterable<unknown>;
    } catch (error) {
      if (signal.aborted) return;
      throw asProblem(error);
    }
  };
}

/** The `ProblemError` that the station threw, rebuilt from the data of the oRPC error. */
function asProblem(error: unknown): unknown {
  if (!(error instanceof ORPCError)) return error;
  const parsed = problemSchema.safeParse((error.data as { problem?: unknown } | undefined)?.problem);
  const slug = parsed.success ? problemSlug(parsed.data.type) : undefined;
  if (!parsed.success || !slug) return error;
  const { detail, instance, errors } = parsed.data;
  return new ProblemError(slug, { detail, instance, errors });
}
