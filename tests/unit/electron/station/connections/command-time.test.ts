import { expect, it } from 'vitest';
import { expiryHeaders, TRIGGER_LIMIT } from '#station/connections/command-time.ts';

const time = { pressedAt: 10_000, limit: TRIGGER_LIMIT, refusal: 'Not triggered' };
const EXPIRED = expect.objectContaining({
  slug: 'command-expired',
  message: 'Not triggered: the command took more than 2 s to reach the printer.',
});

it('a command passes on the time that is left since its press', () => {
  expect(expiryHeaders(time, 10_600.5, 77_000.9)).toEqual({ 'Strobe-Expires-In': '1400', 'Strobe-Sent-At': '77000' });
});

it('a command to a controller that shows no clock says only how long it is valid', () => {
  expect(expiryHeaders(time, 10_000, undefined)).toEqual({ 'Strobe-Expires-In': '2000' });
});

it('D18 a command is refused when no time is left', () => {
  expect(() => expiryHeaders(time, 12_000, 77_000)).toThrow(EXPIRED);
});

it('D18 a press in the future is refused: the page knows the clock of an earlier station only', () => {
  expect(() => expiryHeaders(time, 9_999, 77_000)).toThrow(EXPIRED);
});
