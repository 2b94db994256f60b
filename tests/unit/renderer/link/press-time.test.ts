import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchPresses } from '#renderer/link/press-time.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A click that the page handles 3 s after it happened, since it was busy. */
function lateClick(): { page: EventTarget; click: Event } {
  const click = new Event('click');
  Object.defineProperty(click, 'timeStamp', { value: performance.now() });
  vi.advanceTimersByTime(3_000);
  return { page: new EventTarget(), click };
}

it('D18 the press is the moment of the event, however late the page handles it', () => {
  const { page, click } = lateClick();
  const pressedAt = watchPresses(page);
  let seen: number | undefined;
  page.addEventListener('click', () => (seen = pressedAt()));
  page.dispatchEvent(click);
  expect(seen).toBe(performance.now() - 3_000);
});

it('a command that no press began counts from now', () => {
  const { page, click } = lateClick();
  const pressedAt = watchPresses(page);
  page.dispatchEvent(click);
  vi.advanceTimersByTime(0);
  expect(pressedAt()).toBe(performance.now());
});
