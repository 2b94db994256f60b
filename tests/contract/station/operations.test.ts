import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { StationClient } from '#contract/station/index.ts';
import { localAuthor } from '#station/platform/local-author.ts';
import { FakeController } from '#support/fake-controller.ts';
import { openConnectedStation, type ConnectedStation } from '#support/connected-station.ts';
import { once } from '#support/once.ts';
import { textLabel } from '#support/open-service.ts';
import { connectionWhen, namedPrinterWhen, onlineAt } from '#support/watch.ts';
import { blockAndRework, findPrint } from '#support/station-prints.ts';
import { operationsOf } from '#support/recording-client.ts';
import { LINKS } from '#support/open-station.ts';

let place: ConnectedStation;

beforeAll(async () => {
  place = await openConnectedStation({ virtualPrinters: 2 });
});

afterAll(() => place.close());

/** Tested in the files of these names, and in `offline.test.ts`. */
const OF_STATION =
  'people audit alarms eventLog recovery backups stationBackups setup unsavedEdits languages lastAnswers changeovers handoverNotes interruptions';
const OTHERS =
  `${OF_STATION} counters fonts labelAcceptance tables preflights printers frames simulatedFaults readers signalDevices lineStops plant sparkplug webhooks email apiKeys network wallScreens updates downtime orders orderFolders diagnostics`.split(
    ' ',
  );

describe.each(LINKS)('over a %s', (link) => {
  const called = new Set<string>();
  let client: StationClient;
  let connection: string;
  let printer: string;

  beforeAll(async () => {
    ({ client, connection } = await place.connect(link, called));
    printer = link === 'WebSocket' ? 'Line 1' : 'Line 2';
  });

  it('info.get describes the station, and heartbeat.get shows a clock that goes on', async () => {
    expect(Object.values(await client.info.get({}))).toEqual(['0.0.0', 'headless', 100, null, ['npm', 'run', 'controller', '--']]);
    const { elapsed } = await client.heartbeat.get({});
    expect((await client.heartbeat.get({})).elapsed).toBeGreaterThanOrEqual(elapsed);
  });

  it('connections are added, renamed, watched and removed', async () => {
    const other = await new FakeController(`id-${link}`).start();
    try {
      await expect(client.connections.test({ url: other.url })).resolves.toEqual({
        ...{ reachable: true, printers: ['Line 1'], hasExtensions: true, reason: null, untrusted: null },
      });
      const added = await client.connections.add({ url: other.url, name: 'Hall 2' });
      await expect(client.connections.add({ url: other.url })).rejects.toMatchObject({ slug: 'connection-exists' });
      await expect(onlineAt(client, other.url)).resolves.toBe(added.id);
      await client.connections.rename({ id: added.id, name: 'Hall 3' });
      await connectionWhen(client, ({ name }) => name === 'Hall 3');
      await client.connections.changeKey({ id: added.id, key: 'strobe_key' });
      const unseen = { id: added.id, fingerprint: `${'AB:'.repeat(31)}AB` };
      await expect(client.connections.trust(unseen)).rejects.toMatchObject({ slug: 'controller-unreachable' });
      await client.connections.order({ ids: [added.id, connection] });
      await expect(client.connections.order({ ids: [connection] })).rejects.toMatchObject({ slug: 'changed-meanwhile' });
      await expect(client.connections.switchEmbedded({ on: false })).rejects.toMatchObject({ slug: 'not-found' });
      await expect(client.connections.remove({ id: added.id })).resolves.toEqual({});
    } finally {
      await other.kill();
    }
  });

  it('connections.test and connections.add distinguish a web server from a controller', async () => {
    const { url } = place.station;
    await expect(client.connections.test({ url })).resolves.toMatchObject({ reachable: false });
    const refused = { slug: 'invalid-input', context: { errors: [{ pointer: '/url' }] } };
    for (const wrong of [url, 'ftp://x']) await expect(client.connections.add({ url: wrong })).rejects.toMatchObject(refused);
  });

  it('labels are put, listed, read, simulated and removed', async () => {
    const name = `L/${link} ü`;
    const label = { ...textLabel('Hello'), note: 'kept' };
    await expect(client.labels.put({ expected: null, connection, name, label })).resolves.toEqual({ created: true, jobs: [] });
    await client.labels.put({ expected: label, connection, name, label });
    await expect(client.labels.get({ connection, name })).resolves.toMatchObject(label);
    const list = await client.labels.list({ connection });
    expect(list.find((item) => item.name === name)).toMatchObject({ summary: { width: 40, height: 15, revision: 2 } });
    await expect(client.labels.simulate({ connection, name })).resolves.toMatchObject({ objs: [{ text: 'Hello' }] });
    const { versions } = await client.labels.versions({ connection, name, query: {} });
    expect(versions.map(({ revision, isCurrent }) => [revision, isCurrent])).toEqual([
      [2, true],
      [1, false],
    ]);
    expect(versions[0]?.author).toMatch(/^.+ on .+$/);
    await expect(client.labels.version({ connection, name, revision: 2 })).resolves.toMatchObject(label);
    await expect(client.labels.versionReview({ connection, name, revision: 2 })).resolves.toEqual({
      ...{ tests: { count: 0, failures: [] }, faults: [], warnings: [] },
    });
    await expect(client.labels.submitForReview({ connection, name, revision: 2, comment: '' })).resolves.toMatchObject({
      state: 'in-review',
    });
    const signature = { decision: 'approve' as const, comment: '', secret: '739164' };
    await expect(client.labels.decide({ connection, name, revision: 2, ...signature })).rejects.toMatchObject({ slug: 'person-required' });
    await expect(client.labels.sendToPlant({ connection, name })).rejects.toMatchObject({ slug: 'plant-unreachable' });
    await expect(client.labels.rename({ connection, name, newName: `${name} 2` })).resolves.toEqual({});
    await expect(client.labels.remove({ connection, name: `${name} 2` })).resolves.toEqual({});
    await expect(client.labels.get({ connection, name })).rejects.toMatchObject({
      slug: 'not-found',
      message: `There is no label "${name}".`,
    });
  });

  it('lines are added, changed, ordered, watched and removed', async () => {
    const printers = [{ connection, printer }];
    const [first, second] = [`Filling ${link}`, `Packing ${link}`];
    const { id } = await client.lines.add({ name: first, printers });
    const other = await client.lines.add({ name: second, printers: [] });
    await expect(client.lines.add({ name: first, printers: [] })).rejects.toMatchObject({ slug: 'invalid-input' });
    await client.lines.change({ id: other.id, name: second, printers });
    await client.lines.order({ ids: [other.id, id] });
    const stop = new AbortController();
    for await (const { lines } of client.lines.watch({}, stop.signal)) {
      expect(lines).toEqual([
        { id: other.id, name: second, printers, controllerLines: [] },
        { id, name: first, printers: [], controllerLines: [] },
      ]);
      break;
    }
    stop.abort();
    for (const line of [id, other.id]) await expect(client.lines.remove({ id: line })).resolves.toEqual({});
  });

  it('labels.put returns one error per fault', async () => {
    const label = { format: 3, width: -1, height: 'x', objs: [{ type: 'Nothing' }] };
    await expect(client.labels.put({ expected: null, connection, name: 'bad', label })).rejects.toMatchObject({
      slug: 'invalid-input',
      context: {
        errors: expect.arrayContaining([
          expect.objectContaining({ pointer: '/height' }),
          expect.objectContaining({ pointer: '/objs/0/type' }),
        ]) as unknown,
      },
    });
  });

  it('variables are put, listed, read and removed', async () => {
    const name = `V ${link}`;
    const variable = { value: '7', description: 'Batch', userEdit: true, pinned: true, prompt: { type: 'number' as const, min: 1 } };
    await expect(client.variables.put({ expected: null, connection, name, variable })).resolves.toEqual({ created: true });
    expect(await client.variables.list({ connection })).toContainEqual({ name, value: '7' });
    await expect(client.variables.get({ connection, name })).resolves.toEqual(variable);
    await expect(client.variables.rename({ connection, name, newName: `${name} 2` })).resolves.toEqual({});
    await expect(client.variables.remove({ connection, name: `${name} 2` })).resolves.toEqual({});
  });

  it('prompts of a label are read', async () => {
    const name = `A ${link}`;
    const asked = { value: '7', description: 'Batch', pinned: false };
    await client.variables.put({ expected: null, connection, name, variable: { ...asked, userEdit: true } });
    await client.labels.put({ expected: null, connection, name, label: { ...textLabel(`{VARIABLE;${name}}`) } });
    await expect(client.variables.prompts({ connection, label: name })).resolves.toEqual([{ name, ...asked }]);
  });

  it('shift codes are put, listed, read and removed', async () => {
    const shiftCode = { shifts: [{ offset: 0, code: 'A' }], description: 'Who packs' };
    await expect(client.shiftCodes.put({ expected: null, connection, name: link, shiftCode })).resolves.toEqual({ created: true });
    expect(await client.shiftCodes.list({ connection })).toContainEqual({ name: link, code: 'A' });
    expect(Object.keys(await client.usage.read({ connection }))).toContain('shiftCodes');
    await expect(client.shiftCodes.get({ connection, name: link })).resolves.toEqual(shiftCode);
    await expect(client.shiftCodes.rename({ connection, name: link, newName: `${link} 2` })).resolves.toEqual({});
    await expect(client.shiftCodes.remove({ connection, name: `${link} 2` })).resolves.toEqual({});
  });

  it('settings are read and put', async () => {
    const settings = await client.settings.get({ connection });
    const changed = { ...settings, monthEnd: 'spill' as const };
    await expect(client.settings.put({ connection, settings: changed })).resolves.toEqual({});
    await expect(client.settings.get({ connection })).resolves.toEqual(changed);
    const rule = { approvedLabelsOnly: 'off' as const, printers: ['Line 1'] };
    await expect(client.settings.putApproval({ connection, rule })).resolves.toEqual({});
    await expect(client.settings.getApproval({ connection })).resolves.toEqual(rule);
  });

  it('the access to a controller is read and put', async () => {
    const access = { isKeyRequired: false };
    await expect(client.settings.putAccess({ connection, access })).resolves.toEqual({});
    await expect(client.settings.getAccess({ connection })).resolves.toEqual(access);
  });

  it('the settings of a printer are read and put', async () => {
    const settings = { bounceTime: 50, whenDataIsMissing: 'stop' as const, firstPrintCheckRequired: false, preflightRequired: false };
    await expect(client.settings.putPrinter({ connection, printer, settings })).resolves.toEqual({});
    await expect(client.settings.getPrinter({ connection, printer })).resolves.toEqual(settings);
    const beyond = { connection, printer, settings: { ...settings, bounceTime: 60_001 } };
    await expect(client.settings.putPrinter(beyond)).rejects.toMatchObject({ slug: 'invalid-input' });
    await client.settings.putPrinter({ connection, printer, settings: { ...settings, bounceTime: 20, whenDataIsMissing: 'continue' } });
  });

  it("C5 clock.get and clock.confirm read a controller's clock and confirm it", async () => {
    await expect(client.clock.confirm({ connection })).resolves.toEqual({});
    await expect(client.clock.get({ connection })).resolves.toMatchObject({ state: 'ok', printers: { 'Line 1': { offset: 0 } } });
  });

  it('a print is selected, triggered, counted, read back and deselected', async () => {
    const name = `P ${link}`;
    const onPrinter = { connection, printer };
    await client.labels.put({ expected: null, connection, name, label: { ...textLabel('Print') } });
    await namedPrinterWhen(client, printer, ({ status }) => status?.state === 'STARTED');
    const selection = await client.printing.select({ ...onPrinter, ...once(), job: { labelName: name } });
    expect(selection).toEqual({ id: expect.any(String) as string, position: 0 });
    const key = once();
    await expect(client.printing.trigger({ ...onPrinter, ...key })).resolves.toEqual({ result: 'printing' });
    await client.printing.trigger({ ...onPrinter, ...key });
    const printed = await namedPrinterWhen(client, printer, ({ counters }) => counters?.printedLabels === 1);
    expect(printed).toMatchObject({ counters: { triggers: 1 }, status: { job: { label: name, printed: 1 } }, stale: false });
    await expect(client.history.read({ ...onPrinter, resolution: 'DAYS' })).resolves.toMatchObject({ count: [1] });
    await expect(client.prints.list({ ...onPrinter, limit: 10 })).resolves.toMatchObject({
      prints: [{ printer, label: name, state: 'printed' }],
    });
    const print = await findPrint(client, onPrinter, { label: name, text: 'Print' });
    await expect(client.printing.checkFirstPrint({ ...onPrinter, ...once(), print, verdict: 'right' })).resolves.toMatchObject({
      ...{ verdict: 'right', printId: print, by: localAuthor() },
    });
    const again = { connection, print, reason: 'torn' };
    await expect(client.prints.reprint({ ...again, ...once() })).resolves.toEqual({ result: 'printing' });
    await namedPrinterWhen(client, printer, ({ counters }) => counters?.printedLabels === 2);
    await expect(client.prints.list({ ...onPrinter, limit: 10 })).resolves.toMatchObject({
      prints: [{ reprintOf: again.print }, { id: again.print }],
    });
    await expect(client.printing.deselect({ ...onPrinter, ...once() })).resolves.toEqual({});
    await namedPrinterWhen(client, printer, ({ status }) => status?.job === null);
    await blockAndRework(client, onPrinter, { label: name, print: again.print });
    await namedPrinterWhen(client, printer, ({ status }) => status?.job === null);
    await expect(client.printing.trigger({ ...onPrinter, ...once() })).rejects.toMatchObject({ slug: 'nothing-selected' });
    await expect(client.prints.missedTriggers({ ...onPrinter, limit: 1 })).resolves.toMatchObject({
      missedTriggers: [{ reason: expect.any(String) as string }],
    });
  });

  it('jobs are queued, reordered, removed and sought', async () => {
    const onPrinter = { connection, printer };
    const name = `Q ${link}`;
    await client.labels.put({ expected: null, connection, name, label: { ...textLabel('Print') } });
    const select = async (description: string) =>
      (
        await client.printing.select({
          ...onPrinter,
          ...once(),
          job: { labelName: name, queue: true, checkpoint: true, copies: 5, description },
        })
      ).id;
    const [first, second, third] = [await select('first'), await select('second'), await select('third')];
    await expect(client.queue.reorder({ ...onPrinter, order: [first, third, second] })).resolves.toEqual({});
    await expect(client.queue.remove({ ...onPrinter, id: second })).resolves.toEqual({});
    await expect(client.queue.seek({ ...onPrinter, ...once(), id: third })).resolves.toEqual({});
    const { jobs } = await client.queue.list(onPrinter);
    expect(jobs.map(({ id, state, description }) => [id, state, description])).toEqual([
      [first, 'done', 'first'],
      [third, 'current', 'third'],
    ]);
    await client.printing.deselect({ ...onPrinter, ...once() });
  });

  it('a plan selects a job on several printers, and on none when one of them has changed', async () => {
    const name = `Planned ${link}`;
    const on = { connection, printers: ['Line 1', 'Line 2'], job: { labelName: name, copies: 5 } };
    await client.labels.put({ expected: null, connection, name, label: { ...textLabel('Print') } });
    await expect(client.plans.make({ ...on, job: { labelName: 'missing' } })).resolves.toMatchObject({
      plan: null,
      printers: [{ problem: { status: 404 } }, { problem: { status: 404 } }],
    });
    const { plan, printers } = await client.plans.make(on);
    expect(printers.map((each) => [each.printer, each.plan?.prints, each.problem])).toEqual([
      ['Line 1', 5, null],
      ['Line 2', 5, null],
    ]);
    await client.printing.select({ connection, printer: 'Line 2', ...once(), job: { labelName: name, queue: true } });
    await expect(client.plans.apply({ ...on, ...once(), plan: plan! })).rejects.toMatchObject({ slug: 'plan-stale' });
    await expect(client.queue.list({ connection, printer: 'Line 1' })).resolves.toEqual({ jobs: [] });

    const again = await client.plans.make(on);
    const order = { ...on, ...once(), plan: again.plan! };
    const applied = await client.plans.apply({ ...order });
    expect(applied.printers.map((each) => [each.printer, each.selection?.position])).toEqual([
      ['Line 1', 0],
      ['Line 2', 0],
    ]);
    await expect(client.plans.apply({ ...on, ...once(), plan: 'nonsense' })).rejects.toMatchObject({ slug: 'invalid-input' });
    for (const each of on.printers) await client.printing.deselect({ connection, printer: each, ...once() });
  });

  it('a command that is sent twice has one effect', async () => {
    const name = `Tapped ${link}`;
    await client.labels.put({ expected: null, connection, name, label: { ...textLabel('Print') } });
    const on = { connection, printers: [printer], job: { labelName: name } };
    const { plan } = await client.plans.make(on);
    const order = { ...on, ...once(), plan: plan! };
    const [first, second] = [await client.plans.apply(order), await client.plans.apply(order)];
    expect(second).toEqual(first);
    await client.printing.deselect({ connection, printer, ...once() });
  });

  it('a person resolves a print, and accepts the count of its printer', async () => {
    const onPrinter = { connection, printer };
    const name = `U ${link}`;
    await client.labels.put({ expected: null, connection, name, label: { ...textLabel('Print') } });
    await client.printing.select({ ...onPrinter, ...once(), job: { labelName: name } });
    const { engine } = place.service.controller.printers.get(printer);
    vi.spyOn(engine, 'send').mockRejectedValueOnce(new Error('the cable was pulled'));
    await expect(client.printing.trigger({ ...onPrinter, ...once() })).rejects.toMatchObject({ slug: 'printer-failed' });
    const { prints } = await client.prints.list({ ...onPrinter, state: 'unknown', limit: 10 });
    expect(prints).toMatchObject([{ printer, label: name, state: 'unknown' }]);
    const word = { connection, print: prints[0]!.id, outcome: 'void', reason: 'the product is blank' } as const;
    await expect(client.prints.resolve({ ...word, ...once() })).resolves.toEqual({});
    await expect(client.prints.list({ ...onPrinter, limit: 1 })).resolves.toMatchObject({
      prints: [{ id: word.print, state: 'void', reason: word.reason, resolvedBy: localAuthor() }],
    });
    const { counted, explained } = await client.prints.engineCount(onPrinter);
    expect([counted, explained]).toEqual([2, 2]);
    await expect(client.prints.acceptEngineCount({ ...onPrinter, ...once(), reason: 'test prints' })).resolves.toEqual({});
    await client.printing.deselect({ ...onPrinter, ...once() });
  });

  it('printing is aborted, the conveyor is started, and ink is refilled', async () => {
    const onPrinter = { connection, printer };
    await expect(client.printing.abort({ ...onPrinter, ...once() })).resolves.toEqual({});
    await expect(client.printing.setConveyor({ ...onPrinter, conveyor: { running: true, productsPerMinute: 30 } })).resolves.toEqual({});
    await namedPrinterWhen(client, printer, ({ status }) => status?.conveyor?.running === true);
    await client.printing.setConveyor({ ...onPrinter, conveyor: { running: false, productsPerMinute: 30 } });
    await namedPrinterWhen(client, printer, ({ status }) => status?.conveyor?.running === false);
    const { status } = await namedPrinterWhen(client, 'Line 1', (seen) => seen.status?.ink[0]?.supply !== undefined);
    await expect(client.printing.refillInk({ connection, printer: 'Line 1', supply: status!.ink[0]!.supply! })).resolves.toEqual({});
  });

  it('an unknown controller is a 404 that names it', async () => {
    await expect(client.labels.list({ connection: 'missing' })).rejects.toMatchObject({
      slug: 'not-found',
      message: 'There is no connection "missing".',
    });
  });

  it('every operation of the contract was called', () => {
    expect([...called].sort()).toEqual(operationsOf((noun) => !OTHERS.includes(noun)));
  });
});
