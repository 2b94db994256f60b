import { createORPCClient, ORPCError } from '@orpc/client';
import { LinkMessagePortClient } from '@orpc/client/message-port';
import { StandardLink, StandardRPCJsonSerializer, StandardRPCLinkCodec, StandardRPCSerializer } from '@orpc/client/standard';
import { ProblemError, problemSlug, type Problem } from '#contract/problem.ts';
import type { FrameChannel } from './frame-channel.ts';

/** Calls one operation, identified by noun and verb. A feed returns an async iterable. */
export type RemoteCall = (noun: string, verb: string, call: CallOptions) => Promise<unknown>;

interface CallOptions {
  input: unknown;
  signal: AbortSignal;
  /** When the button of a command was pressed, in milliseconds of the station's clock. */
  pressedAt?: number | undefined;
  /** The token of a second person who has confirmed the command. */
  confirmation?: string | undefined;
}

/** Passed to the codec with a call. */
type CallContext = Pick<CallOptions, 'pressedAt' | 'confirmation'>;

type RawTree = Record<string, Record<string, (input: unknown, options: { signal: AbortSignal; context: CallContext }) => Promise<unknown>>>;

/** Sends values as plain JSON, without oRPC's type annotations. */
class JsonValues extends StandardRPCJsonSerializer {
  override serialize(data: unknown): [unknown, [], [], []] {
    return [data, [], [], []];
  }

  override deserialize(json: unknown): unknown {
    return json;
  }
}

/** Calls operations with oRPC's peer protocol over text frames. */
export function remoteCalls(channel: FrameChannel): RemoteCall {
  const codec = new StandardRPCLinkCodec<CallContext>(new StandardRPCSerializer(new JsonValues()), {
    url: 'http://station',
    headers: ({ context: { pressedAt, confirmation } }) => ({
      ...(pressedAt !== undefined && { 'pressed-at': String(Math.floor(pressedAt)) }),
      ...(confirmation !== undefined && { confirmation }),
    }),
  });
  const sender = new LinkMessagePortClient({ port: framePort(channel) });
  const tree = createORPCClient(new StandardLink(codec, sender)) as unknown as RawTree;
  return async (noun, verb, { input, signal, pressedAt, confirmation }) => {
    const operation = tree[noun]?.[verb];
    if (!operation) throw new Error(`There is no operation ${noun}.${verb}.`);
    return operation(input, { signal, context: { pressedAt, confirmation } });
  };
}

/**
 * Parses frames for oRPC's peer. Echoes the station's flow-control marks, which measure how far the page has read, and does not pass them
 * on.
 */
function framePort(channel: FrameChannel) {
  return {
    postMessage: (frame: string): void => {
      channel.send(frame);
    },
    on: (event: string, listener: (event?: { data: unknown }) => void): void => {
      if (event === 'close') channel.onClose(() => listener());
      if (event !== 'message') return;
      channel.onFrame((frame) => {
        const message = JSON.parse(frame) as { i?: unknown };
        if (message.i === '#') channel.send(frame);
        else listener({ data: message });
      });
    },
  };
}

/** The `ProblemError` that the station threw, rebuilt from the response; undefined if the link itself caused the error. */
export function problemOf(error: unknown): ProblemError | undefined {
  if (!(error instanceof ORPCError)) return undefined;
  const problem = (error.data as { problem?: Problem } | undefined)?.problem;
  if (!problem) return new ProblemError('internal', { detail: error.message });
  const { type, title, detail, instance, errors } = problem;
  const slug = problemSlug(type);
  if (slug) return new ProblemError(slug, { detail, instance, errors });
  return new ProblemError('controller-answer-invalid', { detail: detail ? `${title}: ${detail}` : title, instance, errors });
}
