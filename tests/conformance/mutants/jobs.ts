import {
  accepts,
  answers,
  extraRequest,
  bodies,
  isAbout,
  isGood,
  json,
  jsonIn,
  lacking,
  onFirst,
  pathOf,
  pretends,
  requests,
  withJson,
  withStatus,
  type ProxyRequest,
  type Fault,
  type Mutant,
  type Which,
} from './mutant.ts';

/** Faults of selections, triggers and queues. */

type Content = Record<string, unknown>;

interface Queue {
  jobs: (Content & { id: string; state: string })[];
}

const status: Which = ['GET', /^\/printers\/[^/]+\/status$/];
const printJob: Which = ['POST', /^\/printers\/[^/]+\/printJob$/];
const abort: Which = ['POST', /\/abortPrint$/];
const trigger: Which = ['POST', /\/trigger$/];
const queue: Which = ['GET', /\/queue$/];
const order: Which = ['PUT', /\/queue$/];
const remove: Which = ['DELETE', /\/queue\/[^/]+$/];
const seek: Which = ['POST', /\/queue\/seek$/];
const ofJob = (change: (job: Content) => Content) => bodies<Content>(printJob, change);
const printerPath = (request: ProxyRequest) => /^\/printers\/[^/]+/.exec(pathOf(request))?.[0] ?? '';
const isEmpty = ({ body }: ProxyRequest) => body.length === 0 || body.toString('utf8') === '{}';

/** Applies requests for one printer to the other one as well. */
const onBoth =
  (which: Which): Fault =>
  async (request, forward) => {
    const response = await forward(request);
    if (isAbout(which, request) && isGood(response)) {
      const other = request.url.includes('Line%201') ? 'Line%202' : 'Line%201';
      await forward({ ...request, url: request.url.replace(/Line%20[12]/, other) });
    }
    return response;
  };

/** The current and waiting jobs. */
async function jobsOf(request: ProxyRequest, forward: Parameters<Fault>[1]): Promise<Queue['jobs']> {
  const list = await forward(extraRequest('GET', `${printerPath(request)}/queue`));
  return isGood(list) ? (jsonIn(list) as Queue).jobs.filter(({ state }) => state !== 'done') : [];
}

/** An appended job is moved before the other waiting ones. */
const jumping: Fault = async (request, forward) => {
  const response = await forward(request);
  if (!isAbout(printJob, request) || response.status !== 200) return response;
  const [first, ...rest] = (await jobsOf(request, forward)).map(({ id }) => id);
  const body = Buffer.from(JSON.stringify({ order: [first, ...rest.toReversed()] }));
  const headers = { 'content-type': 'application/json' };
  await forward({ method: 'PUT', url: `/api/v3${printerPath(request)}/queue`, headers, body });
  return response;
};

/** A deselection removes only the current job. */
const deselectingOne: Fault = async (request, forward) => {
  if (!isAbout(printJob, request) || !isEmpty(request)) return forward(request);
  const [current] = await jobsOf(request, forward);
  return current ? forward(extraRequest('DELETE', `${printerPath(request)}/queue/${current.id}`)) : withStatus(204);
};

/** A deleted item is deselected first. */
const deselectingUsers: Fault = async (request, forward) => {
  const response = await forward(request);
  if (request.method !== 'DELETE' || response.status !== 409) return response;
  for (const name of ['Line%201', 'Line%202']) await forward(extraRequest('POST', `/printers/${name}/printJob`));
  return forward(request);
};

/** Repeats a trigger until it is not a bounce. */
const printingTwice: Fault = async (request, forward) => {
  const response = await forward(request);
  if (!isAbout(trigger, request) || !isGood(response)) return response;
  let again = await forward(request);
  while (again.body.includes('bounced')) again = await forward(request);
  return response;
};

/** A selection deselects before it is validated. */
const deselectingFirst: Fault = async (request, forward) => {
  if (isAbout(printJob, request)) await forward(extraRequest('POST', pathOf(request)));
  return forward(request);
};

export const jobMutants: readonly Mutant[] = [
  {
    name: 'an unknown label is selected',
    about: 'printJob.refused',
    fault: accepts(printJob, 200, ({ body }) => body.includes('nothing')),
  },
  { name: 'an empty body does not deselect', about: 'printJob.status.deselect', fault: pretends(printJob, 204, isEmpty) },
  {
    name: 'a body without a label does not deselect',
    about: 'printJob.deselect',
    fault: pretends(printJob, 400, ({ body }) => body.toString('utf8') === '{}'),
  },
  {
    name: 'a selection answers 201',
    about: 'printJob.status.select',
    fault: answers(printJob, (response) => (response.status === 200 ? withStatus(201, response) : response)),
  },
  {
    name: 'a selection does not contain its position',
    about: 'printJob.status.select',
    fault: json<Content>(printJob, lacking('position')),
  },
  {
    name: 'the column of the label is ignored',
    about: 'printJob.label-column',
    fault: requests(['POST', /\/(plan|printJob)$/], ({ body, ...request }) => ({
      ...request,
      body: Buffer.from(body.toString('utf8').replace('"labelColumn":"Label"', '"freeze":false')),
    })),
  },
  {
    name: 'a key without a table is ignored',
    about: 'printJob.refused',
    fault: ofJob((job) => ('tableName' in job ? job : lacking('key', 'keyColumn')(job))),
  },
  {
    name: 'negative copies mean no limit',
    about: 'printJob.refused',
    fault: ofJob((job) => (Number(job['copies']) < 0 ? lacking('copies')(job) : job)),
  },
  {
    name: 'a queue that is a text is true',
    about: 'printJob.refused',
    fault: ofJob((job) => (typeof job['queue'] === 'string' ? { ...job, queue: true } : job)),
  },
  {
    name: 'a job that is a list deselects',
    about: 'printJob.refused',
    fault: accepts(printJob, 204, ({ body }) => body.toString() === '[]'),
  },
  { name: 'copies are ignored', about: 'trigger.copies', fault: ofJob(lacking('copies')) },
  {
    name: 'one copy too many is printed',
    about: 'trigger.copies',
    fault: ofJob((job) => (typeof job['copies'] === 'number' ? { ...job, copies: job['copies'] + 1 } : job)),
  },
  {
    name: 'the number of rows is ignored',
    about: 'trigger.rows',
    fault: ofJob((job) => ('rowCount' in job ? { ...job, copies: 9 } : job)),
  },
  { name: 'the column of the copies is ignored', about: 'trigger.copies-column', fault: ofJob(lacking('copiesColumn')) },
  { name: 'the column of the printed ones does not grow', about: 'trigger.printed-column', fault: ofJob(lacking('printedColumn')) },
  { name: 'the description of a job is lost', about: 'printJob.shown', fault: ofJob(lacking('description')) },
  { name: 'the variables of a job are ignored', about: 'printJob.variables', fault: ofJob(lacking('variables')) },
  { name: 'an abort does nothing', about: 'trigger.aborted', fault: pretends(abort, 204) },
  { name: 'a second abort is refused', about: 'printJob.status.abort', fault: secondAbort() },
  { name: 'a trigger reports a print but does not print', about: 'trigger.counts', fault: pretends(trigger, 202) },
  {
    name: 'a trigger prints twice',
    about: 'trigger.counts',
    fault: () => printingTwice,
  },
  { name: 'a trigger answers 200', about: 'trigger.status', fault: answers(trigger, (response) => withStatus(200, response)) },
  {
    name: 'a trigger without a selection succeeds',
    about: 'trigger.nothing-selected',
    fault: accepts(trigger, 202, ({ url }) => !url.includes('printer/')),
  },
  { name: 'a bounce is reported as a print', about: 'trigger.bounce', fault: json(trigger, () => ({ result: 'printing' })) },
  { name: 'a refused selection deselects', about: 'printJob.nothing-half-selected', fault: () => deselectingFirst },
  { name: 'a label in use can be deleted', about: 'printJob.in-use', fault: () => deselectingUsers },
  {
    name: 'a frozen job is not frozen',
    about: 'printJob.in-use',
    fault: ofJob((job) => (job['freeze'] === true ? { ...job, freeze: false } : job)),
  },
  { name: 'a plan selects', about: 'printJob.plan', fault: selectingPlan() },
];

function secondAbort(): () => Fault {
  return () => {
    let last = '';
    return (request, forward) => {
      const isAgain = isAbout(abort, request) && last === request.url;
      last = request.method === 'POST' ? request.url : last;
      return isAgain ? Promise.resolve(withStatus(409)) : forward(request);
    };
  };
}

function selectingPlan(): () => Fault {
  return () => async (request, forward) => {
    const response = await forward(request);
    if (request.url.endsWith('/plan') && isGood(response)) await forward({ ...request, url: request.url.replace(/plan$/, 'printJob') });
    return response;
  };
}

/** The same job is never queued twice. */
function once(): Fault {
  let last = '';
  return (request, forward) => {
    if (!isAbout(printJob, request)) return forward(request);
    const job = request.body.toString('utf8').replace('"queue":false', '"queue":true');
    const isAgain = job === last && !isEmpty(request);
    last = job;
    return isAgain ? Promise.resolve(withJson(withStatus(200), { id: 'again', position: 1 })) : forward(request);
  };
}

export const queueMutants: readonly Mutant[] = [
  { name: 'queue: true replaces', about: 'queue.append', fault: ofJob((job) => ({ ...job, ...('queue' in job && { queue: false }) })) },
  {
    name: 'queue: false appends',
    about: 'queue.replace',
    fault: ofJob((job) => (job['queue'] === false ? { ...job, queue: true, freeze: false } : job)),
  },
  {
    name: 'without queue a job is appended',
    about: 'queue.default',
    fault: ofJob((job) => ('labelName' in job && !('queue' in job) ? { ...job, queue: true } : job)),
  },
  { name: 'an appended job comes before waiting ones', about: 'queue.append', fault: () => jumping },
  { name: 'the queue is listed last first', about: 'queue.list', fault: json<Queue>(queue, ({ jobs }) => ({ jobs: jobs.toReversed() })) },
  { name: 'a deselection removes the current job only', about: 'queue.deselect', fault: () => deselectingOne },
  { name: 'the same job is not queued twice', about: 'queue.same-twice', fault: once },
  {
    name: 'the status counts the current job among those that wait',
    about: 'queue.waiting',
    fault: json<Content>(status, (read) => ({ ...read, queue: Number(read['queue']) + (read['job'] ? 1 : 0) })),
  },
  { name: 'every position is 0', about: 'queue.positions', fault: json<Content>(printJob, (selection) => ({ ...selection, position: 0 })) },
  { name: 'the queue has no states', about: 'queue.list', fault: json<Queue>(queue, ({ jobs }) => ({ jobs: jobs.map(lacking('state')) })) },
  {
    name: 'all jobs have the copies of the first',
    about: 'queue.copies',
    fault: json<Queue>(queue, ({ jobs }) => ({ jobs: jobs.map((job) => ({ ...job, copies: jobs[0]?.['copies'] })) })),
  },
  { name: 'an order is ignored', about: 'queue.order', fault: pretends(order, 204) },
  { name: 'an order that omits a job is accepted', about: 'queue.order.refused', fault: accepts(order, 204) },
  { name: 'a removed job stays', about: 'queue.remove', fault: pretends(remove, 204) },
  {
    name: 'the queue can go to a job that is not a checkpoint',
    about: 'queue.seek',
    fault: ofJob((job) => ('checkpoint' in job ? { ...job, checkpoint: true } : job)),
  },
  { name: 'going to a checkpoint does nothing', about: 'queue.seek', fault: pretends(seek, 204, ({ body }) => body.length > 0) },
  { name: 'a queued job is not frozen', about: 'queue.freeze', fault: ofJob((job) => ({ freeze: false, ...job })) },
  { name: 'all jobs go to the first printer', about: 'several.', fault: onFirst(printJob) },
  { name: 'an abort stops all printers', about: 'several.abort', fault: () => onBoth(abort) },
  { name: 'a job is selected on all printers', about: 'several.apart', fault: () => onBoth(printJob) },
  { name: 'all triggers go to the first printer', about: 'several.second-prints', fault: onFirst(trigger) },
  {
    name: 'a deselection deselects all printers',
    about: 'several.deselect',
    fault: () => (request, forward) =>
      isAbout(printJob, request) && isEmpty(request) ? onBoth(printJob)(request, forward) : forward(request),
  },
];
