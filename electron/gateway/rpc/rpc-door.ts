import { MessagePortHandler } from '@orpc/server/message-port';
import { StandardHandler, StandardRPCCodec, StandardRPCMatcher } from '@orpc/server/standard';
import { ProblemError } from '#contract/problem.ts';
import { readFrame, refusalFrame } from './frames.ts';
import { jsonValuesSerializer } from './json-values.ts';
import { PageCalls } from './page-calls.ts';
import type { PageLink } from './page-link.ts';
import { buildRouter, rpcError, type RouterOptions } from './router.ts';

interface Context {
  calls: PageCalls;
}

/** Serves the operations of a contract to every page that is attached, whatever link it came by. */
export class RpcDoor {
  readonly #handler: MessagePortHandler<Context>;

  constructor(options: RouterOptions) {
    const standard = new StandardHandler<Context>(
      buildRouter(options),
      new StandardRPCMatcher(),
      new StandardRPCCodec(jsonValuesSerializer()),
      {
        interceptors: [
          async ({ next, request }) => {
            const result = await next().catch((error: unknown) => {
              throw rpcError(
                error instanceof TypeError ? new ProblemError('invalid-input', { detail: error.message }) : error,
                options.report,
              );
            });
            if (result.matched) return result;
            const path = request.url.pathname;
            throw rpcError(new ProblemError('not-found', { detail: `There is no operation "${path}".` }), options.report);
          },
        ],
      },
    );
    this.#handler = new MessagePortHandler(standard);
  }

  /** Answers the calls of this page until its link closes. Only well-formed frames reach oRPC; the others are answered here. */
  attach(link: PageLink): void {
    let deliver: ((event?: { data: unknown }) => void) | undefined;
    const port = {
      on: (event: string, listener: (event?: { data: unknown }) => void): void => {
        if (event === 'message') deliver = listener;
        else if (event === 'close') link.onClose(() => listener());
      },
      postMessage: (frame: string): void => link.post(frame),
    };
    this.#handler.upgrade(port, { context: { calls: new PageCalls(link) } });
    link.onFrame((data) => {
      const frame = readFrame(data);
      if (frame.kind === 'call' || frame.kind === 'abort') deliver?.({ data: frame.message });
      else if (frame.kind === 'malformed' && frame.id !== undefined) link.post(refusalFrame(frame.id, frame.detail));
    });
  }
}
