import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { Controller } from '#controller/controller.ts';
import { hasTag } from '../answer/etags.ts';
import { clientOf, type ClientBudgets } from '../budgets.ts';
import type { Guard } from '../guard-door.ts';
import type { KeptAnswer, KeptAnswers } from './kept-answers.ts';

export interface KeptAnswersDoor {
  kept: KeptAnswers;
  guard: Guard;
  clients: ClientBudgets;
  requests: Controller['metrics']['requests'];
  /** Who has to send a key is let in by the door behind. */
  isKeyRequired: boolean;
}

/** Gives answers that still hold to plain requests, and hands everything else on. */
export function answerFromKept(door: KeptAnswersDoor, handOn: RequestListener): RequestListener {
  const { kept, guard, clients, requests, isKeyRequired } = door;
  if (isKeyRequired) return handOn;
  return (request, response) => {
    const answer = isPlain(request) ? kept.find(request.url ?? '') : undefined;
    const begun = performance.now();
    // Who is refused is refused by the door behind, which says why. What is not to be had of a budget takes nothing of it, here as there.
    if (!answer || guard(request) || clients.spend(clientOf(request), 'request', begun) > 0) {
      handOn(request, response);
      return;
    }
    const status = give(answer, request.headers['if-none-match'], response);
    response.once('close', () => requests.observe((performance.now() - begun) / SECOND, 'GET', answer.route, status));
  };
}

const SECOND = 1_000;

/** Nothing of it can make another answer than that to its path alone, but the tags that it has. */
function isPlain({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers.authorization === undefined && !hasBody(headers);
}

function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

function give({ etag, body, headers, knownHeaders }: KeptAnswer, asked: string | undefined, response: ServerResponse): '200' | '304' {
  if (asked !== undefined && hasTag(asked, etag)) {
    response.writeHead(304, knownHeaders).end();
    return '304';
  }
  response.writeHead(200, headers).end(body);
  return '200';
}
