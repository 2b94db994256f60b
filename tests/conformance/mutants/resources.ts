import {
  accepts,
  answers,
  bodies,
  isAbout,
  isGood,
  json,
  jsonIn,
  pathOf,
  pretends,
  withJson,
  withStatus,
  type ProxyResponse,
  type ProxyRequest,
  type Fault,
  type Mutant,
  type Which,
} from './mutant.ts';

/** Faults of listing, reading, putting and deleting by name. */

type Dictionary = Record<string, Record<string, unknown>>;
type Items = Record<string, unknown>[];

const labels: Which = ['GET', /^\/labels$/];
const tables: Which = ['GET', /^\/tables$/];
const variables: Which = ['GET', /^\/variables$/];
const one = (method: string, noun: string): Which => [method, new RegExp(`^/${noun}/[^/]+$`)];

/** Changes the encoded name in a path. */
function renamed(noun: string, change: (name: string) => string): () => Fault {
  return () => (request, forward) => forward(withName(request, noun, change));
}

function withName(request: ProxyRequest, noun: string, change: (name: string) => string): ProxyRequest {
  const [, name] = new RegExp(`^/${noun}/([^/]+)`).exec(pathOf(request)) ?? [];
  return name === undefined ? request : { ...request, url: request.url.replace(name, change(name)) };
}

/** Changes the decoded name in a path. */
const reworded = (noun: string, change: (name: string) => string) =>
  renamed(noun, (name) => {
    try {
      return encodeURIComponent(change(decodeURIComponent(name)));
    } catch {
      return name;
    }
  });

/** Returns the first successful response to each path again, when it is outdated. */
function stale(which: Which): () => Fault {
  return () => {
    const seen = new Map<string, ProxyResponse>();
    return async (request, forward) => {
      const response = seen.get(request.url) ?? (await forward(request));
      if (isAbout(which, request) && isGood(response)) seen.set(request.url, response);
      return response;
    };
  };
}

/** Merges the old and the new body, so that nothing is removed. */
function merging(noun: string): () => Fault {
  return () => async (request, forward) => {
    if (!isAbout(one('PUT', noun), request)) return forward(request);
    const old = await forward({ ...request, method: 'GET', headers: {}, body: Buffer.alloc(0) });
    const body = objectIn(request);
    if (!isGood(old) || !body) return forward(request);
    return forward({ ...request, body: Buffer.from(JSON.stringify({ ...objectIn(old), ...body })) });
  };
}

/** The JSON object in a body; undefined if there is none. */
function objectIn({ body }: { body: Buffer }): object | undefined {
  try {
    const json: unknown = JSON.parse(body.toString('utf8'));
    return typeof json === 'object' && json !== null && !Array.isArray(json) ? json : undefined;
  } catch {
    return undefined;
  }
}

/** A refused PUT removes the old item. */
const destroying: Fault = async (request, forward) => {
  const response = await forward(request);
  if (response.status === 400 && isAbout(one('PUT', 'variables'), request)) await forward(emptied({ ...request, method: 'DELETE' }));
  return response;
};

function emptied(request: ProxyRequest): ProxyRequest {
  return { ...request, headers: {}, body: Buffer.alloc(0) };
}

/** Deletes all variables whose names have the same beginning. */
const deletingMore: Fault = async (request, forward) => {
  const response = await forward(request);
  if (!isAbout(one('DELETE', 'variables'), request)) return response;
  await forward(emptied({ ...request, url: request.url.replace(/one$/, 'other') }));
  return response;
};

/** Deleted tables are no longer listed but still readable. */
function hiding(): Fault {
  const hidden = new Set<string>();
  return async (request, forward) => {
    if (isAbout(one('DELETE', 'tables'), request)) {
      hidden.add(decodeURIComponent(pathOf(request).slice('/tables/'.length)));
      return withStatus(204);
    }
    const response = await forward(request);
    if (!isAbout(tables, request)) return response;
    const left = Object.entries(jsonIn(response) as Dictionary).filter(([name]) => !hidden.has(name));
    return withJson(response, Object.fromEntries(left));
  };
}

/** The name in a path; empty if its encoding is invalid. */
function nameOf(request: ProxyRequest): string {
  try {
    return decodeURIComponent(pathOf(request).split('/')[2] ?? '');
  } catch {
    return '';
  }
}

export const resourceMutants: readonly Mutant[] = [
  { name: 'the labels are listed as an array of names', about: 'lists.labels', fault: json<Dictionary>(labels, Object.keys) },
  {
    name: 'the list of labels is one short',
    about: 'labels.listed',
    fault: json<Dictionary>(labels, (list) => Object.fromEntries(Object.entries(list).slice(0, -1))),
  },
  {
    name: 'the variables are listed as an object',
    about: 'lists.variables',
    fault: json<Items>(variables, (list) => Object.fromEntries(list.map(({ name, value }) => [name, value]))),
  },
  {
    name: 'the list of variables has no values',
    about: 'lists.variables',
    fault: json<Items>(variables, (list) => list.map(({ name }) => ({ name }))),
  },
  { name: 'the list of variables is stale', about: 'lists.variables', fault: stale(variables) },
  { name: 'every variable is listed twice', about: 'variables.listed', fault: json<Items>(variables, (list) => [...list, ...list]) },
  {
    name: 'the list of tables has the content type HTML',
    about: 'lists.tables',
    fault: answers(tables, (response) => ({ ...response, headers: { ...response.headers, 'content-type': 'text/html' } })),
  },
  {
    name: 'the list of labels is not sorted',
    about: 'lists.labels',
    fault: json<Dictionary>(labels, (list) => Object.fromEntries(Object.entries(list).reverse())),
  },
  {
    name: 'the list of tables counts a row too many',
    about: 'lists.tables',
    fault: json<Dictionary>(tables, (list) =>
      Object.fromEntries(Object.entries(list).map(([name, table]) => [name, { ...table, rowCount: Number(table['rowCount']) + 1 }])),
    ),
  },
  {
    name: 'a missing label reads as an empty object',
    about: 'labels.unknown',
    fault: () => async (request, forward) => {
      const response = await forward(request);
      return isAbout(one('GET', 'labels'), request) && response.status === 404 ? withJson({ ...response, status: 200 }, {}) : response;
    },
  },
  {
    name: 'a missing table causes a server error',
    about: 'tables.unknown',
    fault: () => async (request, forward) => {
      const response = await forward(request);
      return isAbout(one('GET', 'tables'), request) && response.status === 404 ? { ...response, status: 500 } : response;
    },
  },
  { name: 'reading a variable returns its first state', about: 'variables.replace', fault: stale(one('GET', 'variables')) },
  { name: 'reading a label returns its first state', about: 'labels.', fault: stale(one('GET', 'labels')) },
  { name: 'DELETE of a label does nothing', about: 'labels.delete', fault: pretends(one('DELETE', 'labels'), 204) },
  { name: 'a deleted table is only hidden from the list', about: 'tables.delete', fault: hiding },
  { name: 'deleting a variable deletes its neighbour', about: 'variables.delete', fault: () => deletingMore },
  {
    name: 'PUT of a label answers the label',
    about: 'labels.create',
    fault: answers(one('PUT', 'labels'), (response, request) => ({ ...response, status: 200, body: request.body })),
  },
  {
    name: 'PUT of a table always answers 200',
    about: 'tables.status',
    fault: answers(one('PUT', 'tables'), (response) => withStatus(200, response)),
  },
  {
    name: 'DELETE of a variable answers 200',
    about: 'variables.status',
    fault: answers(one('DELETE', 'variables'), (response) => withStatus(200, response)),
  },
  { name: 'DELETE of a missing label answers 204', about: 'labels.status', fault: accepts(one('DELETE', 'labels'), 204) },
  {
    name: 'an existing counter is not replaced',
    about: 'counters.replace',
    fault: () => async (request, forward) => {
      if (!isAbout(one('PUT', 'counters'), request)) return forward(request);
      const old = await forward(emptied({ ...request, method: 'GET' }));
      return isGood(old) ? withStatus(204) : forward(request);
    },
  },
  {
    name: 'a variable that is not JSON is accepted',
    about: 'variables.malformed',
    fault: accepts(one('PUT', 'variables'), 204, ({ body }) => !body.toString().endsWith('}')),
  },
  {
    name: 'a label that is a list is accepted',
    about: 'labels.no-object',
    fault: accepts(one('PUT', 'labels'), 204, ({ body }) => body.toString() === '[]'),
  },
  { name: 'a refused variable removes the old one', about: 'variables.wrong', fault: () => destroying },
  { name: 'a plus in a name becomes a blank', about: 'names.labels', fault: renamed('labels', (name) => name.replaceAll('%2B', '%20')) },
  { name: 'names are decoded twice', about: 'names.variables', fault: renamed('variables', (name) => name.replaceAll('%25', '%')) },
  { name: 'a slash in a name splits the path', about: 'names.tables', fault: renamed('tables', (name) => name.replaceAll('%2F', '/')) },
  { name: 'names are truncated to 64 characters', about: 'names.labels.longest', fault: reworded('labels', (name) => name.slice(0, 64)) },
  { name: 'names lose their case', about: 'names.variables.case', fault: reworded('variables', (name) => name.toLowerCase()) },
  {
    name: 'an emoji in a name becomes a question mark',
    about: 'names.tables',
    fault: reworded('tables', (name) => name.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '?')),
  },
  {
    name: 'names called __proto__ are not listed',
    about: 'names.labels',
    fault: json<Dictionary>(labels, (list) => Object.fromEntries(Object.entries(list).filter(([name]) => !name.includes('__proto__')))),
  },
  {
    name: 'names are not normalised',
    about: 'names.variables.normalised',
    fault: reworded('variables', (name) => (name === name.normalize('NFC') ? name : `${name}~`)),
  },
  {
    name: 'control characters in names are accepted',
    about: 'names.labels.control',
    fault: accepts(one('PUT', 'labels'), 201, (request) => /[\u0000-\u001f]/.test(nameOf(request))),
  },
  {
    name: 'names of 256 characters are accepted',
    about: 'names.tables.longest',
    fault: accepts(one('PUT', 'tables'), 201, (request) => nameOf(request).length > 255),
  },
  { name: 'an omitted field of a variable keeps its value', about: 'variables.defaults', fault: merging('variables') },
  { name: 'an omitted part of a label stays', about: 'labels.replaced-whole', fault: merging('labels') },
  { name: 'an omitted field of a counter keeps its value', about: 'counters.defaults', fault: merging('counters') },
  { name: 'a counter outside its bounds is accepted', about: 'counters.wrong', fault: accepts(one('PUT', 'counters'), 204) },
  { name: 'a shift beyond the day is accepted', about: 'shiftCodes.wrong', fault: accepts(one('PUT', 'shiftCodes'), 204) },
  {
    name: 'a shift code loses its last shift',
    about: 'shiftCodes.read',
    fault: bodies<{ shifts?: unknown[] }>(one('PUT', 'shiftCodes'), (code) => ({ ...code, shifts: code.shifts?.slice(0, 1) })),
  },
];
