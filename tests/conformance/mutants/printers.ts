import {
  accepts,
  extraRequest,
  isAbout,
  json,
  lacking,
  onFirst,
  pathOf,
  pretends,
  requests,
  withStatus,
  type ProxyRequest,
  type Fault,
  type Mutant,
  type Which,
} from './mutant.ts';

/** Faults of printers, their counters and their history. */

type Content = Record<string, unknown>;

interface History {
  time: number[];
  count: number[];
}

const printers: Which = ['GET', /^\/printers$/];
const status: Which = ['GET', /^\/printers\/[^/]+\/status$/];
const counts: Which = ['GET', /\/printCounters$/];
const history: Which = ['GET', /\/printHistory$/];
const abort: Which = ['POST', /\/abortPrint$/];
const trigger: Which = ['POST', /\/trigger$/];
const settings: Which = ['PUT', /\/settings$/];
const ofPrinters = (change: (properties: Content) => Content) =>
  json<Record<string, Content>>(printers, (list) => Object.fromEntries(Object.entries(list).map(([name, each]) => [name, change(each)])));

const ofInk = (change: (ink: Content) => Content) => json<{ ink: Content[] }>(status, (read) => ({ ...read, ink: read.ink.map(change) }));
const lengthen = { MINUTES: 60, HOURS: 3_600, DAYS: 86_400, WEEKS: 604_800 };
const resolutionOf = ({ url }: ProxyRequest) => /resolution=(MINUTES|HOURS|WEEKS)/.exec(url)?.[1] as keyof typeof lengthen | undefined;
const withQuery = (change: (url: string) => string) => requests(history, (request) => ({ ...request, url: change(request.url) }));
const toFirst =
  (which: Which): (() => Fault) =>
  () =>
  (request, forward) =>
    forward(isAbout(which, request) ? { ...request, url: `/api/v3/printers/Line%201${pathOf(request)}` } : request);

export const printerMutants: readonly Mutant[] = [
  {
    name: 'the id of a printer is not its name',
    about: 'printers.id',
    fault: ofPrinters((each) => ({ ...each, id: `${String(each['id'])}!` })),
  },
  { name: 'all printers have the same id', about: 'several.ids', fault: ofPrinters((each) => ({ ...each, id: 'Line 1' })) },
  {
    name: 'the resolution of a printer is a text',
    about: 'printers.properties',
    fault: ofPrinters((each) => ({ ...each, dpi: String(each['dpi']) })),
  },
  { name: 'slices have no heads', about: 'printers.properties', fault: ofPrinters((each) => ({ ...each, slices: [{}] })) },
  { name: 'a printer has no type', about: 'printers.id', fault: ofPrinters(lacking('type')) },
  {
    name: 'a state has an unspecified value',
    about: 'printers.status',
    fault: json<Content>(status, (read) => ({ ...read, state: 'RUNNING' })),
  },
  {
    name: 'ragStatus is in small letters',
    about: 'printers.status',
    fault: json<Content>(status, (read) => ({ ...read, ragStatus: 'green' })),
  },
  { name: 'errors is a text', about: 'printers.status', fault: json<Content>(status, (read) => ({ ...read, errors: '' })) },
  { name: 'an ink has no warnings', about: 'printers.ink', fault: ofInk(lacking('warnings')) },
  { name: 'the level of an ink is a number', about: 'printers.ink', fault: ofInk((ink) => ({ ...ink, level: 80 })) },
  {
    name: 'the ink of the second supply is missing',
    about: 'printers.ink',
    fault: json<{ ink: unknown[] }>(status, (read) => ({ ...read, ink: read.ink.slice(0, 1) })),
  },
  { name: 'a status does not contain its job', about: 'printers.status.extras', fault: json<Content>(status, lacking('job')) },
  {
    name: 'an unknown printer has the status of the first',
    about: 'printers.unknown',
    fault: () => async (request, forward) => {
      const response = await forward(request);
      return isAbout(status, request) && response.status === 404 ? forward(extraRequest('GET', '/printers/Line%201/status')) : response;
    },
  },
  {
    name: 'an unknown printer can be triggered',
    about: 'printers.unknown',
    fault: accepts(trigger, 202, ({ url }) => url.includes('-printer/')),
  },
  { name: 'an unknown printer can be aborted', about: 'printers.unknown', fault: accepts(abort, 204) },
  { name: 'settings are not stored', about: 'printers.settings', fault: pretends(settings, 204) },
  { name: 'wrong settings are accepted', about: 'printers.settings', fault: accepts(settings, 204) },
  { name: 'the conveyor keeps its pace', about: 'printers.conveyor', fault: pretends(['PUT', /\/conveyor$/], 204) },
  {
    name: 'the counters need a name on a single printer',
    about: 'printCounters.nameless',
    isSingle: true,
    fault: () => (request, forward) => (pathOf(request) === '/printCounters' ? Promise.resolve(withStatus(400)) : forward(request)),
  },
  {
    name: 'the history without a name differs',
    about: 'history.nameless',
    isSingle: true,
    fault: json<History>(['GET', /^\/printHistory$/], ({ time, count }) => ({ time: time.slice(1), count: count.slice(1) })),
  },
  { name: 'without a name nothing is selected', about: 'several.nameless', isSingle: true, fault: pretends(['POST', /^\/printJob$/], 200) },
  {
    name: 'without a name the first of several printers is meant',
    about: 'several.nameless',
    fault: toFirst(['POST', /^\/(printJob|trigger|abortPrint)$/]),
  },
  {
    name: 'without a name the counters of the first are returned',
    about: 'printers.nameless',
    fault: toFirst(['GET', /^\/printCounters$/]),
  },
];

export const countMutants: readonly Mutant[] = [
  {
    name: 'the counters decrease',
    about: 'printCounters.never-back',
    fault: () => {
      let more = 9;
      return json<Record<string, number>>(counts, (read) => ({ ...read, triggers: (read['triggers'] ?? 0) + (more -= 1) }))();
    },
  },
  {
    name: 'the counters are texts',
    about: 'printCounters.fields',
    fault: json<Content>(counts, (read) => ({ ...read, triggers: String(read['triggers']) })),
  },
  { name: 'the counters lack the bounces', about: 'printCounters.fields', fault: json<Content>(counts, lacking('triggerBounces')) },
  {
    name: 'bounces are counted as triggers',
    about: 'trigger.bounce',
    fault: json<Record<string, number>>(counts, (read) => ({ ...read, triggers: (read['triggers'] ?? 0) + (read['triggerBounces'] ?? 0) })),
  },
  {
    name: 'every print is counted twice',
    about: 'trigger.counts',
    fault: json<Record<string, number>>(counts, (read) => ({ ...read, printedLabels: 2 * (read['printedLabels'] ?? 0) })),
  },
  { name: 'every printer has the counters of the first', about: 'several.', fault: onFirst(counts) },
  {
    name: 'the history is off by a bucket',
    about: 'trigger.history',
    fault: json<History>(history, (read, request) => ({
      ...read,
      time: read.time.map((start) => start - lengthen[resolutionOf(request) ?? 'DAYS']),
    })),
  },
  {
    name: 'the last bucket is counted in the one before',
    about: 'trigger.history.MINUTES',
    fault: withEarlyCounts(),
  },
  {
    name: 'the history has a count too few',
    about: 'history.buckets',
    fault: json<History>(history, (read) => ({ ...read, count: read.count.slice(1) })),
  },
  {
    name: 'empty buckets are omitted',
    about: 'history.every-bucket',
    fault: json<History>(history, ({ time, count }) => ({
      time: time.filter((_, index) => count[index]),
      count: count.filter((each) => each > 0),
    })),
  },
  {
    name: 'buckets begin in milliseconds',
    about: 'history.range',
    fault: json<History>(history, (read) => ({ ...read, time: read.time.map((start) => start * 1_000) })),
  },
  {
    name: 'buckets come last first',
    about: 'history.buckets',
    fault: json<History>(history, ({ time, count }) => ({ time: time.toReversed(), count: count.toReversed() })),
  },
  {
    name: 'buckets do not begin at full minutes',
    about: 'history.buckets',
    fault: json<History>(history, (read) => ({ ...read, time: read.time.map((start) => start + 17) })),
  },
  {
    name: 'weeks begin on Sunday',
    about: 'history.midnight',
    fault: json<History>(history, (read, { url }) =>
      url.includes('WEEKS') ? { ...read, time: read.time.map((start) => start - 86_400) } : read,
    ),
  },
  { name: 'hours are days', about: 'history.every-bucket', fault: withQuery((url) => url.replace('HOURS', 'DAYS')) },
  {
    name: 'without a resolution the buckets are weeks',
    about: 'history.default',
    fault: withQuery((url) => (url.includes('resolution=') ? url : `${url}${url.includes('?') ? '&' : '?'}resolution=WEEKS`)),
  },
  { name: 'an unknown resolution means days', about: 'history.refused', fault: withQuery((url) => url.replace('YEARS', 'DAYS')) },
  {
    name: 'a start that is not a number is ignored',
    about: 'history.refused',
    fault: withQuery((url) => url.replace('start=yesterday', '')),
  },
  {
    name: 'the start of a range is ignored',
    about: 'history.range',
    fault: withQuery((url) => url.replace(/start=\d+/, 'start=1600000000').replace('MINUTES', 'DAYS')),
  },
  { name: 'the end of a range is ignored', about: 'history.range', fault: withQuery((url) => url.replace(/end=\d+/, '')) },
  {
    name: 'a start after its end is swapped with it',
    about: 'history.refused',
    fault: accepts(history, 200, ({ url }) => /start=\d+&end=\d+$/.test(url)),
  },
  {
    name: 'a history too long is an empty one',
    about: 'history.too-many',
    fault: accepts(history, 200, ({ url }) => url.includes('MINUTES')),
  },
];

function withEarlyCounts(): () => Fault {
  return json<History>(history, ({ time, count }) => ({ time, count: [...count.slice(1), 0] }));
}
