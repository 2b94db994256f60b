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
  type Answered,
  type Fault,
  type Mutant,
  type Which,
} from './mutant.ts';

/** Faults of errors, conditions, repeats and of the description of the service. */

type Content = Record<string, unknown>;

const variable = (method: string): Which => [method, /^\/variables\/[^/]+$/];
const any = (method: string): Which => [method, /./];
const printJob: Which = ['POST', /\/printJob$/];

/** Changes the answers that say no. */
function refusals(change: (answered: Answered) => Answered, status?: number): () => Fault {
  return () => async (asked, forward) => {
    const answered = await forward(asked);
    return answered.status >= 400 && (status === undefined || answered.status === status) ? change(answered) : answered;
  };
}

const problems = (change: (problem: Content) => Content, status?: number) =>
  refusals((answered) => withJson(answered, change(jsonIn(answered) as Content)), status);
const typed = (type: string) => (answered: Answered) => ({ ...answered, headers: { ...answered.headers, 'content-type': type } });
const tagged = (which: Which, change: (etag: string) => string | undefined) =>
  answers(which, (answered) => {
    const { etag = '', ...headers } = answered.headers;
    const changed = change(etag);
    return { ...answered, headers: { ...headers, ...(changed !== undefined && { etag: changed }) } };
  });

/** The effect is had although the condition did not hold, and the answer says that it was not. */
const changingAnyway: Fault = async (asked, forward) => {
  const answered = await forward(asked);
  const { 'if-match': _condition, ...headers } = asked.headers;
  if (answered.status === 412 && asked.method === 'PUT') await forward({ ...asked, headers });
  return answered;
};

/** Answers to keys, by the key alone. */
function remembering(isKept: (answered: Answered) => boolean, isRepeated: boolean): () => Fault {
  return () => {
    const kept = new Map<string, Answered>();
    return async (asked, forward) => {
      const { 'idempotency-key': key, ...headers } = asked.headers;
      if (key === undefined) return forward(asked);
      const before = kept.get(key);
      if (before && !isRepeated) return before;
      const answered = await forward({ ...asked, headers: isRepeated ? headers : asked.headers });
      if (isKept(answered)) kept.set(key, before ?? answered);
      return before ?? answered;
    };
  };
}

export const errorMutants: readonly Mutant[] = [
  {
    name: 'errors are pages of HTML',
    about: 'errors.',
    fault: refusals((answered) => ({ ...typed('text/html')(answered), body: Buffer.from('<h1>Error</h1>') })),
  },
  { name: 'errors say that they are plain JSON', about: 'errors.not-found', fault: refusals(typed('application/json')) },
  { name: 'problems do not tell their status', about: 'errors.not-found', fault: problems(lacking('status')) },
  { name: 'problems have no type', about: 'errors.type', fault: problems(lacking('type')) },
  {
    name: 'problems tell another status than their answer',
    about: 'errors.not-found',
    fault: problems((problem) => ({ ...problem, status: 500 })),
  },
  { name: 'all problems have the same type', about: 'errors.type', fault: problems((problem) => ({ ...problem, type: 'about:blank' })) },
  {
    name: 'problems do not name what is not there',
    about: 'errors.not-found',
    fault: problems((problem) => ({ ...problem, detail: 'Not found.' }), 404),
  },
  { name: 'problems have no pointers', about: 'errors.pointers', fault: problems(lacking('errors'), 400) },
  { name: 'what is not there answers 410', about: 'labels.status', fault: refusals((answered) => withStatus(410, answered), 404) },
  {
    name: 'a body that is no JSON is an error of the server',
    about: 'errors.malformed',
    fault: refusals((answered) => withStatus(500, answered), 400),
  },
  { name: 'a method that there is not answers 200', about: 'errors.method', fault: refusals((answered) => withStatus(200, answered), 405) },
  {
    name: 'every content type is taken for JSON',
    about: 'errors.media-type',
    fault: requests(variable('PUT'), (asked) => ({ ...asked, headers: { ...asked.headers, 'content-type': 'application/json' } })),
  },
  { name: 'pages of other sites are let in', about: 'errors.origin', fault: ignores(any('PUT'), 'origin') },
  {
    name: 'requests that a browser sends for another site are let in',
    about: 'errors.origin',
    fault: ignores(any('PUT'), 'sec-fetch-site'),
  },
  {
    name: 'deep JSON is taken',
    about: 'errors.depth',
    fault: refusals((answered) => (answered.body.includes('deep') ? withStatus(204) : answered), 400),
  },
  {
    name: 'a path that nobody knows is empty',
    about: 'errors.path',
    fault: () => (asked, forward) => (pathOf(asked).startsWith('/conf-') ? Promise.resolve(withStatus(200)) : forward(asked)),
  },
];

export const conditionMutants: readonly Mutant[] = [
  { name: 'variables have no ETag', about: 'conditions.variables', fault: tagged(variable('GET'), () => undefined) },
  { name: 'ETags of labels are weak', about: 'conditions.labels', fault: tagged(['GET', /^\/labels\/[^/]+$/], (etag) => `W/${etag}`) },
  { name: 'the ETag of a table never changes', about: 'conditions.tables', fault: tagged(['GET', /^\/tables\/[^/]+$/], () => '"1"') },
  {
    name: 'the ETag of a counter changes with every look',
    about: 'conditions.counters',
    fault: () => {
      let looks = 0;
      return tagged(['GET', /^\/counters\/[^/]+$/], () => `"${(looks += 1)}"`)();
    },
  },
  { name: 'If-None-Match of a reader is ignored', about: 'conditions.variables.not-modified', fault: ignores(any('GET'), 'if-none-match') },
  {
    name: 'who has anything already gets 304',
    about: 'conditions.labels.not-modified',
    fault: () => async (asked, forward) => {
      const answered = await forward(asked);
      return asked.method === 'GET' && 'if-none-match' in asked.headers && isGood(answered) ? withStatus(304) : answered;
    },
  },
  { name: 'If-Match of a PUT is ignored', about: 'conditions.variables.lost-update', fault: ignores(any('PUT'), 'if-match') },
  { name: 'If-Match of a DELETE is ignored', about: 'conditions.shiftCodes.lost-delete', fault: ignores(any('DELETE'), 'if-match') },
  { name: 'If-None-Match: * replaces', about: 'conditions.tables.create-only', fault: ignores(any('PUT'), 'if-none-match') },
  { name: '412 is answered, and the change is made', about: 'conditions.labels.lost-update', fault: () => changingAnyway },
  { name: 'the status of a printer has no ETag', about: 'conditions.printers', fault: tagged(['GET', /\/status$/], () => undefined) },
];

export const repeatMutants: readonly Mutant[] = [
  { name: 'a key is ignored', about: 'repeats.', fault: ignores(any('POST'), 'idempotency-key') },
  { name: 'a repeat is answered as before, and has its effect again', about: 'repeats.selection', fault: remembering(isGood, true) },
  { name: 'a repeated trigger prints again', about: 'repeats.trigger', fault: ignores(['POST', /\/trigger$/], 'idempotency-key') },
  { name: 'a key answers whatever it is used for', about: 'repeats.mismatch', fault: remembering(isGood, false) },
  { name: 'what was refused stays refused', about: 'repeats.refused', fault: remembering(() => true, false) },
  {
    name: 'all keys are the same key',
    about: 'repeats.other-keys',
    fault: requests(printJob, (asked) => ({
      ...asked,
      headers: { ...asked.headers, ...('idempotency-key' in asked.headers && { 'idempotency-key': 'one' }) },
    })),
  },
  {
    name: 'the repeat of an answer is empty',
    about: 'repeats.selection',
    fault: () => {
      const seen = new Set<string>();
      return async (asked, forward) => {
        const answered = await forward(asked);
        const key = asked.headers['idempotency-key'];
        if (key === undefined || !isAbout(printJob, asked) || !isGood(answered)) return answered;
        return seen.has(key) ? withStatus(204) : (seen.add(key), answered);
      };
    },
  },
  {
    name: 'extensions are not called so in the document',
    about: 'document.',
    fault: () => async (asked, forward) => {
      const answered = await forward(asked);
      if (!asked.url.endsWith('/openapi.json')) return answered;
      return { ...answered, body: Buffer.from(answered.body.toString('utf8').replaceAll('x-extension', 'x-other')) };
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
