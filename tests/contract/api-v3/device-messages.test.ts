import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openService, type OpenService } from '#support/open-service.ts';
import { untilHolds } from '#support/until-holds.ts';

const CODER = { engine: { kind: 'virtual', shape: 'fields', warmUp: 0 }, dpi: 200, physicalWidth: 120, height: 50 };
const text = (name: string, y: number, content: string) => ({
  ...{ type: 'Text', name, x: 1, y, text: content },
  font: { family: 'Arimo', height: 2 },
});
const LABEL = {
  ...{ format: 3, width: 40, height: 20 },
  objs: [text('lot', 1, 'L {VARIABLE;Lot}'), text('serial', 4, '{COUNTER;Serial}'), text('hidden', 8, 'never')],
};
const MESSAGES = {
  Box: { message: 'BBE', fields: { LOT: { object: 'lot' }, NO: { object: 'serial' }, BOTH: { text: '{VARIABLE;Lot}/{COUNTER;Serial}' } } },
};

let service: OpenService;

beforeEach(async () => {
  service = await openService();
  await service.call('/api/v3/variables/Lot', { method: 'PUT', body: { value: 'A7 ü' } });
  await service.call('/api/v3/counters/Serial', { method: 'PUT', body: { value: 5, width: 4 } });
  await service.call('/api/v3/labels/Box', { method: 'PUT', body: LABEL });
  await service.call('/api/v3/printers/Coder', { method: 'PUT', body: CODER });
  await untilHolds(async () => expect((await service.call('/api/v3/printers/Coder/status')).json).toMatchObject({ state: 'STARTED' }));
});
afterEach(() => service.close());

const put = (body: unknown, printer = 'Coder') => service.call(`/api/v3/printers/${printer}/messages`, { method: 'PUT', body });
const select = (body: unknown = { labelName: 'Box' }) => service.call('/api/v3/printers/Coder/printJob', { method: 'POST', body });
const trigger = () => service.call('/api/v3/printers/Coder/trigger', { method: 'POST' });
const printed = async (count: number) =>
  untilHolds(async () => expect((await service.call('/api/v3/printers/Coder/printCounters')).json).toMatchObject({ printedLabels: count }));
const detail = async (id: number) => (await service.call(`/api/v3/prints/${id}`)).json as { deviceMessage?: unknown };

describe('a printer that draws on board', () => {
  it('gets the message of the label with its field values, and the print records them', async () => {
    expect(await put(MESSAGES)).toMatchObject({ status: 204 });
    expect((await service.call('/api/v3/printers/Coder/messages')).json).toEqual(MESSAGES);
    expect(await select()).toMatchObject({ status: 200 });
    for (let print = 1; print <= 2; print += 1) {
      expect(await trigger()).toMatchObject({ status: 202 });
      await printed(print);
    }
    const message = (serial: string) => ({ message: 'BBE', fields: { LOT: 'L A7 ü', NO: serial, BOTH: `A7 ü/${serial}` } });
    expect([(await detail(1)).deviceMessage, (await detail(2)).deviceMessage]).toEqual([message('0005'), message('0006')]);
  });

  it('is listed as such, unlike one that prints pictures', async () => {
    const { json } = await service.call('/api/v3/printers');
    expect(json).toMatchObject({ Coder: { shape: 'fields' } });
    expect((json as Record<string, object>)['Line 1']).not.toHaveProperty('shape');
  });

  it('says what its next print gets', async () => {
    const next = () => service.call('/api/v3/printers/Coder/nextMessage');
    await put(MESSAGES);
    expect(await next()).toMatchObject({ status: 409 });
    await select();
    const message = { message: 'BBE', fields: { LOT: 'L A7 ü', NO: '0005', BOTH: 'A7 ü/0005' } };
    expect(await next()).toMatchObject({ status: 200, json: { message } });
  });

  it('refuses a label without a message, also one that comes with its job', async () => {
    const refusals = [await select(), await select({ labelData: LABEL })];
    expect(refusals.map(({ status, json }) => [status, (json as { detail: string }).detail])).toEqual([
      [422, '"Coder" draws on board, and no message of it stands for the label "Box". Assign one to the label on the printer\'s page.'],
      [
        422,
        '"Coder" draws on board, and no message of it stands for a label that comes with its job. Assign one to the label on the printer\'s page.',
      ],
    ]);
  });

  it('prints nothing once the message of a selected label is removed, and spends no value', async () => {
    await put(MESSAGES);
    await select();
    await put({});
    expect(await trigger()).toMatchObject({
      status: 409,
      json: { detail: expect.stringContaining('no message of it stands for') as string },
    });
    expect((await service.call('/api/v3/counters/Serial')).json).toMatchObject({ value: 5 });
  });

  it('repeats a print with the values that it had', async () => {
    await put(MESSAGES);
    await select();
    await trigger();
    await printed(1);
    await service.call('/api/v3/variables/Lot', { method: 'PUT', body: { value: 'other' } });
    await put({ Box: { message: 'OTHER', fields: {} } });
    expect(await service.call('/api/v3/prints/1/reprint', { method: 'POST', body: { reason: 'smudged' } })).toMatchObject({ status: 202 });
    await printed(2);
    expect((await detail(2)).deviceMessage).toEqual((await detail(1)).deviceMessage);
  });
});

describe('the messages of a printer', () => {
  it('name each field at fault', async () => {
    const wrong = {
      Box: {
        message: 'BBE',
        fields: { A: { object: 'absent' }, B: { text: '{VARIABLE;Other}' }, C: { text: '{VARIABLE;' }, 'D/E': { object: 'lots' } },
      },
      Absent: { message: 'X', fields: {} },
    };
    const { status, json } = await put(wrong);
    expect(status).toBe(400);
    expect((json as { errors: { pointer: string; detail: string }[] }).errors).toEqual([
      { pointer: '/Box/fields/A', detail: 'the label has no object "absent"' },
      { pointer: '/Box/fields/B', detail: 'the label does not use the variable "Other": show it on the label first' },
      { pointer: '/Box/fields/C', detail: expect.stringContaining('') as string },
      { pointer: '/Box/fields/D~1E', detail: 'the label has no object "lots"' },
      { pointer: '/Absent', detail: 'there is no label "Absent" that can be used' },
    ]);
    expect((await service.call('/api/v3/printers/Coder/messages')).json).toEqual({});
  });

  it('follow their label to its new name', async () => {
    await put(MESSAGES);
    expect(await service.call('/api/v3/labels/Box/rename', { method: 'POST', body: { name: 'Case' } })).toMatchObject({ status: 204 });
    expect((await service.call('/api/v3/printers/Coder/messages')).json).toEqual({ Case: MESSAGES.Box });
  });

  it('E17 let one of two people win who replace the same state', async () => {
    await put(MESSAGES);
    const { etag = '' } = (await service.call('/api/v3/printers/Coder/messages')).headers;
    const replace = (body: unknown) =>
      service.call('/api/v3/printers/Coder/messages', { method: 'PUT', headers: { 'if-match': etag }, body });
    expect([(await replace({})).status, (await replace(MESSAGES)).status]).toEqual([204, 412]);
    expect((await service.call('/api/v3/printers/Coder/messages')).json).toEqual({});
  });

  it('do not exist on a printer that prints pictures', async () => {
    expect(await put(MESSAGES, 'Line%201')).toMatchObject({
      status: 400,
      json: { detail: '"Line 1" prints pictures: it has no messages of its own.' },
    });
    expect((await service.call('/api/v3/printers/Line%201/messages')).json).toEqual({});
    await service.call('/api/v3/printers/Line%201/printJob', { method: 'POST', body: { labelName: 'Box' } });
    expect(await service.call('/api/v3/printers/Line%201/nextMessage')).toMatchObject({ status: 200, json: {} });
  });
});
