import {
  accepts,
  answers,
  beside,
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
  type Asked,
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
const printerPath = (asked: Asked) => /^\/printers\/[^/]+/.exec(pathOf(asked))?.[0] ?? '';
const isEmpty = ({ body }: Asked) => body.length === 0 || body.toString('utf8') === '{}';

/** What is asked of one printer is done on the other as well. */
const onBoth =
  (which: Which): Fault =>
  async (asked, forward) => {
    const answered = await forward(asked);
    if (isAbout(which, asked) && isGood(answered)) {
      const other = asked.url.includes('Line%201') ? 'Line%202' : 'Line%201';
      await forward({ ...asked, url: asked.url.replace(/Line%20[12]/, other) });
    }
    return answered;
  };

/** The jobs that are current or wait. */
async function jobsOf(asked: Asked, forward: Parameters<Fault>[1]): Promise<Queue['jobs']> {
  const list = await forward(beside('GET', `${printerPath(asked)}/queue`));
  return isGood(list) ? (jsonIn(list) as Queue).jobs.filter(({ state }) => state !== 'done') : [];
}

/** The last job that is appended becomes the first that waits. */
const jumping: Fault = async (asked, forward) => {
  const answered = await forward(asked);
  if (!isAbout(printJob, asked) || answered.status !== 200) return answered;
  const [first, ...rest] = (await jobsOf(asked, forward)).map(({ id }) => id);
  const body = Buffer.from(JSON.stringify({ order: [first, ...rest.toReversed()] }));
  const headers = { 'content-type': 'application/json' };
  await forward({ method: 'PUT', url: `/api/v3${printerPath(asked)}/queue`, headers, body });
  return answered;
};

/** A deselection takes the current job only. */
const deselectingOne: Fault = async (asked, forward) => {
  if (!isAbout(printJob, asked) || !isEmpty(asked)) return forward(asked);
  const [current] = await jobsOf(asked, forward);
  return current ? forward(beside('DELETE', `${printerPath(asked)}/queue/${current.id}`)) : withStatus(204);
};

/** What is deleted is deselected first. */
const deselectingUsers: Fault = async (asked, forward) => {
  const answered = await forward(asked);
  if (asked.method !== 'DELETE' || answered.status !== 409) return answered;
  for (const name of ['Line%201', 'Line%202']) await forward(beside('POST', `/printers/${name}/printJob`));
  return forward(asked);
};

/** Triggers again until that is no bounce. */
const printingTwice: Fault = async (asked, forward) => {
  const answered = await forward(asked);
  if (!isAbout(trigger, asked) || !isGood(answered)) return answered;
  let again = await forward(asked);
  while (again.body.includes('bounced')) again = await forward(asked);
  return answered;
};

/** A selection deselects before it looks at what is to be selected. */
const deselectingFirst: Fault = async (asked, forward) => {
  if (isAbout(printJob, asked)) await forward(beside('POST', pathOf(asked)));
  return forward(asked);
};

export const jobMutants: readonly Mutant[] = [
  {
    name: 'a label that is not there is selected',
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
    fault: answers(printJob, (answered) => (answered.status === 200 ? withStatus(201, answered) : answered)),
  },
  { name: 'a selection does not tell its position', about: 'printJob.status.select', fault: json<Content>(printJob, lacking('position')) },
  {
    name: 'the column of the label is ignored',
    about: 'printJob.label-column',
    fault: requests(['POST', /\/(plan|printJob)$/], ({ body, ...asked }) => ({
      ...asked,
      body: Buffer.from(body.toString('utf8').replace('"labelColumn":"Label"', '"freeze":false')),
    })),
  },
  {
    name: 'a key without a table is ignored',
    about: 'printJob.refused',
    fault: ofJob((job) => ('tableName' in job ? job : lacking('key', 'keyColumn')(job))),
  },
  {
    name: 'copies below 0 are as many as one likes',
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
  { name: 'a trigger says that it prints, and does not', about: 'trigger.counts', fault: pretends(trigger, 202) },
  {
    name: 'a trigger prints twice',
    about: 'trigger.counts',
    fault: () => printingTwice,
  },
  { name: 'a trigger answers 200', about: 'trigger.status', fault: answers(trigger, (answered) => withStatus(200, answered)) },
  {
    name: 'a trigger with nothing selected is no fault',
    about: 'trigger.nothing-selected',
    fault: accepts(trigger, 202, ({ url }) => !url.includes('printer/')),
  },
  { name: 'a bounce is told as a print', about: 'trigger.bounce', fault: json(trigger, () => ({ result: 'printing' })) },
  { name: 'a refused selection deselects', about: 'printJob.nothing-half-selected', fault: () => deselectingFirst },
  { name: 'a label in use can be deleted', about: 'printJob.in-use', fault: () => deselectingUsers },
  {
    name: 'what is frozen is not',
    about: 'printJob.in-use',
    fault: ofJob((job) => (job['freeze'] === true ? { ...job, freeze: false } : job)),
  },
  { name: 'a plan selects', about: 'printJob.plan', fault: selectingPlan() },
];

function secondAbort(): () => Fault {
  return () => {
    let last = '';
    return (asked, forward) => {
      const isAgain = isAbout(abort, asked) && last === asked.url;
      last = asked.method === 'POST' ? asked.url : last;
      return isAgain ? Promise.resolve(withStatus(409)) : forward(asked);
    };
  };
}

function selectingPlan(): () => Fault {
  return () => async (asked, forward) => {
    const answered = await forward(asked);
    if (asked.url.endsWith('/plan') && isGood(answered)) await forward({ ...asked, url: asked.url.replace(/plan$/, 'printJob') });
    return answered;
  };
}

/** The same job is never queued twice. */
function once(): Fault {
  let last = '';
  return (asked, forward) => {
    if (!isAbout(printJob, asked)) return forward(asked);
    const job = asked.body.toString('utf8').replace('"queue":false', '"queue":true');
    const isAgain = job === last && !isEmpty(asked);
    last = job;
    return isAgain ? Promise.resolve(withJson(withStatus(200), { id: 'again', position: 1 })) : forward(asked);
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
  { name: 'what is appended comes before what waits', about: 'queue.append', fault: () => jumping },
  { name: 'the queue is listed last first', about: 'queue.list', fault: json<Queue>(queue, ({ jobs }) => ({ jobs: jobs.toReversed() })) },
  { name: 'a deselection takes the current job only', about: 'queue.deselect', fault: () => deselectingOne },
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
  { name: 'an order that leaves a job out is taken', about: 'queue.order.refused', fault: accepts(order, 204) },
  { name: 'a job that is taken out stays', about: 'queue.remove', fault: pretends(remove, 204) },
  {
    name: 'one can go to a job that is no checkpoint',
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
    fault: () => (asked, forward) => (isAbout(printJob, asked) && isEmpty(asked) ? onBoth(printJob)(asked, forward) : forward(asked)),
  },
];
