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
  type Answered,
  type Asked,
  type Fault,
  type Mutant,
  type Which,
} from './mutant.ts';

/** Faults of what is listed, read, put and deleted by name. */

type Dictionary = Record<string, Record<string, unknown>>;
type Items = Record<string, unknown>[];

const labels: Which = ['GET', /^\/labels$/];
const tables: Which = ['GET', /^\/tables$/];
const variables: Which = ['GET', /^\/variables$/];
const one = (method: string, noun: string): Which => [method, new RegExp(`^/${noun}/[^/]+$`)];

/** The name in a path, as it was sent. */
function renamed(noun: string, change: (name: string) => string): () => Fault {
  return () => (asked, forward) => forward(withName(asked, noun, change));
}

function withName(asked: Asked, noun: string, change: (name: string) => string): Asked {
  const [, name] = new RegExp(`^/${noun}/([^/]+)`).exec(pathOf(asked)) ?? [];
  return name === undefined ? asked : { ...asked, url: asked.url.replace(name, change(name)) };
}

/** Changes the name as people read it. */
const reworded = (noun: string, change: (name: string) => string) =>
  renamed(noun, (name) => {
    try {
      return encodeURIComponent(change(decodeURIComponent(name)));
    } catch {
      return name;
    }
  });

/** Remembers the first good answer to each path, and gives it again: by then it is stale. */
function stale(which: Which): () => Fault {
  return () => {
    const seen = new Map<string, Answered>();
    return async (asked, forward) => {
      const answered = seen.get(asked.url) ?? (await forward(asked));
      if (isAbout(which, asked) && isGood(answered)) seen.set(asked.url, answered);
      return answered;
    };
  };
}

/** Puts what was there together with what comes: nothing is ever left out. */
function merging(noun: string): () => Fault {
  return () => async (asked, forward) => {
    if (!isAbout(one('PUT', noun), asked)) return forward(asked);
    const old = await forward({ ...asked, method: 'GET', headers: {}, body: Buffer.alloc(0) });
    const body = objectIn(asked);
    if (!isGood(old) || !body) return forward(asked);
    return forward({ ...asked, body: Buffer.from(JSON.stringify({ ...objectIn(old), ...body })) });
  };
}

/** The JSON object of a body; undefined where there is none. */
function objectIn({ body }: { body: Buffer }): object | undefined {
  try {
    const json: unknown = JSON.parse(body.toString('utf8'));
    return typeof json === 'object' && json !== null && !Array.isArray(json) ? json : undefined;
  } catch {
    return undefined;
  }
}

/** A refused PUT takes away what was there. */
const destroying: Fault = async (asked, forward) => {
  const answered = await forward(asked);
  if (answered.status === 400 && isAbout(one('PUT', 'variables'), asked)) await forward(emptied({ ...asked, method: 'DELETE' }));
  return answered;
};

function emptied(asked: Asked): Asked {
  return { ...asked, headers: {}, body: Buffer.alloc(0) };
}

/** Deletes all variables whose names begin alike. */
const deletingMore: Fault = async (asked, forward) => {
  const answered = await forward(asked);
  if (!isAbout(one('DELETE', 'variables'), asked)) return answered;
  await forward(emptied({ ...asked, url: asked.url.replace(/one$/, 'other') }));
  return answered;
};

/** Deleted tables are no longer listed, but still there. */
function hiding(): Fault {
  const hidden = new Set<string>();
  return async (asked, forward) => {
    if (isAbout(one('DELETE', 'tables'), asked)) {
      hidden.add(decodeURIComponent(pathOf(asked).slice('/tables/'.length)));
      return withStatus(204);
    }
    const answered = await forward(asked);
    if (!isAbout(tables, asked)) return answered;
    const left = Object.entries(jsonIn(answered) as Dictionary).filter(([name]) => !hidden.has(name));
    return withJson(answered, Object.fromEntries(left));
  };
}

/** The name in a path; empty where its encoding is broken. */
function nameOf(asked: Asked): string {
  try {
    return decodeURIComponent(pathOf(asked).split('/')[2] ?? '');
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
    name: 'the list of tables says that it is HTML',
    about: 'lists.tables',
    fault: answers(tables, (answered) => ({ ...answered, headers: { ...answered.headers, 'content-type': 'text/html' } })),
  },
  {
    name: 'the list of labels comes in no order',
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
    name: 'a label that is not there reads as an empty object',
    about: 'labels.unknown',
    fault: () => async (asked, forward) => {
      const answered = await forward(asked);
      return isAbout(one('GET', 'labels'), asked) && answered.status === 404 ? withJson({ ...answered, status: 200 }, {}) : answered;
    },
  },
  {
    name: 'a table that is not there is an error of the server',
    about: 'tables.unknown',
    fault: () => async (asked, forward) => {
      const answered = await forward(asked);
      return isAbout(one('GET', 'tables'), asked) && answered.status === 404 ? { ...answered, status: 500 } : answered;
    },
  },
  { name: 'a variable reads as it was read first', about: 'variables.replace', fault: stale(one('GET', 'variables')) },
  { name: 'a label reads as it was read first', about: 'labels.', fault: stale(one('GET', 'labels')) },
  { name: 'DELETE of a label does nothing', about: 'labels.delete', fault: pretends(one('DELETE', 'labels'), 204) },
  { name: 'a deleted table is only hidden from the list', about: 'tables.delete', fault: hiding },
  { name: 'deleting a variable deletes its neighbour', about: 'variables.delete', fault: () => deletingMore },
  {
    name: 'PUT of a label answers the label',
    about: 'labels.create',
    fault: answers(one('PUT', 'labels'), (answered, asked) => ({ ...answered, status: 200, body: asked.body })),
  },
  {
    name: 'PUT of a table always answers 200',
    about: 'tables.status',
    fault: answers(one('PUT', 'tables'), (answered) => withStatus(200, answered)),
  },
  {
    name: 'DELETE of a variable answers 200',
    about: 'variables.status',
    fault: answers(one('DELETE', 'variables'), (answered) => withStatus(200, answered)),
  },
  { name: 'DELETE of a label that is not there answers 204', about: 'labels.status', fault: accepts(one('DELETE', 'labels'), 204) },
  {
    name: 'a counter that is there is not replaced',
    about: 'counters.replace',
    fault: () => async (asked, forward) => {
      if (!isAbout(one('PUT', 'counters'), asked)) return forward(asked);
      const old = await forward(emptied({ ...asked, method: 'GET' }));
      return isGood(old) ? withStatus(204) : forward(asked);
    },
  },
  {
    name: 'a variable that is no JSON is taken',
    about: 'variables.malformed',
    fault: accepts(one('PUT', 'variables'), 204, ({ body }) => !body.toString().endsWith('}')),
  },
  {
    name: 'a label that is a list is taken',
    about: 'labels.no-object',
    fault: accepts(one('PUT', 'labels'), 204, ({ body }) => body.toString() === '[]'),
  },
  { name: 'a refused variable takes the old one away', about: 'variables.wrong', fault: () => destroying },
  { name: 'a plus in a name becomes a blank', about: 'names.labels', fault: renamed('labels', (name) => name.replaceAll('%2B', '%20')) },
  { name: 'names are decoded twice', about: 'names.variables', fault: renamed('variables', (name) => name.replaceAll('%25', '%')) },
  { name: 'a slash in a name parts the path', about: 'names.tables', fault: renamed('tables', (name) => name.replaceAll('%2F', '/')) },
  { name: 'names are cut after 64 characters', about: 'names.labels.longest', fault: reworded('labels', (name) => name.slice(0, 64)) },
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
    name: 'control characters in names are taken',
    about: 'names.labels.control',
    fault: accepts(one('PUT', 'labels'), 201, (asked) => /[\u0000-\u001f]/.test(nameOf(asked))),
  },
  {
    name: 'names of 256 characters are taken',
    about: 'names.tables.longest',
    fault: accepts(one('PUT', 'tables'), 201, (asked) => nameOf(asked).length > 255),
  },
  { name: 'a left-out field of a variable keeps its value', about: 'variables.defaults', fault: merging('variables') },
  { name: 'a left-out part of a label stays', about: 'labels.replaced-whole', fault: merging('labels') },
  { name: 'a left-out field of a counter keeps its value', about: 'counters.defaults', fault: merging('counters') },
  { name: 'a counter outside its bounds is taken', about: 'counters.wrong', fault: accepts(one('PUT', 'counters'), 204) },
  { name: 'a shift beyond the day is taken', about: 'shiftCodes.wrong', fault: accepts(one('PUT', 'shiftCodes'), 204) },
  {
    name: 'a shift code loses its last shift',
    about: 'shiftCodes.read',
    fault: bodies<{ shifts?: unknown[] }>(one('PUT', 'shiftCodes'), (code) => ({ ...code, shifts: code.shifts?.slice(0, 1) })),
  },
];
