import { afterEach, beforeEach, expect, it } from 'vitest';
import { openService, type OpenService } from '#support/open-service.ts';

const AREA = { dpi: 300, physicalWidth: 100, height: 70 };
const SLICES = [{ phs: ['PH1'], inkSupplies: ['IS1'] }, { phs: ['PH2'] }];
const VIRTUAL = { engine: { kind: 'virtual', warmUp: 0 }, ...AREA };
const ENGINES = [
  VIRTUAL.engine,
  { kind: 'zpl', host: '127.0.0.1', port: 9 },
  { kind: 'ipp', url: 'ipp://127.0.0.1:9/print' },
  { kind: 'raw', protocol: 'tcp', host: '127.0.0.1', port: 9, format: 'rows' },
];

let service: OpenService;
beforeEach(async () => {
  service = await openService();
});
afterEach(() => service.close());

const put = (body: unknown) => service.call('/api/v3/printers/Wide', { method: 'PUT', body });

it.each(ENGINES)('stacks two heads, which share the height: $kind', async (engine) => {
  expect((await put({ engine, ...AREA, slices: SLICES })).status).toBe(201);
  const { json } = await service.call('/api/v3/printers');
  expect(json).toMatchObject({ Wide: { height: 70, sliceHeight: 35, slices: SLICES } });
});

it.each([
  ['a height that the slices do not have together', { sliceHeight: 30, slices: SLICES }, ['/sliceHeight', /height divided by/]],
  ['a head named twice', { slices: [{ phs: ['PH1'] }, { phs: ['PH1'] }] }, ['/slices/1/phs/0', /already the name of another print head/]],
  ['a slice without heads', { slices: [{ phs: ['PH1'] }, { phs: [] }] }, ['/slices/1/phs', /at least one print head/]],
  ['a head without a name', { slices: [{ phs: [''] }] }, ['/slices/0/phs/0', /1 to 50 characters/]],
  ['an ink supply named twice', { slices: [{ phs: ['PH1'], inkSupplies: ['A', 'A'] }] }, ['/slices/0/inkSupplies/1', /already named/]],
] as const)('refuses %s, at its field', async (_fault, fields, [pointer, detail]) => {
  const refused = { status: 400, json: { errors: [{ pointer, detail: expect.stringMatching(detail) as string }] } };
  expect(await put({ ...VIRTUAL, ...fields })).toMatchObject(refused);
  expect(await service.call('/api/v3/printers/test', { method: 'POST', body: { ...VIRTUAL, ...fields } })).toMatchObject(refused);
});
