import { flushPromises } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ConnectionFrame } from '#contract/api-v3/frame.ts';
import { framesText } from '#renderer/domain/printers/frames-text.ts';
import FramesPanel from '#renderer/panels/printer-frames/FramesPanel.vue';
import { useFrames } from '#renderer/panels/printer-frames/use-frames.ts';
import { CONNECTION, openPageRig, type PageRig } from '#support/page-rig.ts';

const PLACE = { connection: CONNECTION.id, printer: 'Line 1' };
let rig: PageRig;
/** What the controller has recorded. */
let kept: ConnectionFrame[];
let isRecording: boolean;
let asked: number[];

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  kept = [];
  isRecording = false;
  asked = [];
  rig = await openPageRig({
    frames: {
      read: async ({ after }) => {
        asked.push(after);
        return { recording: isRecording, frames: kept.filter(({ number }) => number > after) };
      },
      record: async ({ recording }) => {
        if (recording) kept = [];
        isRecording = recording;
        return {};
      },
    },
  });
});
afterEach(() => {
  rig.end();
  vi.useRealTimers();
});

const frame = (number: number): ConnectionFrame => ({
  ...{ number, at: '2026-11-21T14:03:00.250Z', direction: number % 2 === 0 ? 'received' : 'sent' },
  ...{ length: 3, hex: '7e 48 53', text: '~HS' },
});
async function pass(seconds: number): Promise<void> {
  for (let n = 0; n < seconds; n++) {
    vi.advanceTimersByTime(1_000);
    await flushPromises();
  }
}

describe('the data of a connection', () => {
  const open = async () => {
    const frames = rig.run(() =>
      useFrames(
        () => PLACE,
        () => true,
      ),
    );
    await flushPromises();
    return frames;
  };

  it('is read on from the last piece while it is recorded, and not otherwise', async () => {
    const { frames, recording } = await open();
    await pass(3);
    expect(asked).toEqual([0]);
    await recording.run(true);
    kept = [frame(1), frame(2)];
    await pass(1);
    kept.push(frame(3));
    await pass(1);
    expect(asked).toEqual([0, 0, 0, 2]);
    expect(frames.value.map(({ number }) => number)).toEqual([1, 2, 3]);
    await recording.run(false);
    await pass(3);
    expect(asked).toEqual([0, 0, 0, 2, 3]);
  });

  it('is limited to 500 pieces', async () => {
    kept = Array.from({ length: 499 }, (_, n) => frame(n + 1));
    const { frames, recording } = await open();
    kept.push(frame(500), frame(501));
    await recording.run(false);
    expect([frames.value.length, frames.value[0]?.number]).toEqual([500, 2]);
  });

  it('is forgotten with the next start', async () => {
    kept = [frame(1)];
    const { frames, recording } = await open();
    await recording.run(true);
    expect(frames.value).toEqual([]);
  });

  it('is a text with a line for time and direction, then bytes and text', () => {
    expect(framesText([frame(1), frame(2)])).toBe(
      '2026-11-21T14:03:00.250Z → sent 3\n  7e 48 53\n  ~HS\n\n2026-11-21T14:03:00.250Z ← received 3\n  7e 48 53\n  ~HS\n',
    );
  });
});

describe('the panel', () => {
  it('says what it is for, then shows at most the last hundred pieces', async () => {
    const wrapper = rig.mount(FramesPanel, PLACE);
    await flushPromises();
    expect(wrapper.text()).toContain('Nothing recorded');
    await wrapper.find('button').trigger('click');
    await flushPromises();
    expect(wrapper.text()).toContain('Waiting for data');
    kept = Array.from({ length: 150 }, (_, n) => frame(n + 1));
    await pass(1);
    expect(wrapper.findAll('li')).toHaveLength(100);
    expect(wrapper.text()).toContain('The last 100 of 150 messages');
  });
});
