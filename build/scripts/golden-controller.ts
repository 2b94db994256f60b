import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { readSheetLabels, type SheetLabel } from './golden-pictures.ts';
import { copyDatabase, GoldenService } from './golden-service.ts';

const MOMENT = Date.UTC(2026, 10, 21, 6);
const FONT = createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSansMono-Oblique.ttf');
/** Milliseconds; longer than a virtual printer takes to warm up or to print. */
const LONG = 10_000;
const SHORT = 100;

/** A label with every kind of value in the installed font. */
const CARTON = {
  ...{ format: 3, width: 60, height: 20 },
  objs: [
    {
      ...{ type: 'Text', name: 'Text', x: 1, y: 1, font: { family: 'Golden Mono', style: '', height: 3 } },
      text: '<VARIABLE Lot> <COUNTER Serial> <TABLE Name> <SHIFTCODE Shift> <YEAR2><MONTH><DAY>',
    },
  ],
};

/**
 * Creates the golden database of a controller: contains everything that a controller can store, written by the program itself and
 * interrupted while it prints.
 */
export async function makeGoldenController(file: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'strobe-golden-'));
  try {
    const [first, second] = [join(folder, 'first.db'), join(folder, 'second.db')] as const;
    const firstRun = await GoldenService.open({ file: first, dataFolder: folder, now: MOMENT, run: 'first' });
    await furnish(firstRun);
    await printAll(firstRun);
    await queueJobs(firstRun);
    await checkLabels(firstRun);
    await leaveSent(firstRun);
    copyDatabase(first, second);
    await firstRun.close();
    const secondRun = await GoldenService.open({
      file: second,
      dataFolder: join(folder, 'second'),
      now: MOMENT + 3_600_000,
      run: 'second',
    });
    await settleUnknown(secondRun);
    await leaveSent(secondRun);
    copyDatabase(second, file);
    await secondRun.close();
    finish(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function furnish(service: GoldenService): Promise<void> {
  await service.call('PUT', 'settings', { timeZone: 'Europe/Berlin', monthEnd: 'end', productionDayStart: 300 });
  await service.call('PUT', 'variables/Lot', { value: 'A7731', description: 'Lot number', userEdit: true });
  await service.call('PUT', 'counters/Serial', { value: 42, maxValue: 999, width: 6, description: 'Serial number' });
  await service.call('PUT', 'shiftCodes/Shift', {
    shifts: [
      { offset: 360, code: 'E' },
      { offset: 1080, code: 'L' },
    ],
    description: 'Two shifts',
  });
  await service.call('PUT', 'tables/Golden%20table', 'Key,Name\na,Straße\nb,Sardines à la sauce tomate\nc,\n');
  await service.call('PUT', 'fonts/Golden%20Mono/Regular', new Uint8Array(readFileSync(FONT)));
  await service.call('PUT', 'labels/Golden%20carton', { ...CARTON, height: 10 });
  await service.call('PUT', 'labels/Golden%20carton', CARTON);
  await service.call('POST', 'labels/Golden%20carton/versions/1/approval', { decision: 'submit' });
  await service.call('PUT', 'printers/Line%202/settings', { bounceTime: 0, whenDataIsMissing: 'stop' });
  for (const { name, label } of await readSheetLabels()) await service.call('PUT', `labels/${encodeURIComponent(name)}`, label);
  await service.until('a printer', async () => hasState(await service.call('GET', 'printers/Line%201/status')), LONG);
}

function hasState(status: unknown): boolean {
  return (status as { state: string }).state === 'STARTED';
}

/** Prints each label of the picture sheet once, which covers every kind of object. */
async function printAll(service: GoldenService): Promise<void> {
  for (const sheetLabel of await readSheetLabels()) await printOne(service, sheetLabel);
}

async function printOne(service: GoldenService, { name, isColor }: SheetLabel): Promise<void> {
  const printer = `printers/Line%20${isColor ? 3 : 1}`;
  const row = { tableName: 'Golden table', keyColumn: 'Key', key: 'b' };
  await service.call('POST', `${printer}/printJob`, { labelName: name, ...row, copies: 2, description: `Golden ${name}` });
  service.timers.advance(LONG);
  await service.call('POST', `${printer}/trigger`);
  await settled(service);
}

async function settled(service: GoldenService): Promise<void> {
  const isOpen = async () => {
    const { prints } = (await service.call('GET', 'prints?limit=5')) as { prints: { state: string }[] };
    return prints.some(({ state }) => state === 'reserved' || state === 'sent');
  };
  await service.until('the mark', async () => !(await isOpen()), SHORT);
}

/** Selects a job over rows, and queues one with its own label and a frozen one. */
async function queueJobs(service: GoldenService): Promise<void> {
  const rows = { labelName: 'Golden carton', tableName: 'Golden table', copies: 20 };
  await service.call('POST', 'printers/Line%202/printJob', { ...rows, description: 'Golden rows' });
  await service.call('POST', 'printers/Line%202/printJob', {
    labelData: CARTON,
    ...rows,
    labelName: undefined,
    queue: true,
    freeze: false,
  });
  await service.call('POST', 'printers/Line%202/printJob', { ...rows, queue: true, freeze: true, checkpoint: true });
  for (let print = 0; print < 2; print += 1) {
    service.timers.advance(LONG);
    await service.call('POST', 'printers/Line%202/trigger');
    await settled(service);
  }
}

/** Runs a pre-flight, and renders the pictures that the next version is compared with. */
async function checkLabels(service: GoldenService): Promise<void> {
  await service.call('POST', 'tables/Golden%20table/preflight', { labelName: 'Golden carton', keyColumn: 'Key', days: 1 });
  const isOver = async () => JSON.stringify(await service.call('GET', 'preflights')).includes('"done"');
  await service.until('the pre-flight', isOver);
  const isDrawn = async () => ((await service.call('GET', 'labelAcceptance')) as { waiting: number }).waiting === 0;
  await service.until('the drawings', isDrawn, SHORT);
}

/** Leaves prints that are sent but not confirmed, as in a power failure. */
async function leaveSent(service: GoldenService): Promise<void> {
  for (let print = 0; print < 3; print += 1) {
    service.timers.advance(print === 0 ? LONG : 0);
    await service.call('POST', 'printers/Line%202/trigger');
  }
  const isSent = async () => JSON.stringify(await service.call('GET', 'prints?limit=3')).includes('"sent"');
  await service.until('sent prints', isSent);
}

/** Resolves two of the unknown prints, one as printed and one as void; the third remains unknown. */
async function settleUnknown(service: GoldenService): Promise<void> {
  await service.until('a printer', async () => hasState(await service.call('GET', 'printers/Line%202/status')), LONG);
  const { prints } = (await service.call('GET', 'prints?state=unknown&limit=10')) as { prints: { id: number }[] };
  const [printed, lost] = prints;
  if (!printed || !lost || prints.length < 3) throw new Error(`${prints.length} prints are unknown; 3 are required`);
  await service.call('POST', `prints/${printed.id}/resolution`, { outcome: 'printed', reason: 'It is on the product' });
  await service.call('POST', `prints/${lost.id}/resolution`, { outcome: 'void', reason: 'The product is blank' });
}

/** Adds what no request can create: a reserved print that was never sent, and API keys with unknown text. */
function finish(file: string): void {
  const database = new DatabaseSync(file);
  database.exec(`
    UPDATE prints SET state = 'reserved', sent = NULL WHERE id = (SELECT max(id) FROM prints WHERE state = 'sent');
    INSERT INTO api_keys (name, hash, scopes, printers, created, expires, revoked) VALUES
      ('MES', '${'ab'.repeat(32)}', '["read","print"]', '["Line 1"]', ${MOMENT}, NULL, NULL),
      ('Old MES', '${'cd'.repeat(32)}', '["read"]', NULL, ${MOMENT}, NULL, ${MOMENT});
    INSERT INTO audit (at, key_name, operation, path, request_id, status, family, place) VALUES
      (${MOMENT}, 'MES', 'POST /api/v3/printers/:name/trigger', '/api/v3/printers/Line%201/trigger', 'request-1', 202,
       'POST /api/v3/printers/:name/trigger', 1);
    INSERT INTO missed_triggers (printer, job, at, reason) VALUES ('Line 1', NULL, ${MOMENT}, 'Golden gap');
    INSERT INTO idempotency_keys (key, request_hash, status, body, created) VALUES ('key-1', 'request-1', 202, '{"result":"printing"}', ${MOMENT});
    VACUUM;`);
  database.close();
}
