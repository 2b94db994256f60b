import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { simulationSchema } from '#contract/api-v3/simulation.ts';
import { openService, type OpenService } from '#support/open-service.ts';

let service: OpenService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

const PATH = '/api/v3/labels/Carton';
const FONT = { family: 'Arimo', height: 3 };
const put = (objs: unknown[], more: object = {}) =>
  service.call(PATH, { method: 'PUT', body: { format: 3, width: 40, height: 20, objs, ...more } });
const simulate = (query = '') => service.call(`${PATH}/simulation${query}`);
const text = (words: string) => ({ type: 'Text', x: 1, y: 1, text: words, font: FONT });

describe('a simulation', () => {
  it('returns warnings with their places, and the real size of modules', async () => {
    await put([
      { ...text('far out'), x: 35 },
      { type: 'QRCode', x: 2, y: 2, text: 'A', moduleSize: 0.5 },
    ]);
    const { review } = simulationSchema.parse((await simulate('?printer=Line%201')).json);
    expect(review).toMatchObject({
      warnings: [{ pointer: '/objs/0', detail: expect.stringMatching(/beyond the label/) as string }],
      faults: [],
      xDimensions: [{ pointer: '/objs/1', xDimension: expect.closeTo(0.508, 3) as number }],
    });
  });

  it('warns of a label that the printer cannot print so high', async () => {
    await put([text('high')], { height: 120 });
    const { review } = simulationSchema.parse((await simulate('?printer=Line%201')).json);
    expect(review.warnings).toMatchObject([
      { pointer: '/height', detail: 'The label is 120 mm high, but the printer prints 70 mm at most' },
    ]);
  });

  it('of a label that cannot be drawn is refused, naming the object and the character', async () => {
    await put([text('fine'), { ...text('Lot {VARIABLE;Gone}'), name: 'Lot' }]);
    expect(await simulate()).toMatchObject({
      status: 422,
      json: {
        detail: 'Text "Lot" (/objs/1): There is no variable "Gone" (at character 5)',
        errors: [{ pointer: '/objs/1/text', detail: 'There is no variable "Gone" (at character 5)' }],
      },
    });
  });

  it('of data that do not fit their barcode is refused in both representations', async () => {
    await service.call('/api/v3/variables/Code', { method: 'PUT', body: { value: '4006381333930' } });
    await put([{ type: 'EAN-13', x: 1, y: 1, text: '{VARIABLE;Code}' }]);
    for (const accept of ['application/json', 'image/png']) {
      const answer = await service.call(`${PATH}/simulation`, { headers: { accept } });
      expect(answer).toMatchObject({ status: 422, json: { errors: [{ pointer: '/objs/0/text' }] } });
    }
  });

  it('that is lenient draws the rest and lists what is wrong', async () => {
    await put([text('fine {VARIABLE;Gone}'), { type: 'Rect', x: 1, y: 8, width: 5, height: 5, fillColor: 'black' }]);
    const { objs, review } = simulationSchema.parse((await simulate('?lenient=true')).json);
    expect([objs[0], review.faults]).toMatchObject([{ text: 'fine {VARIABLE;Gone}' }, [{ pointer: '/objs/0/text', box: { x: 1.016 } }]]);
    const picture = await service.call(`${PATH}/simulation?lenient=true`, { headers: { accept: 'image/png' } });
    const { data, width } = PNG.sync.read(picture.bytes);
    const inked = data.filter((value, index) => index % 4 === 0 && value === 0).length;
    expect([picture.status, inked, width]).toEqual([200, 59 * 59, 472]);
  });
});
