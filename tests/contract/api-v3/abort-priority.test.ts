import { request, type ClientRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sharedDrawing } from '#support/drawing.ts';
import { openService, textLabel, warm, type Answer, type OpenService } from '#support/open-service.ts';
import { untilHolds } from '#support/until-holds.ts';

const PRINTER = '/api/v3/printers/Line%201';
const SELECTIONS = 80;
const SIMULATIONS = 80;
const UPLOADS = 40;

let service: OpenService;
beforeAll(async () => {
  service = await openService();
  await service.call('/api/v3/labels/Slow', { method: 'PUT', body: textLabel('slow') });
  await warm(service);
});
afterAll(() => service.close());

/** Drawings that start now and end when the returned function is called. */
function holdDrawings() {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const draw = sharedDrawing.draw.bind(sharedDrawing);
  const held = vi.spyOn(sharedDrawing, 'draw').mockImplementation(async (order) => {
    await promise;
    return draw(order);
  });
  return { held, letGo: () => resolve(undefined) };
}

/** An upload whose last row has not arrived yet. */
function beginUpload(name: string): { upload: ClientRequest; answer: Promise<number> } {
  const headers = { 'content-type': 'text/csv' };
  const upload = request(`${service.url}/api/v3/tables/${name}`, { method: 'PUT', headers, agent: false });
  const answer = new Promise<number>((resolve, reject) => {
    upload.on('error', reject).on('response', (response) => resolve(response.resume().statusCode ?? 0));
  });
  upload.write('a,b\n' + '1,2\n'.repeat(5_000));
  return { upload, answer };
}

describe('an abort', () => {
  it(`is answered before ${SELECTIONS + SIMULATIONS + UPLOADS} requests that came before it`, async () => {
    const { held, letGo } = holdDrawings();
    const answered: number[] = [];
    const note = <Status extends Answer | number>(answer: Status): Status => {
      answered.push(typeof answer === 'number' ? answer : answer.status);
      return answer;
    };
    const select = () => service.call(`${PRINTER}/printJob`, { method: 'POST', body: { labelName: 'Slow', queue: true, freeze: false } });
    const simulate = () => service.call('/api/v3/labels/Slow/simulation', { headers: { accept: 'image/png' } });
    const selections = Array.from({ length: SELECTIONS }, () => select().then(note));
    const simulations = Array.from({ length: SIMULATIONS }, () => simulate().then(note));
    const uploads = Array.from({ length: UPLOADS }, (_, index) => beginUpload(`T${index}`));
    const uploaded = uploads.map(({ answer }) => answer.then(note));
    await untilHolds(() => expect(held.mock.calls.length).toBeGreaterThan(SIMULATIONS));

    expect((await service.call(`${PRINTER}/abortPrint`, { method: 'POST' })).status).toBe(204);
    expect(answered).toEqual([]);

    letGo();
    for (const { upload } of uploads) upload.end('3,4\n');
    const statuses = async (answers: Promise<Answer | number>[]) => [
      ...new Set((await Promise.all(answers)).map((one) => (typeof one === 'number' ? one : one.status))),
    ];
    expect([await statuses(selections), await statuses(simulations), await statuses(uploaded)]).toEqual([[409], [200], [201]]);
    expect((await service.call(`${PRINTER}/status`)).json).toMatchObject({ job: null, queue: 0 });
    held.mockRestore();
  });
});
