import {
  answers,
  ignores,
  isAbout,
  isGood,
  json,
  jsonIn,
  lacking,
  pathOf,
  requests,
  withJson,
  withStatus,
  type ProxyResponse,
  type Fault,
  type Mutant,
  type Which,
} from './mutant.ts';

/** Faults of errors, conditional requests, repeated requests and the OpenAPI document. */

type Content = Record<string, unknown>;

const variable = (method: string): Which => [method, /^\/variables\/[^/]+$/];
const any = (method: string): Which => [method, /./];
const printJob: Which = ['POST', /\/printJob$/];

/** Changes responses with an error status. */
function refusals(change: (response: ProxyResponse) => ProxyResponse, status?: number): () => Fault {
  return () => async (request, forward) => {
    const response = await forward(request);
    return response.status >= 400 && (status === undefined || response.status === status) ? change(response) : response;
  };
}

const problems = (change: (problem: Content) => Content, status?: number) =>
  refusals((response) => withJson(response, change(jsonIn(response) as Content)), status);
const typed = (type: string) => (response: ProxyResponse) => ({ ...response, headers: { ...response.headers, 'content-type': type } });
const tagged = (which: Which, change: (etag: string) => string | undefined) =>
  answers(which, (response) => {
    const { etag = '', ...headers } = response.headers;
    const changed = change(etag);
    return { ...response, headers: { ...headers, ...(changed !== undefined && { etag: changed }) } };
  });

/** A change with an unmet condition takes effect although the response denies it. */
const changingAnyway: Fault = async (request, forward) => {
  const response = await forward(request);
  const { 'if-match': _condition, ...headers } = request.headers;
  if (response.status === 412 && request.method === 'PUT') await forward({ ...request, headers });
  return response;
};

/** Remembers responses by the idempotency key alone. */
function remembering(isKept: (response: ProxyResponse) => boolean, isRepeated: boolean): () => Fault {
  return () => {
    const kept = new Map<string, ProxyResponse>();
    return async (request, forward) => {
      const { 'idempotency-key': key, ...headers } = request.headers;
      if (key === undefined) return forward(request);
      const before = kept.get(key);
      if (before && !isRepeated) return before;
      const response = await forward({ ...request, headers: isRepeated ? headers : request.headers });
      if (isKept(response)) kept.set(key, before ?? response);
      return before ?? response;
    };
  };
}

export const errorMutants: readonly Mutant[] = [
  {
    name: 'errors are pages of HTML',
    about: 'errors.',
    fault: refusals((response) => ({ ...typed('text/html')(response), body: Buffer.from('<h1>Error</h1>') })),
  },
  { name: 'errors have the content type of plain JSON', about: 'errors.not-found', fault: refusals(typed('application/json')) },
  { name: 'problems lack their status', about: 'errors.not-found', fault: problems(lacking('status')) },
  { name: 'problems have no type', about: 'errors.type', fault: problems(lacking('type')) },
  {
    name: 'problems contain a status other than that of the response',
    about: 'errors.not-found',
    fault: problems((problem) => ({ ...problem, status: 500 })),
  },
  { name: 'all problems have the same type', about: 'errors.type', fault: problems((problem) => ({ ...problem, type: 'about:blank' })) },
  {
    name: 'problems do not name the missing item',
    about: 'errors.not-found',
    fault: problems((problem) => ({ ...problem, detail: 'Not found.' }), 404),
  },
  { name: 'problems have no pointers', about: 'errors.pointers', fault: problems(lacking('errors'), 400) },
  { name: 'a missing item answers 410', about: 'labels.status', fault: refusals((response) => withStatus(410, response), 404) },
  {
    name: 'a body that is not JSON causes a server error',
    about: 'errors.malformed',
    fault: refusals((response) => withStatus(500, response), 400),
  },
  { name: 'an unsupported method answers 200', about: 'errors.method', fault: refusals((response) => withStatus(200, response), 405) },
  {
    name: 'every content type is treated as JSON',
    about: 'errors.media-type',
    fault: requests(variable('PUT'), (request) => ({ ...request, headers: { ...request.headers, 'content-type': 'application/json' } })),
  },
  { name: 'cross-origin requests are accepted', about: 'errors.origin', fault: ignores(any('PUT'), 'origin') },
  {
    name: 'requests marked as cross-site by the browser are accepted',
    about: 'errors.origin',
    fault: ignores(any('PUT'), 'sec-fetch-site'),
  },
  {
    name: 'deep JSON is accepted',
    about: 'errors.depth',
    fault: refusals((response) => (response.body.includes('deep') ? withStatus(204) : response), 400),
  },
  {
    name: 'an unknown path answers an empty success',
    about: 'errors.path',
    fault: () => (request, forward) => (pathOf(request).startsWith('/conf-') ? Promise.resolve(withStatus(200)) : forward(request)),
  },
];

export const conditionMutants: readonly Mutant[] = [
  { name: 'variables have no ETag', about: 'conditions.variables', fault: tagged(variable('GET'), () => undefined) },
  { name: 'ETags of labels are weak', about: 'conditions.labels', fault: tagged(['GET', /^\/labels\/[^/]+$/], (etag) => `W/${etag}`) },
  { name: 'the ETag of a table never changes', about: 'conditions.tables', fault: tagged(['GET', /^\/tables\/[^/]+$/], () => '"1"') },
  {
    name: 'the ETag of a counter changes with every read',
    about: 'conditions.counters',
    fault: () => {
      let looks = 0;
      return tagged(['GET', /^\/counters\/[^/]+$/], () => `"${(looks += 1)}"`)();
    },
  },
  { name: 'If-None-Match of a reader is ignored', about: 'conditions.variables.not-modified', fault: ignores(any('GET'), 'if-none-match') },
  {
    name: 'any If-None-Match answers 304',
    about: 'conditions.labels.not-modified',
    fault: () => async (request, forward) => {
      const response = await forward(request);
      return request.method === 'GET' && 'if-none-match' in request.headers && isGood(response) ? withStatus(304) : response;
    },
  },
  { name: 'If-Match of a PUT is ignored', about: 'conditions.variables.lost-update', fault: ignores(any('PUT'), 'if-match') },
  { name: 'If-Match of a DELETE is ignored', about: 'conditions.shiftCodes.lost-delete', fault: ignores(any('DELETE'), 'if-match') },
  { name: 'If-None-Match: * replaces', about: 'conditions.tables.create-only', fault: ignores(any('PUT'), 'if-none-match') },
  { name: '412 is answered although the change is made', about: 'conditions.labels.lost-update', fault: () => changingAnyway },
  { name: 'the status of a printer has no ETag', about: 'conditions.printers', fault: tagged(['GET', /\/status$/], () => undefined) },
];

export const repeatMutants: readonly Mutant[] = [
  { name: 'a key is ignored', about: 'repeats.', fault: ignores(any('POST'), 'idempotency-key') },
  { name: 'a repeat gets the same response and takes effect again', about: 'repeats.selection', fault: remembering(isGood, true) },
  { name: 'a repeated trigger prints again', about: 'repeats.trigger', fault: ignores(['POST', /\/trigger$/], 'idempotency-key') },
  { name: 'a key is accepted for different requests', about: 'repeats.mismatch', fault: remembering(isGood, false) },
  { name: 'a refusal is remembered', about: 'repeats.refused', fault: remembering(() => true, false) },
  {
    name: 'all keys are the same key',
    about: 'repeats.other-keys',
    fault: requests(printJob, (request) => ({
      ...request,
      headers: { ...request.headers, ...('idempotency-key' in request.headers && { 'idempotency-key': 'one' }) },
    })),
  },
  {
    name: 'the repeat of an answer is empty',
    about: 'repeats.selection',
    fault: () => {
      const seen = new Set<string>();
      return async (request, forward) => {
        const response = await forward(request);
        const key = request.headers['idempotency-key'];
        if (key === undefined || !isAbout(printJob, request) || !isGood(response)) return response;
        return seen.has(key) ? withStatus(204) : (seen.add(key), response);
      };
    },
  },
  {
    name: 'extensions are not marked in the document',
    about: 'document.',
    fault: () => async (request, forward) => {
      const response = await forward(request);
      if (!request.url.endsWith('/openapi.json')) return response;
      return { ...response, body: Buffer.from(response.body.toString('utf8').replaceAll('x-extension', 'x-other')) };
    },
  },
  {
    name: 'the document lacks the abort',
    about: 'document.',
    fault: json<{ paths: Content }>(['GET', /^\/openapi\.json$/], (document) => ({
      ...document,
      paths: Object.fromEntries(Object.entries(document.paths).filter(([path]) => !path.endsWith('/abortPrint'))),
    })),
  },
];
