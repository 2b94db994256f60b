import { MessagePortHandler } from '@orpc/server/message-port';
import { StandardHandler, StandardRPCCodec, StandardRPCMatcher } from '@orpc/server/standard';
import { ProblemError } from '#contract/problem.ts';
import { CONFIRMATION, PRESSED_AT, readFrame, refusalFrame } from './frames.ts';
import { jsonValuesSerializer } from './json-values.ts';
import { OpenInputs, PageCalls } from './page-calls.ts';
import type { PageLink } from './page-link.ts';
import { buildRouter, rpcError, type CallContext, type RouterOptions, type ServeCall } from './router.ts';

/** Pages connected at the same time. */
const MAX_PAGES = 32;

/** Serves the operations of a contract to pages, over any kind of link. */
export class RpcServer {
  readonly #handler: MessagePortHandler<CallContext>;
  readonly #inputs = new OpenInputs();
  #pages = 0;

  constructor(options: RouterOptions) {
    const standard = new StandardHandler<CallContext>(
      buildRouter(options),
      new StandardRPCMatcher(),
      new StandardRPCCodec(jsonValuesSerializer()),
      {
        interceptors: [
          async ({ next, ...call }) => {
            const { request, context } = call;
            const pressedAt = pressOf(request.headers[PRESSED_AT]);
            const confirmation = textOf(request.headers[CONFIRMATION]);
            const result = await next({ ...call, context: { ...context, pressedAt, confirmation } }).catch((error: unknown) => {
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

  /**
   * Serves a page until its link closes. Beyond 32 pages the link is closed at once. Malformed frames are answered here; only well-formed ones
   * reach oRPC. `serve` runs every call of the page.
   */
  attach(link: PageLink, serve: ServeCall): void {
    if (this.#pages >= MAX_PAGES) return link.close();
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
    this.#handler.upgrade(port, { context: { calls, serve } });
    link.onFrame((data) => {
      const frame = readFrame(data);
      if (frame.kind === 'call' && typeof data === 'string') calls.arrived(inputOf(frame.message.p.b), data.length);
      if (frame.kind === 'call' || frame.kind === 'abort') deliver?.({ data: frame.message });
      else if (frame.kind === 'malformed' && frame.id !== undefined) link.post(refusalFrame(frame.id, frame.detail));
    });
  }
}

/** The input of a call: the same object that the handler gets. */
function inputOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'json' in body ? body.json : undefined;
}

/** Frames carry the header once, as a number (`readFrame`). */
function pressOf(header: string | readonly string[] | undefined): number | undefined {
  return header === undefined ? undefined : Number(header);
}

function textOf(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}
