import { MessagePortHandler } from '@orpc/server/message-port';
import { StandardHandler, StandardRPCCodec, StandardRPCMatcher } from '@orpc/server/standard';
import { ProblemError } from '#contract/problem.ts';
import { readFrame, refusalFrame } from './frames.ts';
import { jsonValuesSerializer } from './json-values.ts';
import { OpenInputs, PageCalls } from './page-calls.ts';
import type { PageLink } from './page-link.ts';
import { buildRouter, rpcError, type RouterOptions } from './router.ts';

/** Pages that are attached at a time: more than a plant has screens of one station. */
const MOST_PAGES = 32;

interface Context {
  calls: PageCalls;
}

/** Serves the operations of a contract to every page that is attached, whatever link it came by. */
export class RpcDoor {
  readonly #handler: MessagePortHandler<Context>;
  readonly #inputs = new OpenInputs();
  #pages = 0;

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

  /** Answers the calls of this page until its link closes; one page too many is cut off at once. Only well-formed frames reach oRPC; the others are answered here. */
  attach(link: PageLink): void {
    if (this.#pages >= MOST_PAGES) return link.close();
    this.#pages += 1;
    link.onClose(() => (this.#pages -= 1));
    const calls = new PageCalls(link, this.#inputs);
    let deliver: ((event?: { data: unknown }) => void) | undefined;
    const port = {
      on: (event: string, listener: (event?: { data: unknown }) => void): void => {
        if (event === 'message') deliver = listener;
        else if (event === 'close') link.onClose(() => listener());
      },
      postMessage: (frame: string): void => link.post(frame),
    };
    this.#handler.upgrade(port, { context: { calls } });
    link.onFrame((data) => {
      const frame = readFrame(data);
      if (frame.kind === 'call' && typeof data === 'string') calls.arrived(inputOf(frame.message.p.b), data.length);
      if (frame.kind === 'call' || frame.kind === 'abort') deliver?.({ data: frame.message });
      else if (frame.kind === 'malformed' && frame.id !== undefined) link.post(refusalFrame(frame.id, frame.detail));
    });
  }
}

/** What the handler of a call is given: it is the very same value. */
function inputOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'json' in body ? body.json : undefined;
}
