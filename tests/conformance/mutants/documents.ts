import {
  accepts,
  answers,
  bodies,
  isAbout,
  isGood,
  json,
  jsonIn,
  pretends,
  requests,
  withJson,
  type ProxyRequest,
  type Fault,
  type Mutant,
  type Which,
} from './mutant.ts';

/** Faults in labels, simulations, tables and variables. */

type Content = Record<string, unknown>;
interface Label extends Content {
  objs: Content[];
}
interface Table {
  columns: string[];
  rows: string[][];
}

const label: Which = ['GET', /^\/labels\/[^/]+$/];
const putLabel: Which = ['PUT', /^\/labels\/[^/]+$/];
const simulation: Which = ['GET', /^\/labels\/[^/]+\/simulation$/];
const table: Which = ['GET', /^\/tables\/[^/]+$/];
const putTable: Which = ['PUT', /^\/tables\/[^/]+$/];
const rows: Which = ['GET', /^\/tables\/[^/]+\/rows$/];
const cells: Which = ['POST', /^\/tables\/[^/]+\/cells$/];
const variable: Which = ['GET', /^\/variables\/[^/]+$/];
const putVariable: Which = ['PUT', /^\/variables\/[^/]+$/];

const KNOWN = ['format', 'width', 'height', 'objs', 'bgColor', 'printDelay', 'hdpi', 'vdpi', 'vOffset', 'rotation', 'stretch'];

const ofObjects = (change: (object: Content) => Content) => json<Label>(label, (read) => ({ ...read, objs: read.objs.map(change) }));
const ofRows = (change: (all: string[][]) => string[][]) => json<Table>(table, (read) => ({ ...read, rows: change(read.rows) }));
const ofCells = (change: (cell: string) => string) => ofRows((all) => all.map((cellsOf) => cellsOf.map(change)));
const withQuery = (which: Which, change: (query: string) => string) =>
  requests(which, (request) => {
    const [path = '', query = ''] = request.url.split('?', 2);
    return { ...request, url: query === '' ? path : `${path}?${change(query)}` };
  });
const says = (text: string) => (request: ProxyRequest) => request.body.toString('utf8').includes(text);
const without = (text: string) => (request: ProxyRequest) => !request.body.toString('utf8').includes(text);

/** Texts that cannot be resolved become empty. */
const emptying: Fault = async (request, forward) => {
  const response = await forward(request);
  if (!isAbout(simulation, request) || response.status !== 422) return response;
  return withJson({ ...response, status: 200 }, { format: 3, objs: [{ type: 'Text', text: '' }] });
};

/** Reading advances all counters. */
const advancing =
  (which: Which): Fault =>
  async (request, forward) => {
    const response = await forward(request);
    if (!isAbout(which, request) || !isGood(response)) return response;
    const list = { method: 'GET', url: '/api/v3/counters', headers: {}, body: Buffer.alloc(0) };
    for (const { name, value } of jsonIn(await forward(list)) as { name: string; value: number }[]) {
      const body = Buffer.from(JSON.stringify({ value: value - 1, minValue: -9 }));
      await forward({
        method: 'PUT',
        url: `/api/v3/counters/${encodeURIComponent(name)}`,
        headers: { 'content-type': 'application/json' },
        body,
      });
    }
    return response;
  };

export const documentMutants: readonly Mutant[] = [
  {
    name: 'unknown keys of a label are lost',
    about: 'labels.unknown-keys',
    fault: json<Label>(label, (read) => Object.fromEntries(Object.entries(read).filter(([key]) => KNOWN.includes(key)))),
  },
  {
    name: 'the objects of a label change their order',
    about: 'labels.order',
    fault: json<Label>(label, (read) => ({ ...read, objs: read.objs.toReversed() })),
  },
  {
    name: 'lengths are rounded to whole millimetres',
    about: 'labels.numbers',
    fault: ofObjects((object) => ({ ...object, ...(typeof object['x'] === 'number' && { x: Math.round(object['x']) }) })),
  },
  {
    name: 'texts lose the blanks at their ends',
    about: 'labels.text',
    fault: ofObjects((object) => ({ ...object, ...(typeof object['text'] === 'string' && { text: object['text'].trim() }) })),
  },
  {
    name: 'a group loses its children',
    about: 'labels.object',
    fault: ofObjects((object) => ('children' in object ? { ...object, children: [] } : object)),
  },
  {
    name: 'booleans in labels become texts',
    about: 'labels.object',
    fault: ofObjects((object) =>
      Object.fromEntries(Object.entries(object).map(([key, value]) => [key, typeof value === 'boolean' ? String(value) : value])),
    ),
  },
  {
    name: 'the dash pattern of a line is lost',
    about: 'labels.object',
    fault: bodies<Label>(putLabel, (put) => ({ ...put, objs: put.objs.map(({ segments: _segments, ...object }) => object) })),
  },
  { name: 'the stretch of a label is lost', about: 'labels.options', fault: json<Label>(label, ({ stretch: _stretch, ...read }) => read) },
  { name: 'a label without format is accepted', about: 'labels.refused', fault: accepts(putLabel, 201, without('"format"')) },
  { name: 'a wrong check digit is accepted', about: 'labels.refused', fault: accepts(putLabel, 201, says('EAN-13')) },
  { name: 'an unknown anchor is accepted', about: 'labels.refused', fault: accepts(putLabel, 201, says('MIDDLE')) },
  { name: 'a width that is a text is accepted', about: 'labels.refused', fault: accepts(putLabel, 201, says('"width":"20"')) },
  {
    name: 'a refused label names its first fault only',
    about: 'labels.one-error',
    fault: () => async (request, forward) => {
      const response = await forward(request);
      if (!isAbout(putLabel, request) || response.status !== 400) return response;
      const problem = jsonIn(response) as { errors?: unknown[] };
      return withJson(response, { ...problem, errors: problem.errors?.slice(0, 1) });
    },
  },
  {
    name: 'a simulation returns the label with its codes',
    about: 'simulation.variable',
    fault: () => (request, forward) =>
      forward(isAbout(simulation, request) ? { ...request, url: request.url.replace(/\/simulation.*$/, ''), headers: {} } : request),
  },
  {
    name: 'a simulation returns the previous one',
    about: 'simulation.variable',
    fault: () => {
      let before: Promise<Awaited<ReturnType<Parameters<Fault>[1]>>> | undefined;
      return (request, forward) => {
        if (!isAbout(simulation, request)) return forward(request);
        const [last, now] = [before, forward(request)];
        before = now;
        return last ?? now;
      };
    },
  },
  {
    name: 'the time of a text is not shifted',
    about: 'simulation.shifted',
    fault: requests(putLabel, (request) => ({
      ...request,
      body: Buffer.from(request.body.toString('utf8').replaceAll(/\{TIME;(\{\w+\});[^}]*\}/g, '$1')),
    })),
  },
  {
    name: 'numbers ignore their width',
    about: 'simulation.width',
    fault: json<Label>(simulation, (read) => ({
      ...read,
      objs: read.objs.map((object) => ({ ...object, text: String(object['text']).replaceAll('xx', '') })),
    })),
  },
  {
    name: 'a simulation with an incomplete row selection ignores the row',
    about: 'simulation.refused',
    fault: withQuery(simulation, (query) =>
      query.includes('tableName') && query.includes('key=') ? query : query.replace(/.*(tableName|key).*/, ''),
    ),
  },
  {
    name: 'a simulation with an unknown key ignores the row',
    about: 'simulation.refused',
    fault: withQuery(simulation, (query) => (query.includes('S99') ? '' : query)),
  },
  { name: 'a simulation moves the counters', about: 'simulation.counter', fault: () => advancing(simulation) },
  { name: 'a preview moves its counter', about: 'counters.preview', fault: () => advancing(['GET', /^\/counters\/[^/]+\/preview$/]) },
  {
    name: 'the time of a simulation is always now',
    about: 'simulation.moment',
    fault: withQuery(simulation, (query) => query.replace(/at=[^&]*/, '')),
  },
  { name: 'an unresolvable text is empty', about: 'simulation.unresolved', fault: () => emptying },
  {
    name: 'the picture of a simulation is not a PNG',
    about: 'simulation.picture',
    fault: answers(simulation, (response, request) =>
      request.headers['accept'] === 'image/png' ? { ...response, body: response.body.subarray(8) } : response,
    ),
  },
  { name: 'the last rows of a long table are lost', about: 'tables.many', fault: ofRows((all) => all.slice(0, 999)) },
  {
    name: 'equal rows are merged',
    about: 'tables.order',
    fault: ofRows((all) => [...new Map(all.map((row) => [row.join('|'), row])).values()]),
  },
  { name: 'rows are sorted', about: 'tables.order', fault: ofRows((all) => all.toSorted((a, b) => a.join().localeCompare(b.join()))) },
  { name: 'cells lose the blanks at their ends', about: 'tables.cells', fault: ofCells((cell) => cell.trim()) },
  { name: 'cells lose leading zeros', about: 'tables.cells', fault: ofCells((cell) => cell.replace(/^0+(?=\d)/, '')) },
  { name: 'line breaks in cells become blanks', about: 'tables.cells', fault: ofCells((cell) => cell.replaceAll('\n', ' ')) },
  {
    name: 'a column called __proto__ is lost',
    about: 'tables.prototype',
    fault: json<Table>(table, ({ columns, rows: all }) => {
      const kept = (_: string, index: number) => columns[index] !== '__proto__';
      return { columns: columns.filter(kept), rows: all.map((row) => row.filter(kept)) };
    }),
  },
  { name: 'rows that are too short are accepted', about: 'tables.refused', fault: accepts(putTable, 204, says('[["1"]]')) },
  { name: 'a column may occur twice', about: 'tables.refused', fault: accepts(putTable, 204, says('["a","a"]')) },
  {
    name: 'CSV comes without its quotes',
    about: 'tables.csv-out',
    fault: answers(table, (response, request) =>
      request.headers['accept'] === 'text/csv'
        ? { ...response, body: Buffer.from(response.body.toString('utf8').replaceAll('"', '')) }
        : response,
    ),
  },
  { name: 'a broken CSV file is accepted', about: 'tables.csv-broken', fault: pretends(putTable, 204, says('never closed')) },
  {
    name: 'a page of rows always begins at the first',
    about: 'tables.page',
    fault: withQuery(rows, (query) => query.replace(/offset=\d+/, 'offset=0')),
  },
  {
    name: 'a page reports its own number of rows as the total',
    about: 'tables.page',
    fault: json<{ rows: unknown[] }>(rows, (page) => ({ ...page, total: page.rows.length })),
  },
  {
    name: 'a lookup finds similar keys',
    about: 'tables.look-up',
    fault: withQuery(rows, (query) => query.replace(/column=\w+&key=/, 'search=')),
  },
  {
    name: 'a cell is changed regardless of its current text',
    about: 'tables.cells.change',
    fault: bodies<{ cells: Content[] }>(cells, (edit) => ({ ...edit, cells: edit.cells.map(({ was: _was, ...cell }) => cell) })),
  },
  {
    name: 'of several cells only the first is changed',
    about: 'tables.cells.together',
    fault: bodies<{ cells: Content[] }>(cells, (edit) => ({ ...edit, cells: edit.cells.slice(0, 1) })),
  },
  {
    name: 'a variable repeats its name',
    about: 'variables.fields',
    fault: json<Content>(variable, (read) => ({ ...read, name: 'again' })),
  },
  {
    name: 'userEdit is a text',
    about: 'variables.user-edit',
    fault: json<Content>(variable, (read) => ({ ...read, userEdit: String(read['userEdit']) })),
  },
  {
    name: 'userEdit cannot be reset',
    about: 'variables.user-edit',
    fault: json<Content>(variable, (read) => ({ ...read, userEdit: true })),
  },
  {
    name: 'the description of a variable is lost',
    about: 'variables.fields',
    fault: json<Content>(variable, (read) => ({ ...read, description: '' })),
  },
  {
    name: 'a value is truncated to 255 characters',
    about: 'variables.value',
    fault: bodies<Content>(putVariable, (put) => ({
      ...put,
      ...(typeof put['value'] === 'string' && { value: put['value'].slice(0, 255) }),
    })),
  },
  {
    name: 'letters beyond Latin are lost',
    about: 'variables.value',
    fault: json<Content>(variable, (read) => ({ ...read, value: String(read['value']).replaceAll(/[^\u0000-\u00ff]/gu, '?') })),
  },
  {
    name: 'a number is accepted as a text',
    about: 'variables.wrong',
    fault: bodies<Content>(putVariable, (put) => (typeof put['value'] === 'number' ? { ...put, value: String(put['value']) } : put)),
  },
  {
    name: 'a variable is never pinned',
    about: 'variables.pinned',
    fault: bodies<Content>(putVariable, ({ pinned: _pinned, ...put }) => put),
  },
  { name: 'a value forbidden by its prompt is accepted', about: 'variables.prompt', fault: accepts(putVariable, 204, says('"prompt"')) },
  { name: 'a label asks for nothing', about: 'variables.prompts', fault: json(['GET', /\/prompts$/], () => []) },
];
