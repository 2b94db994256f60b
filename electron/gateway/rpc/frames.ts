import { ProblemError, type Problem } from '#contract/problem.ts';

/** Id of the frames that measure how far a page has read (flow control). Calls never use it. */
const MARK_ID = '#';

const CALL = 1;
const EVENT = 3;
const ABORT = 4;
const ID_LIMIT = 64;
/** The header of a call that says when its button was pressed, in milliseconds of the station's monotonic clock. */
export const PRESSED_AT = 'pressed-at';
/** The header of a command that a second person has confirmed: the token of the confirmation. */
export const CONFIRMATION = 'confirmation';
/** A label nests at most 64 levels deep; the envelope adds a few. */
const DEPTH_LIMIT = 80;

type CallHeaders = Partial<Record<typeof PRESSED_AT | typeof CONFIRMATION, string>>;

export type Frame =
  | { kind: 'call'; message: { i: string; p: { u: string; b: unknown; h?: CallHeaders } } }
  | { kind: 'abort'; message: { i: string; t: typeof ABORT } }
  | { kind: 'mark'; value: number }
  /** An invalid frame; `id` is its call, if the frame still names one. */
  | { kind: 'malformed'; id: string | undefined; detail: string };

/** Parses a message of a page. Never throws: an invalid one becomes `malformed`. */
export function readFrame(data: unknown): Frame {
  if (typeof data !== 'string') return { kind: 'malformed', id: undefined, detail: 'A frame must be JSON text.' };
  let message: unknown;
  try {
    message = JSON.parse(data);
  } catch {
    return { kind: 'malformed', id: /"i"\s*:\s*"([^"\\]{1,64})"/.exec(data)?.[1], detail: 'The frame is not valid JSON.' };
  }
  return frameOf(message);
}

function frameOf(message: unknown): Frame {
  const id = isRecord(message) ? idOf(message['i']) : undefined;
  if (!isRecord(message) || id === undefined) return { kind: 'malformed', id: undefined, detail: 'A frame must name its call in "i".' };
  if (id === MARK_ID) return markOf(message['p']);
  if (message['t'] === ABORT) return { kind: 'abort', message: { i: id, t: ABORT } };
  if (message['t'] !== undefined && message['t'] !== CALL)
    return { kind: 'malformed', id, detail: 'The frame is neither a call nor an abort.' };
  return callOf(id, message['p']);
}

function idOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.length <= ID_LIMIT ? value : undefined;
}

function callOf(id: string, payload: unknown): Frame {
  const path = isRecord(payload) ? operationPath(payload['u']) : undefined;
  if (!isRecord(payload) || path === undefined) {
    return { kind: 'malformed', id, detail: 'The call does not name an operation such as "/printing/trigger".' };
  }
  if (isDeeperThan(payload['b'], DEPTH_LIMIT))
    return { kind: 'malformed', id, detail: `The input nests deeper than ${DEPTH_LIMIT} levels.` };
  const headers = headersOf(payload['h']);
  if (typeof headers === 'string') return { kind: 'malformed', id, detail: headers };
  return { kind: 'call', message: { i: id, p: { u: path, b: payload['b'], ...(headers && { h: headers }) } } };
}

/** The known headers, undefined when there are none, or what is wrong with one. Other headers are dropped. */
function headersOf(given: unknown): CallHeaders | string | undefined {
  const { [PRESSED_AT]: pressedAt, [CONFIRMATION]: confirmation } = isRecord(given) ? given : {};
  if (!isAbsentOr(pressedAt, /^-?\d{1,16}$/)) return `The header "${PRESSED_AT}" must be a whole number of milliseconds.`;
  if (!isAbsentOr(confirmation, /^[\w-]{1,100}$/)) return `The header "${CONFIRMATION}" must be a token.`;
  const headers = {
    ...(pressedAt !== undefined && { [PRESSED_AT]: pressedAt }),
    ...(confirmation !== undefined && { [CONFIRMATION]: confirmation }),
  };
  return Object.keys(headers).length === 0 ? undefined : headers;
}

function isAbsentOr(header: unknown, format: RegExp): header is string | undefined {
  return header === undefined || (typeof header === 'string' && format.test(header));
}

/** The path of an operation, from a path or a URL. The host of a URL is ignored. */
function operationPath(url: unknown): string | undefined {
  return typeof url === 'string' ? /^(?:http:\/\/[\w.-]+)?((?:\/[\w-]+)+)$/.exec(url)?.[1] : undefined;
}

function markOf(payload: unknown): Frame {
  const value = isRecord(payload) ? payload['d'] : undefined;
  if (typeof value !== 'number' || !Number.isFinite(value))
    return { kind: 'malformed', id: undefined, detail: 'The mark must have a number.' };
  return { kind: 'mark', value };
}

/** A frame that a page echoes when it has read everything before it. Clients without flow control ignore it. */
export function markFrame(value: number): string {
  return JSON.stringify({ i: MARK_ID, t: EVENT, p: { e: 'message', d: value } });
}

/** The response to a malformed frame that names its call. */
export function refusalFrame(id: string, detail: string): string {
  const problem = new ProblemError('invalid-input', { detail }).toProblem();
  return JSON.stringify({ i: id, p: { s: problem.status, b: { json: errorBody(problem) } } });
}

function errorBody(problem: Problem): Record<string, unknown> {
  return { defined: false, code: problem.type, status: problem.status, message: problem.detail ?? problem.title, data: { problem } };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isDeeperThan(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (limit === 0) return true;
  return Object.values(value).some((inner) => isDeeperThan(inner, limit - 1));
}
