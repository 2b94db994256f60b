import { execFile } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const TREES = ['electron', 'renderer/link', 'renderer/domain/browser'];
let copy: string | undefined;

afterEach(() => {
  if (copy) rmSync(copy, { recursive: true, force: true });
});

/** Inserts text after the first occurrence of `anchor`. */
function insert(file: string, anchor: string, text: string): void {
  const before = readFileSync(file, 'utf8');
  expect(before).toContain(anchor);
  writeFileSync(
    file,
    before.replace(anchor, () => anchor + text),
  );
}

/** Calls the added operation as the page does: its client, the station's server, and a link between them in this process. */
const CALL = `
import { stationContract } from '#contract/station/index.ts';
import { stationOperations } from '#station/operations/station-operations.ts';
import { RpcServer } from '#gateway/rpc/rpc-server.ts';
import { StationLink } from '#renderer/link/station-link.ts';

const modules = new Proxy({}, { get: () => ({}) });
const server = new RpcServer({ contract: stationContract, handlers: stationOperations(modules), report: String });
async function open() {
  const toPage = new Set(), toStation = new Set(), closings = new Set();
  const close = () => closings.forEach((closing) => closing());
  const onClose = (listener) => closings.add(listener);
  server.attach({
    post: (frame) => queueMicrotask(() => toPage.forEach((listener) => listener(frame))),
    onFrame: (listener) => toStation.add(listener), onClose, close, ready: () => Promise.resolve(),
  }, (call) => call());
  return {
    send: (frame) => queueMicrotask(() => toStation.forEach((listener) => listener(frame))),
    onFrame: (listener) => toPage.add(listener), onClose, close,
  };
}
const link = new StationLink({ open, now: Date.now, elapsed: performance.now.bind(performance), pressedAt: performance.now.bind(performance), random: Math.random });
link.start();
console.log(JSON.stringify(await link.client.variables.double({ count: 21 })));
process.exit(0);
`;

it('an operation of the page is added in its contract file and its operation file, and is called over the link', async () => {
  copy = mkdtempSync(join(tmpdir(), 'strobe-operation-'));
  for (const tree of TREES) cpSync(join(ROOT, tree), join(copy, tree), { recursive: true });
  cpSync(join(ROOT, 'package.json'), join(copy, 'package.json'));
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'), 'junction');

  insert(
    join(copy, 'electron/contract/station/variables.ts'),
    'export const variablesContract = {',
    '\n  double: query(z.object({ count: z.number() }), z.object({ doubled: z.number() })),',
  );
  insert(
    join(copy, 'electron/station/operations/variables.ts'),
    '  return {\n',
    '    double: async ({ count }) => ({ doubled: 2 * count }),\n',
  );
  const changed = TREES.flatMap((tree) => globSync(`${tree}/**/*.ts`, { cwd: ROOT })).filter(
    (file) => readFileSync(join(ROOT, file), 'utf8') !== readFileSync(join(copy!, file), 'utf8'),
  );
  expect(changed).toHaveLength(2);

  const script = join(copy, 'call.ts');
  writeFileSync(script, CALL);
  const { stdout } = await promisify(execFile)(process.execPath, [script], { cwd: copy });
  expect(JSON.parse(stdout)).toEqual({ doubled: 42 });
});
