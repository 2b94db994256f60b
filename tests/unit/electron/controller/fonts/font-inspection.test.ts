import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { INSPECTION_LIMITS, inspectInThread } from '#controller/fonts/inspect-font.ts';
import { FontInspection } from '#controller/fonts/font-inspection.ts';
import { DEJAVU, giantGlyphs, paddedFont } from '#support/font-files.ts';

const MB = 1024 * 1024;
const HUNG = fileURLToPath(new URL('../../../../fixtures/processes/hung-examination.ts', import.meta.url));
const BUSY = new URL('../../../../fixtures/processes/busy-examination.ts', import.meta.url);

describe('a font file that is to be installed', () => {
  it.each([
    ['is whole', DEJAVU, undefined],
    ['is whole and huge', paddedFont(30 * MB), undefined],
    ['has no characters', new Uint8Array(1_000), 'it has no characters'],
    ['has glyphs many times as large as a line', giantGlyphs(), 'its lines are too high'],
  ])('is inspected in a process of its own when it %s', async (_what, bytes, fault) => {
    expect(await new FontInspection().inspect(bytes)).toBe(fault);
  });

  it('is inspected in a thread where no process of Node can be started', async () => {
    const inspection = new FontInspection({ hasProcesses: false });
    expect([await inspection.inspect(DEJAVU), await inspection.inspect(giantGlyphs())]).toEqual([undefined, 'its lines are too high']);
  });

  it('is refused when its inspection does not end', async () => {
    const inspection = new FontInspection({ entry: HUNG, wall: 100 });
    expect(await inspection.inspect(DEJAVU)).toBe('it is damaged or too large: its inspection crashed or took too long');
  });

  it('waits for a few others only', async () => {
    const inspection = new FontInspection({ entry: HUNG, wall: 100 });
    const inspected = await Promise.allSettled(Array.from({ length: 10 }, () => inspection.inspect(DEJAVU)));
    expect(inspected.map(({ status }) => status)).toEqual([...Array<string>(8).fill('fulfilled'), 'rejected', 'rejected']);
  });
});

describe('the inspection of a font file', () => {
  it('ends at the limit of CPU time', async () => {
    expect(await inspectInThread(DEJAVU, { ...INSPECTION_LIMITS, cpu: 100 }, BUSY)).toBe('it takes longer than 0.1 s to read');
  });

  it('ends at the limit of process memory', async () => {
    expect(await inspectInThread(DEJAVU, { ...INSPECTION_LIMITS, process: 1 }, BUSY)).toBe('it needs too much memory');
  });

  it('refuses a file that does not fit into its heap', async () => {
    expect(await inspectInThread(paddedFont(60 * MB), { ...INSPECTION_LIMITS, heap: 32 * MB })).toContain(
      'it is damaged or needs too much memory',
    );
  });
});
