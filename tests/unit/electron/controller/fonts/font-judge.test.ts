import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { EXAMINATION_LIMITS, examineInThread } from '#controller/fonts/examination.ts';
import { FontJudge } from '#controller/fonts/font-judge.ts';
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
  ])('is judged in a process of its own when it %s', async (_what, bytes, fault) => {
    expect(await new FontJudge().judge(bytes)).toBe(fault);
  });

  it('is judged in a thread where no process of Node can be started', async () => {
    const judge = new FontJudge({ hasProcesses: false });
    expect([await judge.judge(DEJAVU), await judge.judge(giantGlyphs())]).toEqual([undefined, 'its lines are too high']);
  });

  it('is refused when its examination does not end', async () => {
    const judge = new FontJudge({ entry: HUNG, wall: 100 });
    expect(await judge.judge(DEJAVU)).toBe('it is damaged or needs too much: what examined it ended or took too long');
  });

  it('waits for a few others only', async () => {
    const judge = new FontJudge({ entry: HUNG, wall: 100 });
    const judged = await Promise.allSettled(Array.from({ length: 10 }, () => judge.judge(DEJAVU)));
    expect(judged.map(({ status }) => status)).toEqual([...Array<string>(8).fill('fulfilled'), 'rejected', 'rejected']);
  });
});

describe('the examination of a font file', () => {
  it('is ended when it takes more of the processor than it may', async () => {
    expect(await examineInThread(DEJAVU, { ...EXAMINATION_LIMITS, cpu: 100 }, BUSY)).toBe('it takes longer than 0.1 s to read');
  });

  it('is ended when its process takes more memory than it may', async () => {
    expect(await examineInThread(DEJAVU, { ...EXAMINATION_LIMITS, process: 1 }, BUSY)).toBe('it needs too much memory');
  });

  it('refuses a file that its heap has no room for', async () => {
    expect(await examineInThread(paddedFont(60 * MB), { ...EXAMINATION_LIMITS, heap: 32 * MB })).toContain(
      'it is damaged or needs too much memory',
    );
  });
});
