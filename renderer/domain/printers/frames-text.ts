import type { ConnectionFrame } from '#contract/api-v3/frame.ts';

const ARROWS: Readonly<Record<ConnectionFrame['direction'], string>> = { sent: '→', received: '←' };

/** The arrow of a direction, as seen from Strobe. It is the same in every script, like the bytes. */
export function arrowOf({ direction }: ConnectionFrame): string {
  return ARROWS[direction];
}

/** Frames as a text file: a line with time, direction and length for each, then its bytes and its text. */
export function framesText(frames: readonly ConnectionFrame[]): string {
  return frames
    .map((frame) => {
      const { at, direction, length, hex, text } = frame;
      return `${at} ${arrowOf(frame)} ${direction} ${length}\n  ${hex}\n  ${text}\n`;
    })
    .join('\n');
}
