import { createORPCClient, ORPCError } from '@orpc/client';
import { LinkMessagePortClient } from '@orpc/client/message-port';
import { StandardLink, StandardRPCJsonSerializer, StandardRPCLinkCodec, StandardRPCSerializer } from '@orpc/client/standard';
import { ProblemError, problemSlug, type Problem } from '#contract/problem.ts';
import type { FrameChannel } from './frames.ts';

/** Calls one operation, named by noun and verb. A feed answers with an async iterable. */
export type RemoteCall = (noun: string, verb: string, call: { input: unknown; signal: AbortSignal }) => Promise<unknown>;

type RawTree = Record<string, Record<string, (input: unknown, options: { signal: AbortSignal }) => Promise<unknown>>>;

/** Values travel as the JSON values they are. */
class JsonValues extends StandardRPCJsonSerializer {
  override serialize(data: unknown): [unknown, [], [], []] {
    return [data, [], [], []];
  }

  override deserialize(json: unknown): unknown {
    return json;
  }
}

/** Speaks oRPC's peer protocol over text frames. */
export function remoteCalls(channel: FrameChannel): RemoteCall {
  const codec = new StandardRPCLinkCodec(new StandardRPCSerializer(new JsonValues()), { url: 'http://station' });
  const sender = new LinkMessagePortClient({ port: framePort(channel) });
  const tree = createORPCClient(new StandardLink(codec, sender)) as unknown as RawTree;
  return async (noun, verb, { input, signal }) => {
    const operation = tree[noun]?.[verb];
    if (!operation) throw new Error(`There is no operation ${noun}.${verb}.`);
    return operation(input, { signal });
  };
}

/** oRPC's peer takes parsed frames. The station's marks, which measure how far the page has read, are echoed and go no further. */
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

/** The `ProblemError` that the station threw, rebuilt and believed as all its answers are; undefined when the error is the link's own. */
export function problemOf(error: unknown): ProblemError | undefined {
  if (!(error instanceof ORPCError)) return undefined;
  const problem = (error.data as { problem?: Problem } | undefined)?.problem;
  if (!problem) return new ProblemError('internal', { detail: error.message });
  const { type, title, detail, instance, errors } = problem;
  const slug = problemSlug(type);
  if (slug) return new ProblemError(slug, { detail, instance, errors });
  return new ProblemError('controller-answer-invalid', { detail: detail ? `${title}: ${detail}` : title, instance, errors });
}
