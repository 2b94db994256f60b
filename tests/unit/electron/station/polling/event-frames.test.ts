import { describe, expect, it } from 'vitest';
import { EventFrames } from '#station/polling/event-frames.ts';

const read = (...parts: string[]) => {
  const frames = new EventFrames();
  return parts.flatMap((part) => frames.read(Buffer.from(part, 'latin1')));
};
const frame = (data: unknown) => `id: m2x-7\nevent: x\ndata: ${JSON.stringify(data)}\n\n`;
const ALIVE = { kind: 'alive' };

describe('events', () => {
  it('name the printer that may have changed', () => {
    expect(read(frame({ type: 'printer:state', printer: 'Line "1"' }))).toEqual([{ kind: 'changed', printer: 'Line "1"' }]);
  });

  it.each([{ type: 'clock:changed' }, { type: 'gap', reason: 'forgotten', next: 9 }, { printer: 5 }, [], null])(
    'that name none concern any printer: %j',
    (data) => {
      expect(read(frame(data))).toEqual([{ kind: 'changed', printer: undefined }]);
    },
  );

  it('are split wherever their bytes are', () => {
    const text = Buffer.from(frame({ type: 'printer:state', printer: 'Größe 1' }) + frame({ type: 'keep-alive', next: 1 })).toString(
      'latin1',
    );
    expect(read(...text)).toEqual([{ kind: 'changed', printer: 'Größe 1' }, ALIVE]);
  });

  it('without data say nothing', () => {
    expect(read('retry: 1000\n\n', ': comment\n\n', 'event: x\n\n')).toEqual([]);
  });

  it('D7 that are no JSON are refused', () => {
    expect(() => read('data: {\n\n')).toThrow('no JSON');
  });

  it('D8 that do not end are refused', () => {
    expect(() => read(`data: ${'x'.repeat(70_000)}`)).toThrow('too long');
  });
});
