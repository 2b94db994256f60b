import { z } from 'zod';
import type { Check } from '../check.ts';
import {
  entriesOf,
  expectHolds,
  expectRefused,
  expectSame,
  expectStatus,
  expectThat,
  isObject,
  objectOf,
  shaped,
} from '../expectations.ts';
import { printerPath } from '../printers.ts';
import type { Visit } from '../visit.ts';

const propertiesSchema = z.record(
  z.string(),
  z.looseObject({
    id: z.string(),
    type: z.string(),
    color: z.string().optional(),
    dpi: z.number().optional(),
    duo: z.boolean().optional(),
    height: z.number().optional(),
    sliceHeight: z.number().optional(),
    physicalWidth: z.number().optional(),
    slices: z.array(z.looseObject({ phs: z.array(z.string()), inkSupplies: z.array(z.string()).optional() })).optional(),
  }),
);

const ragSchema = z.enum(['RED', 'AMBER', 'GREEN']);
const STATES = ['INITIALIZING', 'STOPPED', 'STANDBY', 'STARTING', 'HEATING', 'STARTED', 'MAINTENANCE', 'STOPPING', 'ERROR', 'OTHER'];
const INK_STATES = ['STOPPED', 'STANDBY', 'STARTING', 'STARTED', 'STOPPING', 'CALIBRATING', 'FILLING', 'EMPTYING', 'MANUAL', 'ERROR'];
const statusSchema = z.looseObject({
  state: z.enum(STATES),
  ragStatus: ragSchema,
  errors: z.array(z.string()),
  ink: z.array(z.unknown()),
});
const inkSchema = z.looseObject({
  ink: z.array(
    z.looseObject({
      state: z.enum(INK_STATES),
      ragStatus: ragSchema,
      level: z.enum(['EMPTY', 'LOW', 'OK']),
      errors: z.array(z.string()),
      warnings: z.array(z.string()),
    }),
  ),
});
const extraSchema = z.looseObject({ job: z.looseObject({}).nullable(), queue: z.number().int().min(0) });

/** Checks the status of each printer against a schema. */
async function eachStatus(visit: Visit, schema: z.ZodType, expected: string): Promise<void> {
  for (const name of visit.printers.all) shaped(await visit.target.get(`${printerPath(name)}/status`), schema, expected);
}

/** Operations that are harmless for a printer that does not exist. */
const OPERATIONS = [
  ['GET', 'status'],
  ['GET', 'printCounters'],
  ['GET', 'printHistory'],
  ['POST', 'printJob'],
  ['POST', 'abortPrint'],
  ['POST', 'trigger'],
] as const;

export const printerChecks: readonly Check[] = [
  {
    ...{ id: 'printers.id', level: 'core', source: 'specification' },
    says: 'Each printer has an id equal to its key, and a type.',
    run: async ({ target }) => {
      const answer = await target.get('/printers');
      for (const [name, { id, type }] of entriesOf(answer)) expectSame(answer, [id, typeof type], [name, 'string']);
    },
  },
  {
    ...{ id: 'printers.properties', level: 'core', source: 'specification' },
    says: 'Properties of a printer have their types: texts, numbers, duo a boolean, slices with phs and inkSupplies.',
    run: async ({ target }) => void shaped(await target.get('/printers'), propertiesSchema, 'properties of printers'),
  },
  {
    ...{ id: 'printers.status', level: 'core', source: 'vendor' },
    says: 'A status has state, ragStatus, errors and ink, with the specified values.',
    run: (visit) => eachStatus(visit, statusSchema, 'a status'),
  },
  {
    ...{ id: 'printers.ink', level: 'core', source: 'vendor' },
    says: 'Each ink of a status has state, ragStatus, level, errors and warnings.',
    run: (visit) => eachStatus(visit, inkSchema, 'a status with ink'),
  },
  ...OPERATIONS.map(([method, operation]): Check => ({
    ...{ id: `printers.unknown.${operation}`, level: 'core', source: 'vendor' },
    says: `${operation} of an unknown printer is refused.`,
    run: async (visit) => {
      const path = `${printerPath(visit.name('printer'))}/${operation}`;
      const answer = await visit.target.call(method, path, operation === 'printJob' ? { body: {} } : {});
      expectRefused(answer);
      if (answer.status !== 404) visit.note(`${operation} of an unknown printer answers ${answer.status}, where Strobe answers 404`);
    },
  })),
  {
    ...{ id: 'printers.unknown.status-404', level: 'extensions', source: 'strobe' },
    says: 'Every operation of an unknown printer answers 404.',
    run: async (visit) => {
      for (const [method, operation] of OPERATIONS) {
        const path = `${printerPath(visit.name('printer'))}/${operation}`;
        expectStatus(await visit.target.call(method, path, operation === 'printJob' ? { body: {} } : {}), 404);
      }
    },
  },
  {
    ...{ id: 'printers.nameless.status', level: 'core', source: 'vendor', needs: ['single'] },
    says: 'With a single printer the status can be requested without its name.',
    run: async (visit) => {
      const named = objectOf(await visit.target.get(`${visit.anyPrinter()}/status`));
      expectHolds(await visit.target.get('/status'), { state: named['state'], errors: named['errors'] });
    },
  },
  {
    ...{ id: 'printers.status.extras', level: 'extensions', source: 'strobe' },
    says: 'A status contains the current job and the number of waiting jobs.',
    run: (visit) => eachStatus(visit, extraSchema, 'a status with job and queue'),
  },
  {
    ...{ id: 'printers.ink.supplies', level: 'extensions', source: 'strobe' },
    says: 'A status has an ink for each ink supply of the properties.',
    run: async ({ target }) => {
      const answer = await target.get('/printers');
      for (const [name, { slices = [] }] of Object.entries(shaped(answer, propertiesSchema, 'properties of printers'))) {
        const supplies = slices.flatMap(({ inkSupplies = [] }) => inkSupplies);
        const status = await target.get(`${printerPath(name)}/status`);
        const { ink } = shaped(status, inkSchema, 'a status with ink');
        expectSame(status, ink.map(({ supply }) => supply).sort(), supplies.sort());
      }
    },
  },
  {
    ...{ id: 'printers.settings', level: 'extensions', source: 'strobe', needs: ['printer'] },
    says: 'The settings of a printer are replaced as a whole; wrong ones are refused and change nothing.',
    run: async (visit) => {
      const path = `${visit.printer()}/settings`;
      const before = objectOf(await visit.target.get(path));
      visit.afterwards(async () => {
        const { status } = await visit.target.put(path, before);
        return status === 204 ? undefined : `the settings ${path} could not be restored: they were ${JSON.stringify(before)}`;
      });
      const settings = { bounceTime: 35.5, whenDataIsMissing: 'stop', firstPrintCheckRequired: false, preflightRequired: false };
      expectStatus(await visit.target.put(path, settings), 204);
      expectHolds(await visit.target.get(path), settings);
      for (const wrong of [{ bounceTime: -1 }, { whenDataIsMissing: 'repeat' }]) expectStatus(await visit.target.put(path, wrong), 400);
      expectHolds(await visit.target.get(path), settings);
    },
  },
  {
    ...{ id: 'printers.conveyor', level: 'extensions', source: 'strobe', needs: ['printer'] },
    says: 'A printer has a conveyor that can be read and controlled, or reports that it has none.',
    run: async (visit) => {
      const path = `${visit.printer()}/conveyor`;
      const first = await visit.target.get(path);
      if (first.status === 409) return;
      const before = objectOf(first);
      expectThat(first, typeof before['running'] === 'boolean', { expected: 'whether it runs', seen: before });
      visit.afterwards(async () => {
        const { status } = await visit.target.put(path, before);
        return status === 204 ? undefined : `the conveyor ${path} could not be restored: it was ${JSON.stringify(before)}`;
      });
      expectStatus(await visit.target.put(path, { ...before, productsPerMinute: 90 }), 204);
      expectHolds(await visit.target.get(path), { ...before, productsPerMinute: 90 });
      expectRefused(await visit.target.put(path, { ...before, productsPerMinute: 0 }));
    },
  },
  {
    ...{ id: 'printers.next-print', level: 'extensions', source: 'strobe', needs: ['printer'] },
    says: 'Without a selection there is no picture of the next print.',
    run: async (visit) => {
      const answer = await visit.target.get(`${visit.printer()}/nextPrint`);
      expectRefused(answer);
      expectThat(answer, isObject(JSON.parse(answer.text)), { expected: 'a problem document', seen: answer.text });
    },
  },
];
